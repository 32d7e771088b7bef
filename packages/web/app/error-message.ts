import { ClearframeError } from '@clearframe/sdk';

/** The sentence to show for any failure, else the fallback of the page. */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ClearframeError && error.message !== '' ? error.message : fallback;
}
