import { z } from 'zod';
import { Category } from '../analysis/categories.ts';

/** How many of the newest checked items are counted. */
export const countedItems = 1_000;

/** One bucket for each hundredth from 0 to 1. */
export const scoreBuckets = 101;

/** The bucket of a score: the last hundredth that it reaches, compared as a limit is. So a count at any hundredth is exact. */
export function bucketOf(score: number): number {
  const near = Math.min(scoreBuckets - 1, Math.round(score * 100));
  return near / 100 > score ? near - 1 : near;
}

/** Scores of an account's newest checked items, counted by category. */
export const ScoreCounts = z.object({
  /** How many items were counted, the newest first: fewer than there are when time was up. */
  items_checked: z.int(),
  is_complete: z.boolean(),
  /** Of each category in which at least one item has a score, how many scores each bucket holds. */
  categories: z.partialRecord(Category, z.array(z.int()).length(scoreBuckets)),
});
export type ScoreCounts = z.infer<typeof ScoreCounts>;
