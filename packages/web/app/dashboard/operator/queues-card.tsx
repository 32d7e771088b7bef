import type { OperatorHealth } from '@clearframe/contract';
import { formatCount, formatSeconds } from '../../shared/format/format.ts';
import { DataTable } from '../ui/data-table.tsx';

/** Queues by the names that commands and metrics use. */
export function QueuesCard({ queues }: Pick<OperatorHealth, 'queues'>) {
  return (
    <section className="card" aria-labelledby="operator-queues">
      <div className="card-header">
        <h2 id="operator-queues">Queues</h2>
      </div>
      <DataTable
        labelledBy="operator-queues"
        rows={queues}
        rowKey={({ name }) => name}
        columns={[
          { header: 'Queue', className: 'mono breakable', cell: ({ name }) => name },
          { header: 'Waiting', className: 'figures', cell: ({ waiting }) => formatCount(waiting) },
          { header: 'Later', className: 'figures', cell: ({ later }) => formatCount(later) },
          { header: 'Running', className: 'figures', cell: ({ active }) => formatCount(active) },
          {
            header: 'Oldest',
            className: 'figures muted',
            cell: ({ oldest_seconds: seconds }) => (seconds < 1 ? '–' : formatSeconds(seconds * 1_000)),
          },
        ]}
      />
    </section>
  );
}
