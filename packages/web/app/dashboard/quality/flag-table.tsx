import type { CountedShare } from '@clearframe/contract';
import { useId } from 'react';
import { formatCount } from '../../shared/format/format.ts';
import fieldStyles from '../../shared/ui/field.module.css';
import { DataTable } from '../ui/data-table.tsx';
import { ShareCell } from './share-cell.tsx';

type FlagTableProps = {
  title: string;
  /** What a row is of: "Reason". */
  lead: string;
  rows: readonly { name: string; flagged: number; precision: CountedShare }[];
  /** What the figures do not mean. */
  hint: string;
};

/** How many of the flags people confirmed, by what gave them. */
export function FlagTable({ title, lead, rows, hint }: FlagTableProps) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-header">
        <h2 id={id}>{title}</h2>
      </div>
      <DataTable
        labelledBy={id}
        columns={[
          { header: lead, cell: ({ name }) => name },
          { header: 'Flagged', className: 'figures', cell: ({ flagged }) => formatCount(flagged) },
          { header: 'Confirmed of decided', label: 'Confirmed', cell: ({ precision }) => <ShareCell of={precision} /> },
        ]}
        rows={rows}
        rowKey={({ name }) => name}
        empty={<p className="card-body dim">Nothing flagged in this period.</p>}
      />
      <p className={`card-body ${fieldStyles.hint}`} data-slot="field-hint">
        {hint}
      </p>
    </section>
  );
}
