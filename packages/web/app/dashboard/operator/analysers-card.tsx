import type { OperatorHealth } from '@clearframe/contract';
import { Time } from '../../shared/ui/time.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { HealthBadge } from './health-badge.tsx';

/** Analysers beside the built-in one, as their newest answers show them. Nothing without any. */
export function AnalysersCard({ analysers }: Pick<OperatorHealth, 'analysers'>) {
  if (analysers.length === 0) return null;
  return (
    <section className="card" aria-labelledby="operator-analysers">
      <div className="card-header">
        <h2 id="operator-analysers">Analysers</h2>
        <span className="dim fine">By their answers in the last 24 hours</span>
      </div>
      <DataTable
        labelledBy="operator-analysers"
        rows={analysers}
        rowKey={({ id }) => id}
        columns={[
          { header: 'Analyser', className: 'mono breakable', cell: ({ id }) => id },
          { header: 'State', cell: ({ state }) => <HealthBadge state={state} /> },
          { header: 'Last error', className: 'breakable', cell: ({ last_error: error }) => error ?? '–' },
          {
            header: 'When',
            className: 'figures muted',
            cell: ({ last_error_at: at }) => (at === null ? '–' : <Time at={at} />),
          },
        ]}
      />
    </section>
  );
}
