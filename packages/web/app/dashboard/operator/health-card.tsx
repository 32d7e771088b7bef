import type { HealthCheck, HealthState, OperatorHealth } from '@clearframe/contract';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import { Badge } from '../../shared/ui/badge.tsx';
import { Time } from '../../shared/ui/time.tsx';
import styles from './operator.module.css';

const states = {
  ok: { look: 'pass', icon: CircleCheck, word: 'Healthy' },
  degraded: { look: 'warn', icon: TriangleAlert, word: 'Look' },
  failed: { look: 'flag', icon: CircleX, word: 'Down' },
} as const satisfies Record<HealthState, object>;

const names: Record<HealthCheck['name'], string> = {
  requests: 'Requests',
  jobs: 'Jobs',
  pictures: 'Pictures',
  videos: 'Videos',
  database: 'Database',
  files: 'Files',
  settings: 'Settings',
  webhooks: 'Webhooks',
  analysis: 'Analysis',
  backup: 'Backup',
};
const sentences: Record<HealthState, string> = {
  ok: 'Everything works.',
  degraded: 'Everything runs, but something needs a look.',
  failed: 'Something is down.',
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
          Checked <Time at={checkedAt} as="dateTime" />
        </span>
      </div>
      <ul className={styles.checks}>
        {checks.map(({ name, state: of, since, detail }) => (
          <li key={name}>
            <div className="row between">
              <b className="strong">{names[name]}</b>
              <Badge look={states[of].look} icon={states[of].icon} filled={of === 'failed'}>
                {states[of].word}
              </Badge>
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
