/** Waits before the retries: with the first try four attempts within about seven minutes (specification §9: 3 retries). */
const retryDelaysMs = [10_000, 60_000, 360_000];
/** Each wait is up to so much shorter or longer, so that the events of one breakdown do not come back together. */
const jitter = 0.2;

export const attemptsMax = retryDelaysMs.length + 1;

/**
 * How long to wait after an attempt that failed, or null when it was the last.
 * @param attempt 1 = the first
 * @param retryAfterMs what the receiver asked for: never sooner
 * @param random from 0 to 1
 */
export function nextDelayMs(attempt: number, retryAfterMs: number | null, random: number): number | null {
  const delayMs = retryDelaysMs[attempt - 1];
  if (delayMs === undefined) return null;
  return Math.max(Math.round(delayMs * (1 - jitter + 2 * jitter * random)), retryAfterMs ?? 0);
}
