/** How long an answer may take, from the first items that were read; what was tried until then is the answer. */
const BUDGET_MS = 1_500;
/** A reading that takes longer leaves no time to try anything: nobody waits for the answer any more. */
const LATEST_MS = 10_000;
/** Items in memory at a time; between two of these other requests are served. */
export const READ_BATCH = 500;

/** Milliseconds until the time is up. */
export type TimeLeft = () => number;

/**
 * Counts from its first question on: a busy machine takes as long to read a few items, and that is no reason to try none of them.
 * @param nowMs milliseconds of a clock that only runs forward
 */
export function startBudget(nowMs: () => number): TimeLeft {
  const latest = nowMs() + LATEST_MS;
  let deadline: number | null = null;
  return () => {
    const now = nowMs();
    deadline ??= Math.min(now + BUDGET_MS, latest);
    return deadline - now;
  };
}

/** Lets requests that wait be served. */
export const pause = () => new Promise((resolve) => setImmediate(resolve));
