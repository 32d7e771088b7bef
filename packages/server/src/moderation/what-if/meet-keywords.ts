import { type KeywordRules, KeywordsUnfinished, keywordTest } from '@clearframe/contract';
import type { Task } from '../../threads/threads.ts';

type Input = { before: KeywordRules /** null = the same. */; after: KeywordRules | null; texts: readonly string[] };
/** Of each text whether it meets the rules before and after; fewer than texts when time ran out. */
type Output = [before: boolean, after: boolean][];

function meet({ before, after, texts }: Input, isOver: () => boolean): Output {
  const [meetsBefore, meetsAfter] = [keywordTest(before), after && keywordTest(after)];
  const met: Output = [];
  try {
    for (const text of texts) {
      if (isOver()) break;
      const was = meetsBefore(text, isOver);
      met.push([was, meetsAfter ? meetsAfter(text, isOver) : was]);
    }
  } catch (error) {
    if (!(error instanceof KeywordsUnfinished)) throw error;
  }
  return met;
}

/** Which texts meet the keyword rules of a policy, and of a change of it. */
export const meetKeywordsTask: Task<Input, Output> = { name: 'meet keywords', run: meet };
