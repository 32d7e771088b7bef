import { CircleCheck } from 'lucide-react';
import { formatSeconds } from '../format/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';
import styles from './stage-list.module.css';
import { type StageTimes, stageRows } from './upload-stages.ts';

const classes = { done: styles.done, now: styles.now, todo: '' } as const;
const spoken = { done: 'done', now: 'under way', todo: 'not started' } as const;

/** The four named stages; each change is read out. `running` false stops the spinner, for an upload that is no longer watched. */
export function StageList({ times, running }: { times: StageTimes; running: boolean }) {
  return (
    <ol className={styles.stages} aria-live="polite" aria-label="Stages">
      {stageRows(times).map(({ stage, word, state, durationMs }) => (
        <li key={stage} className={classes[state]}>
          {state === 'done' ? (
            <Icon of={CircleCheck} />
          ) : state === 'now' && running ? (
            <Spinner />
          ) : (
            <span className={styles.hole} />
          )}
          {word}
          <span className="visually-hidden">: {spoken[state]}</span>
          {durationMs === null ? null : <time>{formatSeconds(durationMs)}</time>}
        </li>
      ))}
    </ol>
  );
}
