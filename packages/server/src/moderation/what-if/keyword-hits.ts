import { type KeywordHits, type KeywordSettingsInput, limits, rulesOf } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { readPolicy } from '../../policy/read-policy.ts';
import { ThreadOverdue } from '../../threads/threads.ts';
import { countHitsTask } from './count-hits.ts';
import { newestChecked, storedWords } from './what-if-items.ts';

type HitsContext = Pick<Context, 'db' | 'threads'>;

/** How long the counting may take, from the first words on; what was counted until then is the answer. */
const BUDGET_MS = 1_700;
/** A reading that takes longer leaves no time to count anything: nobody waits for the answer any more. */
const LATEST_MS = 10_000;
/** Texts held in memory at a time: an item's may have 20 kB. */
const BATCH = 50;

/**
 * In how many of the account's newest items each keyword occurs, by the rule of the verdict. A thread counts; after {@link BUDGET_MS} it
 * ends, in the middle of an item if need be, which then is not counted.
 * @param nowMs milliseconds of a clock that only runs forward
 */
export async function countKeywordHits(
  context: HitsContext,
  accountId: string,
  input: KeywordSettingsInput,
  nowMs: () => number = performance.now.bind(performance),
): Promise<KeywordHits> {
  const latest = nowMs() + LATEST_MS;
  let deadline: number | null = null;
  const saved = await readPolicy(context.db, accountId);
  const rules = rulesOf(input, saved.keywords);
  const ids = await newestChecked(context.db, accountId, limits.keywordHitsItems);
  const sums = { forbidden: new Map<string, number>(), required: new Map<string, number>() };
  let checked = 0;
  for (let start = 0; start < ids.length; start += BATCH) {
    const words = await storedWords(context.db, ids.slice(start, start + BATCH));
    const texts = [...words.values()].map(({ text }) => text);
    const now = nowMs();
    deadline ??= Math.min(now + BUDGET_MS, latest);
    const budgetMs = deadline - now;
    if (budgetMs <= 0) break;
    const counted = await context.threads
      .run(countHitsTask, { rules, texts }, { key: accountId, budgetMs })
      .catch(nothingIfOverdue);
    for (const list of ['forbidden', 'required'] as const)
      for (const [keyword, items] of counted[list]) sums[list].set(keyword, (sums[list].get(keyword) ?? 0) + items);
    checked += counted.checked;
    if (counted.checked < texts.length) break;
  }
  return {
    items_checked: checked,
    is_complete: checked === ids.length,
    required: hitsInOrder(input.required_keywords, sums.required),
    forbidden: hitsInOrder(input.forbidden_keywords, sums.forbidden),
  };
}

function nothingIfOverdue(error: unknown): ReturnType<typeof countHitsTask.run> {
  if (error instanceof ThreadOverdue) return { checked: 0, forbidden: [], required: [] };
  throw error;
}

/** One number a keyword; of keywords that are spelt alike the first has it. */
function hitsInOrder(keywords: readonly string[], counts: Map<string, number>): number[] {
  const left = new Map(counts);
  return keywords.map((written) => {
    const keyword = written.trim();
    const hits = left.get(keyword) ?? 0;
    left.delete(keyword);
    return hits;
  });
}
