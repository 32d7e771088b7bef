import { type AiAnalysis, categories } from '@clearframe/contract';
import fieldStyles from '../ui/field.module.css';
import findingsStyles from './findings.module.css';
import { ReadText } from './read-text.tsx';
import scoreBarStyles from './score-bar.module.css';
import { ScoreBar } from './score-bar.tsx';
import { scoreRows } from './score-rows.ts';
import { seenWords } from './seen-words.ts';

/** What the AI saw: its words, a bar for each category that it assessed, and the text it read. Of a video the highest of all seconds. */
export function AiFindings({ ai, isVideo = false }: { ai: AiAnalysis; isVideo?: boolean }) {
  const rows = scoreRows(ai);
  const seen = seenWords(ai.description);
  const review = ai.review_categories.map((category) => categories[category].label);
  return (
    <>
      {seen ? (
        <p className={findingsStyles.saw} data-slot="findings-saw">
          {seen}
        </p>
      ) : null}
      {rows.length > 0 ? (
        <div className={scoreBarStyles.scores}>
          {rows.map((row) => (
            <ScoreBar
              key={row.category}
              label={row.label}
              score={row.score}
              flagAt={row.flagAt}
              flagged={row.mark === 'flagged'}
            />
          ))}
        </div>
      ) : null}
      {review.length > 0 ? (
        <p className={fieldStyles.hint} data-slot="field-hint">
          Close to your limit, worth a look: {review.join(', ')}.
        </p>
      ) : null}
      {rows.some((row) => row.flagAt !== null) ? (
        <p className={fieldStyles.hint} data-slot="field-hint">
          The line marks your flag limit.
          {isVideo ? ' Each category shows its highest second.' : ''}
        </p>
      ) : null}
      {ai.text ? <ReadText key={ai.text} text={ai.text} isVideo={isVideo} /> : null}
    </>
  );
}
