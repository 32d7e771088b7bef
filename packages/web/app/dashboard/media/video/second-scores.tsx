import { type AiAnalysis, judgeScores, type VideoSecond } from '@clearframe/contract';
import { clockOf } from '../../../shared/media/clock-of.ts';
import fieldStyles from '../../../shared/ui/field.module.css';
import scoreBarStyles from '../../../shared/verdict/score-bar.module.css';
import { ScoreBar } from '../../../shared/verdict/score-bar.tsx';
import { scoreRows } from '../../../shared/verdict/score-rows.ts';
import videoStyles from './video.module.css';

/** What the second that is shown scored. */
export function SecondScores({ second, thresholds }: { second: VideoSecond; thresholds: AiAnalysis['thresholds'] }) {
  const rows = scoreRows({ scores: second.scores, thresholds, ...judgeScores(second.scores, thresholds) });
  return (
    <div className={videoStyles.scores}>
      <h3>Second {clockOf(second.second)}</h3>
      {rows.length > 0 ? (
        <div className={scoreBarStyles.scores}>
          {rows.map(({ category, label, score, flagAt, mark }) => (
            <ScoreBar key={category} label={label} score={score} flagAt={flagAt} flagged={mark === 'flagged'} />
          ))}
        </div>
      ) : (
        <p className="muted">No category was assessed.</p>
      )}
      {second.same_as === null ? null : (
        <p className={fieldStyles.hint} data-slot="field-hint">
          It looks nearly the same as {clockOf(second.same_as)}, which has these scores.
        </p>
      )}
    </div>
  );
}
