import type { OperatorHealth } from '@clearframe/contract';
import { formatBytes, formatCount, formatSeconds } from '../../shared/format/format.ts';
import ledgerStyles from '../ui/ledger.module.css';

/** What matters at a glance. A figure that nobody measured is a dash. */
export function FiguresCard({ health }: { health: OperatorHealth }) {
  const { queues, verdicts, failed, database, disk } = health;
  const waiting = queues.reduce((sum, one) => sum + one.waiting, 0);
  const oldest = Math.max(0, ...queues.map(({ oldest_seconds: seconds }) => seconds));
  const figures = [
    {
      name: 'Queue',
      value: formatCount(waiting),
      under: waiting === 0 ? 'nothing waits' : `oldest job ${formatSeconds(oldest * 1_000)}`,
    },
    {
      name: 'Time to verdict',
      value: verdicts.median_ms === null ? '–' : formatSeconds(verdicts.median_ms),
      under:
        verdicts.p95_ms === null
          ? 'no picture in the last hour'
          : `median; 95 % within ${formatSeconds(verdicts.p95_ms)}, ${formatCount(verdicts.pictures)} in the last hour`,
    },
    {
      name: 'Failed deliveries',
      value: formatCount(failed.deliveries),
      under:
        failed.deliveries === 0
          ? 'none kept'
          : `to ${formatCount(failed.webhooks)} ${failed.webhooks === 1 ? 'webhook' : 'webhooks'}`,
    },
    {
      name: 'Database',
      value: formatBytes(database.size_bytes),
      under: `PostgreSQL ${database.version}${disk ? `; ${formatBytes(disk.free_bytes)} of disk free` : ''}`,
    },
  ];
  return (
    <dl className={`card ${ledgerStyles.ledger}`} aria-label="Figures">
      {figures.map(({ name, value, under }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            <small>{under}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
