import { type AiAnalysis, judgeScores, type VideoSecond } from '@clearframe/contract';
import { ScoreBar } from '../../ui/score-bar.tsx';
import { scoreRows } from '../media/score-rows.ts';
import { clockOf } from './clock-of.ts';

/** What the second that is shown scored. */
export function SecondScores({ second, thresholds }: { second: VideoSecond; thresholds: AiAnalysis['thresholds'] }) {
  const rows = scoreRows({ scores: second.scores, thresholds, ...judgeScores(second.scores, thresholds) });
  return (
    <div className="second-scores">
      <h3>Second {clockOf(second.second)}</h3>
      {rows.length > 0 ? (
        <div className="scores">
          {rows.map(({ category, label, score, flagAt, mark }) => (
            <ScoreBar key={category} label={label} score={score} flagAt={flagAt} flagged={mark === 'flagged'} />
          ))}
        </div>
      ) : (
        <p className="muted">No category was assessed.</p>
      )}
      {second.same_as === null ? null : (
        <p className="hint">It looks nearly the same as {clockOf(second.same_as)}, whose scores these are.</p>
      )}
    </div>
  );
}
