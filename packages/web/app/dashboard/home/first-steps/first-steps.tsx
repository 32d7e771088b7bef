import { FREE_PLAN_ID, planById } from '@clearframe/contract';
import { ChevronRight, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { formatFrames } from '../../../shared/format/format.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import styles from './quick-list.module.css';

const trialNote = `${formatFrames(planById(FREE_PLAN_ID)?.media_per_month ?? 0)}, no payment`;

type Step = { to: string; title: string; note: string; done: boolean };

/** What a new account does first; steps tick themselves off. */
export function FirstSteps({ subscribed, hasTokens }: { subscribed: boolean; hasTokens: boolean }) {
  const steps: Step[] = [
    { to: '/dashboard/subscription', title: 'Activate the free trial', note: trialNote, done: subscribed },
    { to: '/dashboard/upload', title: 'Upload a picture', note: 'The verdict is there in seconds', done: false },
    { to: '/dashboard/tokens', title: 'Create an API token', note: 'Then your own programs can upload', done: hasTokens },
  ];
  return (
    <section className={`card ${styles.fill}`}>
      <div className="card-header">
        <h2>First steps</h2>
      </div>
      <ol className={`${styles.quick} ${styles.steps}`}>
        {steps.map(({ to, title, note, done }) => (
          <li key={to}>
            <Link to={to}>
              {done ? <Icon of={CircleCheck} /> : <span className={styles.hole} />}
              <span>
                <b>
                  {title}
                  {done ? <span className="visually-hidden"> (done)</span> : null}
                </b>
                <small>{note}</small>
              </span>
              <Icon of={ChevronRight} />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
