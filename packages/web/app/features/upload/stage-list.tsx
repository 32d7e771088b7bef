import { CircleCheck } from 'lucide-react';
import { formatSeconds } from '../../format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { type StageTimes, stageRows } from './upload-stages.ts';

const classes = { done: 'done', now: 'now', todo: '' } as const;
const spoken = { done: 'done', now: 'under way', todo: 'not started' } as const;

/** The four named stages; each change is read out. `running` false stops the spinner, for an upload that is no longer watched. */
export function StageList({ times, running }: { times: StageTimes; running: boolean }) {
  return (
    <ol className="stages" aria-live="polite" aria-label="Stages">
      {stageRows(times).map(({ stage, word, state, durationMs }) => (
        <li key={stage} className={classes[state]}>
          {state === 'done' ? <Icon of={CircleCheck} /> : state === 'now' && running ? <Spinner /> : <span className="hole" />}
          {word}
          <span className="sr">: {spoken[state]}</span>
          {durationMs === null ? null : <time>{formatSeconds(durationMs)}</time>}
        </li>
      ))}
    </ol>
  );
}
