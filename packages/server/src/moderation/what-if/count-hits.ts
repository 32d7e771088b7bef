import { type KeywordRules, KeywordsUnfinished, KeywordTextTooLong, keywordFinder } from '@clearframe/contract';
import type { Task } from '../../threads/threads.ts';

type Counts = [keyword: string, items: number][];
type Input = { rules: KeywordRules; texts: readonly string[] };
/** `checked`: of how many texts, from the first on, there was time for. */
type Output = { checked: number; forbidden: Counts; required: Counts };

/** The keywords that a text holds; none when it is too long to be searched. */
function searched(find: ReturnType<typeof keywordFinder>, text: string, isOver: () => boolean): string[] {
  try {
    return find(text, isOver);
  } catch (error) {
    if (error instanceof KeywordTextTooLong) return [];
    throw error;
  }
}

function count({ rules, texts }: Input, isOver: () => boolean): Output {
  const lists = [rules.forbidden, rules.required].map((list) => ({
    find: keywordFinder(list, rules.leetspeak),
    counts: new Map<string, number>(),
  }));
  let checked = 0;
  try {
    for (const text of texts) {
      if (isOver()) break;
      // Of a text that there was no time for nothing counts.
      const found = lists.map(({ find }) => searched(find, text, isOver));
      lists.forEach(({ counts }, place) => {
        for (const keyword of found[place] ?? []) counts.set(keyword, (counts.get(keyword) ?? 0) + 1);
      });
      checked += 1;
    }
  } catch (error) {
    if (!(error instanceof KeywordsUnfinished)) throw error;
  }
  const [forbidden = [], required = []] = lists.map(({ counts }) => [...counts]);
  return { checked, forbidden, required };
}

/** In how many texts each keyword occurs. */
export const countHitsTask: Task<Input, Output> = { name: 'count hits', run: count };
