import type { DeliveryAttempt } from '@clearframe/contract';
import { CircleCheck, CircleX } from 'lucide-react';
import { CodeBlock } from '../../../shared/code/code-block.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import timelineStyles from '../../ui/timeline.module.css';
import deliveriesStyles from './deliveries.module.css';
import { answerOf } from './delivery-labels.ts';

/** Every attempt at one delivery, newest first: when, how long, what came back. */
export function AttemptList({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  return (
    <ol className={`${timelineStyles.timeline} ${deliveriesStyles.attempts}`}>
      {attempts.toReversed().map((attempt) => (
        <li key={attempt.number}>
          <span
            className={
              attempt.error === null
                ? `${timelineStyles.point} ${timelineStyles.passed}`
                : `${timelineStyles.point} ${timelineStyles.failed}`
            }
          >
            <Icon of={attempt.error === null ? CircleCheck : CircleX} />
          </span>
          <div>
            <b>
              Attempt {attempt.number}: {answerOf(attempt)}
            </b>
            {attempt.error ? <p>{attempt.error}</p> : null}
            {attempt.response ? (
              <details>
                <summary className="link">Response</summary>
                <CodeBlock label={`Response to attempt ${attempt.number}, at most 4 kB`} text={attempt.response} />
              </details>
            ) : null}
          </div>
          <span className={deliveriesStyles.attemptFacts}>
            <Time at={attempt.at} as="moment" />
            <span className="mono">{attempt.duration_ms.toLocaleString('en-US')} ms</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
