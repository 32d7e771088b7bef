import { ClearframeError } from '@clearframe/sdk';
import { NotConfirmed } from './confirm/not-confirmed.ts';

/** The sentence to show for any failure, else the fallback of the page. */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof NotConfirmed) return error.message;
  return error instanceof ClearframeError && error.message !== '' ? error.message : fallback;
}
