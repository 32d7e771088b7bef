import { setImmediate } from 'node:timers/promises';
import { AppError, type CheckDoor, type KeywordCheck, KeywordsUnfinished } from '@clearframe/contract';
import { refuseSuspended } from '../../billing/suspension.ts';
import type { Context } from '../../context.ts';
import { readPolicy } from '../../policy/read-policy.ts';
import { newId } from '../../security/new-id.ts';
import { checkKeywords } from '../judge/check-keywords.ts';
import { writeLines } from './check-lines.ts';

/** How long the texts of one request may take together: other requests wait meanwhile. */
const ALL_MS = 1_000;

export type CheckedText = { keywordCheck: KeywordCheck; policyVersion: string };

/**
 * Texts without a picture: the account's keyword rules look at them and nothing else does. Nothing is stored of them, and nothing charged.
 * @returns one for each text, in order
 * @throws AppError account_suspended, busy where they take too long: a check that did not end says nothing
 */
export async function checkTexts(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  { accountId, tokenId, door }: { accountId: string; tokenId: string | null; door: CheckDoor },
  texts: readonly string[],
): Promise<CheckedText[]> {
  await refuseSuspended(db, accountId);
  const { keywords, version: policyVersion } = await readPolicy(db, accountId);
  const until = performance.now() + ALL_MS;
  const checked: CheckedText[] = [];
  for (const text of texts) {
    await setImmediate();
    try {
      checked.push({ keywordCheck: checkKeywords(text, keywords, () => performance.now() > until), policyVersion });
    } catch (error) {
      if (error instanceof KeywordsUnfinished) throw new AppError('busy', { detail: 'keywords', cause: error });
      throw error;
    }
  }
  const line = { accountId, door, tokenId, at: clock.now(), flaggedCategories: [], policyVersion };
  await writeLines(
    db,
    checked.map(({ keywordCheck }) => ({
      ...line,
      id: newId(),
      verdict: keywordCheck.passed ? ('pass' as const) : ('fail' as const),
    })),
  );
  return checked;
}
