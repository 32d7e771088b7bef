import type { CountedShare } from '@clearframe/contract';
import { useId } from 'react';
import { formatCount } from '../../format.ts';
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
      <div className="card-h">
        <h2 id={id}>{title}</h2>
      </div>
      {rows.length === 0 ? (
        <p className="card-b dim">Nothing was flagged in this period.</p>
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
                <td className="lead">{name}</td>
                <td className="num" data-l="Flagged">
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
      <p className="card-b hint">{hint}</p>
    </section>
  );
}
