import type { Moderation } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import type { verdictReasons } from '../../metrics/create-metrics.ts';
import type { MediaRow } from '../item/media-row.ts';

type Reasons = typeof verdictReasons;
/** How an analysis ended and what decided, as it is counted. */
type Counted = { [V in keyof Reasons]: { verdict: V; reason: Reasons[V][number] } }[keyof Reasons];
type Metrics = Context['metrics'];

/** A known picture comes before keywords, and these before scores: what decided alone is named. */
export function verdictOf({ passed, ai_analysis: ai, keyword_check: keywords, match }: Moderation): Counted {
  const isKnown = match?.applied === true && (ai.flagged || keywords.passed);
  if (!passed) return { verdict: 'flagged', reason: isKnown ? 'known_picture' : ai.flagged ? 'scores' : 'keywords' };
  if (ai.needs_review) return { verdict: 'review', reason: 'scores' };
  return { verdict: 'safe', reason: isKnown ? 'known_picture' : 'scores' };
}

/** Called after the transaction: what was rolled back is not counted. */
export function countVerdict({ verdicts }: Pick<Metrics, 'verdicts'>, counted: Counted): void {
  verdicts.inc(counted);
}

/** Frames that were charged, and how long the first verdict took: what people ask for again is waited for since they asked. */
export function countResult(
  { frames, uploadToVerdict }: Pick<Metrics, 'frames' | 'uploadToVerdict'>,
  { attempt, createdAt, moderationCheckedAt, source, video }: MediaRow,
  charged: number,
): void {
  const kind = video ? 'video' : 'picture';
  if (charged > 0) frames.inc({ kind }, charged);
  if (attempt === 1 && moderationCheckedAt !== null)
    uploadToVerdict.observe({ kind, source }, Math.max(0, moderationCheckedAt.getTime() - createdAt.getTime()) / 1_000);
}
