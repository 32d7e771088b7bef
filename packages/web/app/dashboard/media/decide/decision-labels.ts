import { type DecideResult, type ManualVerdict, messages } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { verbs } from './situation.ts';

/** MED-09, letter for letter. */
export const decisionFailed: Record<ManualVerdict, string> = { pass: messages.passMediaFailed, fail: messages.failMediaFailed };

/** "12 items", "1 item". */
export function countItems(count: number): string {
  return `${count} ${count === 1 ? 'item' : 'items'}`;
}

/** "Passed: Cellar red, 2019", "Failed 12 items". @param next title of the item that comes now: "Passed: Cellar red. Next: Beach" */
export function decidedWords(verdict: ManualVerdict, titles: readonly string[], next?: string): string {
  const [only] = titles;
  const done =
    titles.length === 1 && only !== undefined ? `${verbs[verdict]}: ${only}` : `${verbs[verdict]} ${countItems(titles.length)}`;
  return next === undefined ? done : `${done}. Next: ${next}`;
}

/** "2 of 12 items are unchanged: Media not found"; null when all went well. Each reason once. */
export function refusedWords(results: readonly DecideResult[]): string | null {
  const reasons = results.flatMap(({ error }) => (error === null ? [] : [error]));
  if (reasons.length === 0) return null;
  const [only] = new Set(reasons);
  const count =
    results.length === 1 ? 'The item is unchanged' : `${reasons.length} of ${countItems(results.length)} are unchanged`;
  return `${count}: ${new Set(reasons).size === 1 ? only : [...new Set(reasons)].join('; ')}`;
}

/** Why a decision on that many items, or taking it back, failed as a whole. */
export function failureWords(error: unknown, count: number): string {
  if (!(error instanceof ClearframeError && error.status === 0)) return errorMessage(error, messages.requestFailed);
  const kept = count === 1 ? 'the item is unchanged' : `the ${count} items are unchanged`;
  return `Could not reach the server, so ${kept}. Try again when you are back online.`;
}
