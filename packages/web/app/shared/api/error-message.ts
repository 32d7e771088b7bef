import { messages } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { NotConfirmed } from './not-confirmed.ts';
import { PasskeyFault } from './passkey-fault.ts';

/** What an error says when the server gave no sentence of its own (specification §8). */
const generic: readonly string[] = ['', messages.requestFailed, messages.unknownError];

/** The sentence to show for any failure: the server's, else the fallback of the page, else what little the error says. */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof NotConfirmed || error instanceof PasskeyFault) return error.message;
  if (!(error instanceof ClearframeError)) return fallback;
  return generic.includes(error.message) ? fallback || error.message : error.message;
}

/** What the error says beside the fallback of the page; null when {@link errorMessage} has said it already. */
export function errorReason(error: unknown): string | null {
  return error instanceof ClearframeError && generic.includes(error.message) ? error.message || null : null;
}
