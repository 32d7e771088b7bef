import type { OperatorHealth } from '@clearframe/contract';
import { formatCount, formatSeconds, formatShare } from '../../shared/format/format.ts';
import ledgerStyles from '../ui/ledger.module.css';
import { formatSize } from './format-size.ts';
import styles from './operator.module.css';

/** Of a disk what matters is how full it is; of a bucket how much lies there. */
function storageFigure({ disk, storage: { kind, uploaded_bytes: bytes } }: OperatorHealth) {
  const uploads = bytes === null ? 'uploads are too many to count' : `${formatSize(bytes)} of uploads`;
  if (disk === null)
    return { name: 'Storage', value: bytes === null ? '–' : formatSize(bytes), under: `${kind.toUpperCase()}; ${uploads}` };
  const used = disk.total_bytes - disk.free_bytes;
  return {
    name: 'Storage',
    value: formatShare(used, disk.total_bytes),
    under: `of ${formatSize(disk.total_bytes)} used; ${uploads}`,
  };
}

/** What matters at a glance. A figure that nobody measured is a dash. */
export function FiguresCard({ health }: { health: OperatorHealth }) {
  const { queues, verdicts, failed, database, analysis_seconds: work } = health;
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
          : `median; 95% within ${formatSeconds(verdicts.p95_ms)}, ${formatCount(verdicts.pictures)} in the last hour`,
    },
    {
      name: 'Analysis ahead',
      value: work === 0 ? '–' : formatSeconds(work * 1_000),
      under: work === 0 ? 'nothing to analyse' : 'of one process',
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
      value: formatSize(database.size_bytes),
      under: `${database.connections.used} of ${database.connections.max} connections used`,
    },
    storageFigure(health),
  ];
  return (
    <dl className={`card ${ledgerStyles.ledger} ${styles.six}`} aria-label="Figures">
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
