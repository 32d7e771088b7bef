import type { TransparencyFigures } from '@clearframe/contract';
import { formatCount, formatShare } from '../../shared/format/format.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { categoryWord } from './transparency-words.ts';

type Row = TransparencyFigures['restrictions']['by_category'][number];

const figure = (header: string, of: (row: Row) => string): Column<Row> => ({
  header,
  className: 'figures',
  headerClassName: 'figures',
  cell: of,
});

const columns: readonly Column<Row>[] = [
  { header: 'Ground', className: 'breakable', cell: ({ category }) => categoryWord(category) },
  figure('Notices', ({ from_notices: notices }) => formatCount(notices)),
  figure('Own checks', ({ count, from_notices: notices }) => formatCount(count - notices)),
  figure('Restricted', ({ count }) => formatCount(count)),
  figure('Automated', ({ automated, count }) => formatShare(automated, count)),
  figure('Appeals', ({ appeals }) => formatCount(appeals)),
  figure('Reversed', ({ reversed }) => formatCount(reversed)),
];

/** What was restricted, by the categories of the EU's database. */
export function GroundTable({ rows }: { rows: readonly Row[] }) {
  return (
    <section className="card" aria-labelledby="grounds">
      <div className="card-header">
        <h2 id="grounds">By ground</h2>
        <span className="muted">Categories of the EU database</span>
      </div>
      <DataTable
        columns={columns}
        rows={rows}
        rowKey={({ category }) => category}
        labelledBy="grounds"
        empty={
          <p className="card-body muted">Nothing was restricted in this period. Statements are written for each final Fail.</p>
        }
      />
    </section>
  );
}
