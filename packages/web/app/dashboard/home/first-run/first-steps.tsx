import { FREE_PLAN_ID, messages, planById, type UsageAnswer } from '@clearframe/contract';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDate, formatFrames } from '../../../shared/format/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import meterStyles from '../../../shared/ui/meter.module.css';
import { useMay } from '../../shell/role/use-may.ts';
import type { TrialActivation } from '../../shell/subscription/use-activate-trial.ts';
import styles from './first-steps.module.css';

const trialFrames = formatFrames(planById(FREE_PLAN_ID)?.media_per_month ?? 0);

type Step = { title: string; note: string; done: boolean; act?: ReactNode };

type FirstStepsProps = {
  usage: UsageAnswer | undefined;
  trial: TrialActivation;
  /** What had a verdict here. */
  checked: 'own' | 'sample' | null;
  hasTokens: boolean;
  mayTokens: boolean;
};

/** How the first step reads, by what the account has. */
function planStep(answer: UsageAnswer | undefined, trial: TrialActivation, mayPay: boolean): Step {
  if (answer?.usage) {
    const { subscription, usage } = answer;
    const until = subscription ? `, until ${formatDate(subscription.current_period_end)}` : '';
    const title = subscription ? `${subscription.plan.name} is on` : 'You have frames';
    return { title, note: `${formatFrames(usage.total_media_allowed)}${until}.`, done: true };
  }
  if (!mayPay) return { title: 'Activate a plan', note: 'The owner of the account can do that.', done: false };
  if (answer?.trial_available === false)
    return {
      title: 'Choose a plan',
      note: 'The free trial of this account is over.',
      done: false,
      act: (
        <Link className="link" to="/dashboard/subscription">
          {messages.subscribeFirst}
        </Link>
      ),
    };
  return {
    title: 'Activate free trial',
    note: `${trialFrames}, no card. A picture costs one.`,
    done: false,
    act: (
      <Button kind="primary" busy={trial.isActivating} disabled={!answer} onClick={() => void trial.activate()}>
        Activate free trial
      </Button>
    ),
  };
}

const checkNotes = {
  own: 'It is in Content Review.',
  sample: 'A sample, no frame used.',
  none: 'Drop one here, or take a sample.',
};

/** What a new account does first. Each step ticks itself off. */
export function FirstSteps({ usage, trial, checked, hasTokens, mayTokens }: FirstStepsProps) {
  const mayPay = useMay('subscription.manage') === true;
  const tokens: Step = {
    title: 'Create an API token',
    note: 'Then your own site can send pictures.',
    done: hasTokens,
    act: (
      <Link className="link" to="/dashboard/tokens">
        API Tokens
      </Link>
    ),
  };
  const steps: Step[] = [
    planStep(usage, trial, mayPay),
    {
      title: checked ? 'First picture checked' : 'Check a picture',
      note: checkNotes[checked ?? 'none'],
      done: checked !== null,
    },
    ...(mayTokens ? [tokens] : []),
  ];
  const done = steps.filter((step) => step.done).length;
  const next = steps.findIndex((step) => !step.done);
  return (
    <section className={`card ${styles.card}`}>
      <div className="card-header">
        <h2>First steps</h2>
        <span className="dim">
          {done} of {steps.length}
        </span>
      </div>
      <div className={styles.meter}>
        <progress className={meterStyles.meter} data-slot="meter" aria-label="Steps done" max={steps.length} value={done} />
      </div>
      <ol className={styles.steps}>
        {steps.map(({ title, note, done: isDone, act }, place) => (
          <li key={note} className={isDone ? styles.done : place === next ? styles.now : undefined}>
            <i aria-hidden="true">{isDone ? <Icon of={Check} /> : place + 1}</i>
            <div>
              <b>
                {title}
                {isDone ? <span className="visually-hidden"> (done)</span> : null}
              </b>
              <p>{note}</p>
              {isDone ? null : act}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
