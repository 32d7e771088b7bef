import { type KeywordHits, type KeywordSettingsInput, keywordFinder, limits, rulesOf } from '@clearframe/contract';
import type { Context } from '../context.ts';
import { readPolicy } from '../policy/read-policy.ts';
import { newestChecked, storedWords } from './what-if-items.ts';

type HitsContext = Pick<Context, 'db'>;

/** How long the counting may take; what was counted until then is the answer. */
const BUDGET_MS = 2_000;
/** Texts held in memory at a time: an item's may have 20 kB. */
const BATCH = 50;

/** Lets requests that wait be served. */
const pause = () => new Promise((resolve) => setImmediate(resolve));

/**
 * In how many of the account's newest items each keyword occurs, by the rule of the verdict. Between two items other requests
 * are served, and after {@link BUDGET_MS} the counting ends: 1,000 keywords over 500 long texts are seconds of computing.
 * @param nowMs milliseconds of a clock that only runs forward
 */
export async function countKeywordHits(
  context: HitsContext,
  accountId: string,
  input: KeywordSettingsInput,
  nowMs: () => number = performance.now.bind(performance),
): Promise<KeywordHits> {
  const deadline = nowMs() + BUDGET_MS;
  const saved = await readPolicy(context.db, accountId);
  const rules = rulesOf(input, saved.keywords);
  const lists = [
    { keywords: input.required_keywords, find: keywordFinder(rules.required, rules.leetspeak) },
    { keywords: input.forbidden_keywords, find: keywordFinder(rules.forbidden, rules.leetspeak) },
  ].map((list) => ({ ...list, counts: new Map<string, number>() }));
  const ids = await newestChecked(context.db, accountId, limits.keywordHitsItems);
  let checked = 0;
  for (let start = 0; start < ids.length && nowMs() < deadline; start += BATCH) {
    const texts = await storedWords(context.db, ids.slice(start, start + BATCH));
    for (const { text } of texts.values()) {
      if (nowMs() >= deadline) break;
      for (const { find, counts } of lists) for (const found of find(text)) counts.set(found, (counts.get(found) ?? 0) + 1);
      checked += 1;
      await pause();
    }
  }
  const [required = [], forbidden = []] = lists.map(({ keywords, counts }) => hitsInOrder(keywords, counts));
  return { items_checked: checked, is_complete: checked === ids.length, required, forbidden };
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
