import type { QualityReport } from '@clearframe/contract';
import { useId } from 'react';
import { formatCount } from '../../shared/format/format.ts';
import tableStyles from '../ui/table.module.css';
import qualityStyles from './quality.module.css';
import { ShareCell } from './share-cell.tsx';

type VersionTableProps = { title: string; rows: QualityReport['by_analysis_version'] };

/** The same figures for each version that judged something, so that a change shows. */
export function VersionTable({ title, rows }: VersionTableProps) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-header">
        <h2 id={id}>{title}</h2>
      </div>
      <table className="tbl" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Verdicts</th>
            <th scope="col">Overturned</th>
            <th scope="col">Flags confirmed</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ version, judged, override, precision }) => (
            <tr key={version}>
              <td className={`${tableStyles.lead} ${qualityStyles.version}`}>
                <code>{version}</code>
              </td>
              <td className="figures" data-l="Verdicts">
                {formatCount(judged)}
              </td>
              <td data-l="Overturned">
                <ShareCell of={override} />
              </td>
              <td data-l="Flags confirmed">
                <ShareCell of={precision} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
