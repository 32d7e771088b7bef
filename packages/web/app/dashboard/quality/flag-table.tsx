import type { CountedShare } from '@clearframe/contract';
import { useId } from 'react';
import { formatCount } from '../../shared/format/format.ts';
import fieldStyles from '../../shared/ui/field.module.css';
import tableStyles from '../ui/table.module.css';
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
      {rows.length === 0 ? (
        <p className="card-body dim">Nothing was flagged in this period.</p>
      ) : (
        <table className="tbl" aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{lead}</th>
              <th scope="col">Flagged</th>
              <th scope="col">Confirmed of the decided</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, flagged, precision }) => (
              <tr key={name}>
                <td className={tableStyles.lead}>{name}</td>
                <td className="figures" data-l="Flagged">
                  {formatCount(flagged)}
                </td>
                <td data-l="Confirmed">
                  <ShareCell of={precision} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={`card-body ${fieldStyles.hint}`} data-slot="field-hint">
        {hint}
      </p>
    </section>
  );
}
