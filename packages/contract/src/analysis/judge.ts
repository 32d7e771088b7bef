import { type Category, categoryNames, type Threshold } from './categories.ts';

/** What the thresholds say about one set of scores. Flagged categories never repeat among those to review. */
export type Judgement = {
  flagged: boolean;
  needs_review: boolean;
  flagged_categories: Category[];
  review_categories: Category[];
};

/**
 * The one rule that turns scores into a verdict of the AI, shared by server and command line.
 * A threshold counts as reached when the score equals it. A category without a score was not assessed and decides nothing.
 * @param scores likelihoods 0…1 of the assessed categories
 * @param thresholds thresholds by category; a category that has none decides nothing
 * @returns `flagged` from the flag threshold on; `needs_review` when nothing is flagged and a score reaches its review threshold
 */
export function judgeScores(
  scores: Partial<Record<Category, number | undefined>>,
  thresholds: Partial<Record<Category, Threshold | undefined>>,
): Judgement {
  const flagged: Category[] = [];
  const review: Category[] = [];
  for (const name of categoryNames) {
    const score = scores[name];
    const limit = thresholds[name];
    if (score === undefined || limit === undefined) continue;
    if (limit.flag !== null && score >= limit.flag) flagged.push(name);
    else if (limit.review !== null && score >= limit.review) review.push(name);
  }
  return {
    flagged: flagged.length > 0,
    needs_review: flagged.length === 0 && review.length > 0,
    flagged_categories: flagged,
    review_categories: review,
  };
}
