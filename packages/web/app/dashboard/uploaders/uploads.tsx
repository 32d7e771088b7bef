import { limits, type MediaUpload } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { VerdictBadge } from '../../shared/ui/badge.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { titleOf } from '../../shared/verdict/verdict.ts';
import { uploaderAddress } from '../shell/page/uploader-address.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import { pageFromSearch } from '../ui/pages.ts';
import { Pagination } from '../ui/pagination.tsx';
import { uploadsQuery } from './uploader-queries.ts';

const columns: readonly Column<MediaUpload>[] = [
  {
    header: 'Upload',
    cell: (item) => (
      <Link className="link breakable" dir="auto" to={`/dashboard/media/${item.id}`}>
        {titleOf(item)}
      </Link>
    ),
  },
  { header: 'Verdict', cell: (item) => <VerdictBadge item={item} /> },
  {
    header: 'Uploaded',
    className: 'figures muted',
    cell: ({ createdAt }) => <Time at={createdAt} as="dateTime" />,
  },
];

/** What they uploaded, by page. Pictures stay on the pages of the items, behind the veil. */
export function Uploads({ author }: { author: string }) {
  const [search] = useSearchParams();
  const page = pageFromSearch(search);
  const items = useQuery(uploadsQuery(author, page));
  if (items.isError && !items.data) return <LoadFault title="Failed to fetch media" query={items} />;
  return (
    <>
      <section className="card" aria-label="Uploads" aria-busy={items.isPending || items.isPlaceholderData}>
        <DataTable columns={columns} rows={items.data?.media_uploads} rowKey={({ id }) => id} empty={null} />
      </section>
      <Pagination
        page={page}
        pageSize={limits.mediaPageSize}
        total={items.data?.pagination.total}
        capped={items.data?.pagination.capped}
        address={(to) => uploaderAddress(author, to)}
      />
    </>
  );
}
