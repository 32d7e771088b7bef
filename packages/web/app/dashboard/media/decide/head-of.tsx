import type { MediaUpload } from '@clearframe/contract';
import { Time } from '../../../shared/ui/time.tsx';
import { verdictOf, verdictWords } from '../../../shared/verdict/verdict.ts';
import type { VerdictHead } from '../shown/verdict-card.tsx';
import { type Situation, titleFor } from './situation.ts';

/** What stands above the reasons. A decision that was just made has its line before the server tells of it, so that nothing moves then. */
export function headOf(situation: Situation, media: MediaUpload): VerdictHead | undefined {
  const title = titleFor(situation, media);
  if (title === null) return undefined;
  if (situation.kind === 'open') return { look: 'review', title };
  if (situation.kind === 'held' || situation.kind === 'lost') return { look: situation.kind, title };
  const { decision, verdict } = situation;
  const first = (
    <>
      <p className="strong">
        {decision ? (
          <>
            {verdictWords[verdictOf(media)]} · <Time at={decision.at} />
          </>
        ) : (
          // The item may have been read before the server had heard of it.
          `${verdictWords[verdict === 'fail' ? 'flagged' : 'safe']} · now`
        )}
      </p>
      {decision?.note ? (
        <p dir="auto">
          <q>{decision.note}</q>
        </p>
      ) : null}
    </>
  );
  return { look: verdict === 'fail' ? 'flagged' : 'safe', title, first };
}
