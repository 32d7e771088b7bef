import { type Category, type Coverage, categoryNames, defaultThresholds, judgeScores } from '@clearframe/contract';
import type { ClassProbabilities } from './classifier/classifier.ts';

/** Version of the mapping below; it is part of `analysis_version`, so that old results can be told apart. */
export const MAPPING_VERSION = 1;

export type Scores = Partial<Record<Category, number>>;

/**
 * The five classes in terms of the taxonomy. Why: docs/decisions/013. Pornography and pornographic
 * drawings are both sexually explicit, and both kinds of drawing are drawn.
 */
export function toScores(classes: ClassProbabilities): Scores {
  return {
    sexual_explicit: likelihood(classes.porn + classes.hentai),
    sexual_suggestive: likelihood(classes.sexy),
    synthetic: likelihood(classes.drawing + classes.hentai),
  };
}

/** Four decimals are more than the classifier knows; a sum of shares may exceed 1 by a rounding error. */
const likelihood = (value: number) => Math.min(1, Math.round(value * 10_000) / 10_000);

/** The worst frame counts: an animation has of each category the highest score that any of its frames has. */
export function worstScores(frames: readonly Scores[]): Scores {
  const worst: Scores = {};
  for (const name of categoryNames) {
    const values = frames.flatMap((frame) => frame[name] ?? []);
    if (values.length > 0) worst[name] = Math.max(...values);
  }
  return worst;
}

/** What the classifier looks at, category by category. It was not trained to find anything else. */
export function coverage(): Record<Category, Coverage> {
  const assessed: readonly Category[] = ['sexual_explicit', 'sexual_suggestive', 'synthetic'];
  const entries = categoryNames.map((name) => [name, assessed.includes(name) ? 'assessed' : 'not_assessed'] as const);
  return Object.fromEntries(entries) as Record<Category, Coverage>;
}

/** Whether a score is so near to one of its thresholds that a small change of the picture could decide otherwise. */
export function isNearThreshold(scores: Scores, within: number, thresholds = defaultThresholds()): boolean {
  return categoryNames.some((name) => {
    const score = scores[name];
    const { review, flag } = thresholds[name];
    return score !== undefined && [review, flag].some((limit) => limit !== null && Math.abs(score - limit) < within);
  });
}

/** How doubtful a frame is: 0 when nothing of it reaches a threshold, else how explicit it is. Reviewers must see the most doubtful one. */
export function doubtOf(scores: Scores, thresholds = defaultThresholds()): number {
  const { flagged, needs_review } = judgeScores(scores, thresholds);
  return flagged || needs_review ? (scores.sexual_explicit ?? 0) + Number.EPSILON : 0;
}
