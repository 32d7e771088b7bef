import { bucketOf, type CategoryScores, categoryNames, countedItems, type ScoreCounts, scoreBuckets } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { pause, READ_BATCH, startBudget } from './time-budget.ts';
import { newestChecked, storedItems } from './what-if-items.ts';

function count(counts: ScoreCounts['categories'], scores: CategoryScores): void {
  for (const name of categoryNames) {
    const score = scores[name];
    if (score === undefined) continue;
    const buckets = counts[name] ?? Array.from({ length: scoreBuckets }, () => 0);
    const bucket = bucketOf(score);
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    counts[name] = buckets;
  }
}

/**
 * The scores of an account's newest checked items by category, as far as there is time.
 * @param nowMs milliseconds of a clock that only runs forward
 */
export async function countScores(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  nowMs: () => number = performance.now.bind(performance),
): Promise<ScoreCounts> {
  const timeLeft = startBudget(nowMs);
  const ids = await newestChecked(db, accountId, countedItems);
  const categories: ScoreCounts['categories'] = {};
  let checked = 0;
  while (checked < ids.length && (checked === 0 || timeLeft() > 0)) {
    const batch = ids.slice(checked, checked + READ_BATCH);
    for (const { scores } of await storedItems(db, batch)) count(categories, scores);
    checked += batch.length;
    await pause();
  }
  return { items_checked: checked, is_complete: checked === ids.length, categories };
}
