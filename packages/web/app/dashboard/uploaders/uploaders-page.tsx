import { type Author, limits } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { formatCount } from '../../shared/format/format.ts';
import { Button, LinkButton } from '../../shared/ui/button.tsx';
import fieldStyles from '../../shared/ui/field.module.css';
import { Time } from '../../shared/ui/time.tsx';
import { uploaderAddress } from '../shell/page/uploader-address.ts';
import { ActionBadge } from '../shell/uploader/action-badge.tsx';
import { failWords, nameOf } from '../shell/uploader/uploader-words.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import pageHeaderStyles from '../ui/page-header.module.css';
import { pageFromSearch } from '../ui/pages.ts';
import { Pagination } from '../ui/pagination.tsx';
import selectStyles from '../ui/select.module.css';
import toolsStyles from '../ui/tools.module.css';
import { StrikeSettings } from './strike-settings.tsx';
import { uploadersQuery } from './uploader-queries.ts';
import { uploadersAddress, uploadersViewOf } from './uploaders-address.ts';

const columns: readonly Column<Author>[] = [
  {
    header: 'Uploader',
    cell: (author) => (
      <span className="breakable">
        <Link className="link" dir="auto" to={uploaderAddress(author.id)}>
          {nameOf(author)}
        </Link>
        {author.name === null ? null : (
          <small className="mono dim block" dir="auto">
            {author.id}
          </small>
        )}
      </span>
    ),
  },
  { header: 'Uploads', className: 'figures', cell: ({ counts }) => formatCount(counts.total) },
  { header: 'Flagged', className: 'figures', cell: failWords },
  { header: 'Strikes', className: 'figures', cell: ({ strikes }) => formatCount(strikes.active) },
  {
    header: 'Status',
    cell: ({ action }) => (action === 'none' ? <span className="dim">–</span> : <ActionBadge action={action} />),
  },
  {
    header: 'Last upload',
    className: 'figures muted',
    cell: ({ last_seen_at: at }) => <Time at={at} />,
  },
];

/** Uploaders: the people whose uploads the account moderates. */
export function UploadersPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const view = uploadersViewOf(search);
  const page = pageFromSearch(search);
  const authors = useQuery(uploadersQuery(view, page));
  const find = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = new FormData(event.currentTarget).get('search');
    void navigate(uploadersAddress({ ...view, search: typeof words === 'string' ? words.trim() : '' }));
  };
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>Your own users, by the id that you send as author.</p>
      </div>
      <div className={toolsStyles.tools}>
        <search>
          <form className="row" onSubmit={find}>
            <input
              key={view.search}
              className={fieldStyles.input}
              data-slot="field-input"
              type="search"
              name="search"
              aria-label="Search uploaders"
              placeholder="Id or name"
              maxLength={200}
              defaultValue={view.search}
            />
            <Button type="submit">Search</Button>
          </form>
        </search>
        <label className={selectStyles.select} data-slot="select">
          <span>Order</span>
          <select
            value={view.sort}
            onChange={(event) =>
              void navigate(uploadersAddress({ ...view, sort: event.target.value === 'most_failed' ? 'most_failed' : 'newest' }))
            }
          >
            <option value="newest">Newest first</option>
            <option value="most_failed">Most flagged first</option>
          </select>
        </label>
      </div>
      {authors.isError ? <LoadFault title="Failed to load uploaders" query={authors} /> : null}
      {authors.isPending || authors.data ? (
        <section className="card" aria-label="Uploaders" aria-busy={authors.isPending || authors.isPlaceholderData}>
          <DataTable
            columns={columns}
            rows={authors.data?.authors}
            rowKey={({ id }) => id}
            empty={<Nothing isSearch={view.search !== ''} />}
          />
        </section>
      ) : null}
      <Pagination
        page={page}
        pageSize={limits.authorsPageSize}
        total={authors.data?.pagination.total}
        address={(to) => uploadersAddress(view, to)}
      />
      {/* Below a list that has its height: nothing moves when either arrives. */}
      {authors.isPending ? null : <StrikeSettings />}
    </>
  );
}

function Nothing({ isSearch }: { isSearch: boolean }) {
  if (isSearch)
    return (
      <EmptyState icon={Users} title="Nobody found" action={<LinkButton to="/dashboard/uploaders">Show all</LinkButton>}>
        No id and no name holds these words.
      </EmptyState>
    );
  return (
    <EmptyState icon={Users} title="No uploaders yet">
      Send <span className="mono">author</span> with your uploads, and your users appear here.
    </EmptyState>
  );
}
