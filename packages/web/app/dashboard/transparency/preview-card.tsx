import type { TransparencyPreview } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { formatCount } from '../../shared/format/format.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import { pageFromSearch } from '../ui/pages.ts';
import { Pagination } from '../ui/pagination.tsx';
import styles from './transparency.module.css';
import { previewQuery } from './transparency-queries.ts';
import { categoryWord } from './transparency-words.ts';

type Valid = TransparencyPreview['statements'][number];
type Invalid = TransparencyPreview['invalid'][number];

/** A statement field by field, by the names of the database. */
function AllFields({ statement }: { statement: Valid }) {
  return (
    <details>
      <summary className="link">All fields</summary>
      <dl className={styles.mapping}>
        {Object.entries(statement).map(([field, value]) => (
          <div key={field}>
            <dt className="mono">{field}</dt>
            <dd>{Array.isArray(value) ? value.join(', ') : String(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const validColumns: readonly Column<Valid>[] = [
  { header: 'Category', className: 'breakable', cell: ({ category }) => categoryWord(category) },
  { header: 'Decided on', className: 'figures', cell: ({ application_date: day }) => day },
  {
    header: 'Facts',
    className: 'breakable',
    cell: (statement) => (
      <div className={styles.facts}>
        {statement.decision_facts}
        <AllFields statement={statement} />
      </div>
    ),
  },
];

const invalidColumns: readonly Column<Invalid>[] = [
  { header: 'Statement', className: 'figures', cell: ({ number }) => `No. ${formatCount(number)}` },
  {
    header: 'Reason',
    cell: ({ label }) => (
      <Link className="link" to="/dashboard/content-filters/reasons">
        {label}
      </Link>
    ),
  },
  {
    header: 'Faults',
    className: 'breakable',
    cell: ({ errors }) => (
      <ul className={styles.faults}>
        {errors.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <code>{path}</code> {message}
          </li>
        ))}
      </ul>
    ),
  },
];

/** What was not sent, as the database would get it, and what it would not take and why. */
export function PreviewCard() {
  const [search] = useSearchParams();
  const page = pageFromSearch(search);
  const preview = useQuery(previewQuery(page));
  const address = (to: number) => {
    const next = new URLSearchParams(search);
    next.set('page', String(to));
    return `?${next}`;
  };
  const { data } = preview;
  if (preview.isError && !data) return <LoadFault title="Could not load the preview" query={preview} />;
  return (
    <>
      {data && data.invalid.length > 0 ? (
        <section className="card" aria-labelledby="faulty">
          <div className="card-header">
            <h2 id="faulty">Statements to fix</h2>
            <span className="muted">Change the reason, then send again</span>
          </div>
          <DataTable columns={invalidColumns} rows={data.invalid} rowKey={({ statement_id: id }) => id} labelledBy="faulty" />
        </section>
      ) : null}
      <section className="card" aria-labelledby="waiting" aria-busy={preview.isPending}>
        <div className="card-header">
          <h2 id="waiting">Waiting to be sent</h2>
          <span className="muted">No names, pictures or notes are in them</span>
        </div>
        <DataTable
          columns={validColumns}
          rows={data?.statements}
          rowKey={({ puid }) => puid}
          labelledBy="waiting"
          empty={<p className="card-body muted">Nothing waits on this page.</p>}
        />
      </section>
      {data ? <Pagination page={page} pageSize={data.pagination.limit} total={data.pagination.total} address={address} /> : null}
    </>
  );
}
