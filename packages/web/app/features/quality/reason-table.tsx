import type { QualityReport } from '@clearframe/contract';
import { formatCount } from '../../format.ts';
import { reasonWord } from './quality-words.ts';
import { ShareCell } from './share-cell.tsx';

/** How many of the flags people confirmed, by why they were flagged. */
export function ReasonTable({ rows }: { rows: QualityReport['by_reason'] }) {
  return (
    <section className="card" aria-labelledby="by-reason">
      <div className="card-h">
        <h2 id="by-reason">Flags confirmed, by reason</h2>
      </div>
      {rows.length === 0 ? (
        <p className="card-b dim">Nothing was flagged in this period.</p>
      ) : (
        <table className="tbl" aria-labelledby="by-reason">
          <thead>
            <tr>
              <th scope="col">Reason</th>
              <th scope="col">Flagged</th>
              <th scope="col">Confirmed of the decided</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ reason, flagged, precision }) => (
              <tr key={reason}>
                <td className="lead">{reasonWord(reason)}</td>
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
      <p className="card-b hint">
        An item that was flagged for two reasons counts in both: a Fail does not say which of them was meant.
      </p>
    </section>
  );
}
