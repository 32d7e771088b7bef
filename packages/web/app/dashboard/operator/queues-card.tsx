import type { OperatorHealth } from '@clearframe/contract';
import { formatCount, formatSeconds } from '../../shared/format/format.ts';
import { DataTable } from '../ui/data-table.tsx';

type Queue = OperatorHealth['queues'][number];

/** Those that an operator looks for, also while they are empty. */
const always: readonly string[] = ['moderate-media', 'moderate-video', 'deliver-webhook', 'send-mail'];
const isShown = ({ name, waiting, later, active }: Queue) => always.includes(name) || waiting + later + active > 0;

/** Queues by the names that commands and metrics use; those without a job are only counted. */
export function QueuesCard({ queues }: Pick<OperatorHealth, 'queues'>) {
  const shown = queues.filter(isShown);
  const others = queues.length - shown.length;
  return (
    <section className="card" aria-labelledby="operator-queues">
      <div className="card-header">
        <h2 id="operator-queues">Queues</h2>
        {others > 0 ? (
          <span className="dim fine">{others === 1 ? '1 other is empty' : `${formatCount(others)} others are empty`}</span>
        ) : null}
      </div>
      <DataTable
        labelledBy="operator-queues"
        rows={shown}
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
