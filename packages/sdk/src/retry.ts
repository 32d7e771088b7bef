import type { ClearframeError } from './clearframe-error.ts';

/** How often a call is repeated after a failure (specification §8). */
const retriesMax = 3;
/** While the first try of the same Idempotency-Key still runs: it may wait 25 s for its verdict, and fetch a file before. */
const runningRetriesMax = 30;
/** Who is asked to wait for longer is told so instead. */
const retryAfterMaxMs = 90_000;

export type Tries = {
  /** Failures and 429 so far. */
  failed: number;
  /** Answers 409 "still running" so far. */
  running: number;
};

/** Only what the same request can mend: a failure of the server, too many requests, or no answer at all. */
function isPassing({ status, retryAfterMs }: ClearframeError, repeatable: boolean): boolean {
  if (status === 0) return repeatable;
  if (status >= 500) return true;
  return status === 429 && retryAfterMs !== null;
}

/** A 409 with Retry-After: the server still works on an earlier try of the very request. */
export const isRunning = ({ status, retryAfterMs }: ClearframeError, repeatable: boolean): boolean =>
  repeatable && status === 409 && retryAfterMs !== null;

/**
 * How long to wait before the next try, or null when there should be none.
 * @param repeatable whether the server takes a repeat for the same request, also when it is not known whether the first arrived
 * @param random 0 ≤ random < 1
 * @returns milliseconds: what Retry-After asks for, else half a second, one, two, each up to a quarter more
 */
export function retryDelayMs(error: ClearframeError, tries: Tries, repeatable: boolean, random: number): number | null {
  if (error.retryAfterMs !== null && error.retryAfterMs > retryAfterMaxMs) return null;
  if (isRunning(error, repeatable)) return tries.running < runningRetriesMax ? error.retryAfterMs : null;
  if (!isPassing(error, repeatable) || tries.failed >= retriesMax) return null;
  return error.retryAfterMs ?? 500 * 2 ** tries.failed * (1 + random / 4);
}
