import type { HealthCheck, HealthState, OperatorHealth } from '@clearframe/contract';
import { Time } from '../../shared/ui/time.tsx';
import { HealthBadge } from './health-badge.tsx';
import styles from './operator.module.css';

const names: Record<HealthCheck['name'], string> = {
  requests: 'Requests',
  jobs: 'Jobs',
  pictures: 'Pictures',
  videos: 'Videos',
  database: 'Database',
  files: 'Storage',
  settings: 'Settings',
  webhooks: 'Webhooks',
  analysis: 'Analysis',
  analysers: 'Analysers',
  backup: 'Backup',
};
const sentences: Record<HealthState, string> = {
  ok: 'Everything works.',
  degraded: 'Everything runs, but something needs a look.',
  failed: 'Something is failing.',
};

/** Each part of the installation with a word, a sign and a sentence. */
export function HealthCard({ health }: { health: OperatorHealth }) {
  const { state, checks, checked_at: checkedAt } = health;
  return (
    <section className="card" aria-labelledby="operator-health">
      <div className="card-header">
        <div>
          <h2 id="operator-health">Health</h2>
          <p className="muted" role="status">
            {sentences[state]}
          </p>
        </div>
        <span className="dim fine">
          Checked <Time at={checkedAt} />, every 15 s
        </span>
      </div>
      <ul className={styles.checks}>
        {checks.map(({ name, state: of, since, detail }) => (
          <li key={name}>
            <div className="row between">
              <b className="strong">{names[name]}</b>
              <HealthBadge state={of} />
            </div>
            <p className="muted">{detail}</p>
            {since ? (
              <p className="dim fine">
                Since <Time at={since} as="dateTime" />
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
