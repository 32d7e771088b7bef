import type { QualityReport } from '@clearframe/contract';
import { useId } from 'react';
import { formatCount } from '../../shared/format/format.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import qualityStyles from './quality.module.css';
import { ShareCell } from './share-cell.tsx';

type VersionTableProps = { title: string; rows: QualityReport['by_analysis_version'] };

const columns: readonly Column<VersionTableProps['rows'][number]>[] = [
  { header: 'Version', className: qualityStyles.version, cell: ({ version }) => <code>{version}</code> },
  { header: 'Verdicts', className: 'figures', cell: ({ judged }) => formatCount(judged) },
  { header: 'Overturned', cell: ({ override }) => <ShareCell of={override} /> },
  { header: 'Flags confirmed', cell: ({ precision }) => <ShareCell of={precision} /> },
];

/** The same figures for each version that judged something, so that a change shows. */
export function VersionTable({ title, rows }: VersionTableProps) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-header">
        <h2 id={id}>{title}</h2>
      </div>
      <DataTable labelledBy={id} columns={columns} rows={rows} rowKey={({ version }) => version} />
    </section>
  );
}
