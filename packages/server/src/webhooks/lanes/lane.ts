/** What of a lane outlasts the process that holds it. */
export type LaneState = {
  /** Attempts at a time. */
  concurrency: number;
  /** Its last answer took long, or none came. */
  isSlow: boolean;
};

/** How an attempt ended, as far as the pace of its hook depends on it. */
type Answer = {
  durationMs: number;
  /** No answer, 429 or 5xx: the hook has more to do than it can. */
  isOverload: boolean;
};

/** One hook as the process that holds its lease knows it. Times are ms of a clock that only runs forward. */
export type Lane = {
  readonly webhookId: string;
  /** Ends what is under way, once another process holds the lease or this one stops. */
  readonly lost: AbortController;
  /** Something may be due. */
  hasDue: boolean;
  /** When the hook was seen to want a pause; null = it wants none. */
  parkedAt: number | null;
  /** Since when nothing was due or under way; null = it is busy. */
  idleSince: number | null;
  /** Attempts that were begun and are not written down yet. */
  readonly held: number;
  state(now: number): LaneState;
  /** How many more may begin now. */
  room(now: number): number;
  /** Attempts that last for long already, of those without an answer. */
  overdue(now: number): number;
  begin(deliveryId: string, now: number): void;
  /** An answer came, or none will. */
  answer(deliveryId: string, answer: Answer): void;
  /** What came of it is written down, or never will be. */
  free(): void;
};

const firstConcurrency = 4;
const most = 64;
/** Slow hooks get so many at a time, however well they answered before. */
const mostSlow = 2;
/** Where an answer takes longer, or none comes, the hook is slow. */
const slowMs = 5_000;
/** Answers by which the lane knows what is usual. */
const remembered = 64;

const medianOf = (durations: readonly number[]): number =>
  durations.toSorted((one, other) => one - other)[Math.floor(durations.length / 2)] ?? 0;

/**
 * Finds out how many attempts a hook takes at a time: one more after each window of answers that came about as fast as usual, half as
 * many where it does not keep up. A window is as many answers as there are attempts at a time.
 */
export function createLane(webhookId: string, { concurrency: known, isSlow }: Partial<LaneState> = {}): Lane {
  let concurrency = known ?? firstConcurrency;
  let lastWasSlow = isSlow ?? false;
  let held = 0;
  /** When each attempt without an answer began, oldest first. */
  const begun = new Map<string, number>();
  let usual: number[] = [];
  let window: number[] = [];
  /** Every place was taken: without that the answers say nothing about one attempt more. */
  let wasFull = false;
  let halvedAt = Number.NEGATIVE_INFINITY;
  let latest = 0;

  const overdue = (now: number): number => [...begun.values()].filter((at) => now - at >= slowMs).length;
  const seemsSlow = (now: number): boolean => lastWasSlow || overdue(now) > 0;
  const endWindow = (): void => {
    if (wasFull && medianOf(window) < 2 * medianOf(usual)) concurrency = Math.min(most, concurrency + 1);
    [window, wasFull] = [[], false];
  };
  return {
    webhookId,
    lost: new AbortController(),
    hasDue: true,
    parkedAt: null,
    idleSince: null,
    get held() {
      return held;
    },
    state: (now) => ({ concurrency, isSlow: seemsSlow(now) }),
    room: (now) => Math.max(0, (seemsSlow(now) ? Math.min(mostSlow, concurrency) : concurrency) - held),
    overdue,
    begin(deliveryId, now) {
      begun.set(deliveryId, now);
      latest = now;
      held += 1;
      if (held >= concurrency) wasFull = true;
    },
    answer(deliveryId, { durationMs, isOverload }) {
      const at = begun.get(deliveryId) ?? latest;
      begun.delete(deliveryId);
      lastWasSlow = durationMs >= slowMs;
      if (isOverload) {
        // All that were under way together are one sign, not one each.
        if (at > halvedAt) [concurrency, halvedAt] = [Math.max(1, Math.floor(concurrency / 2)), latest];
        [window, wasFull] = [[], false];
        return;
      }
      usual = [...usual, durationMs].slice(-remembered);
      window.push(durationMs);
      if (window.length >= concurrency) endWindow();
    },
    free() {
      held -= 1;
    },
  };
}

/** A look for what is due costs the database something: between two of them is so many times what the last one took. */
const restFactor = 9;
/** A look that took long may have waited for a database that was away, and says nothing of the next one. */
const longestRestMs = 5_000;

/** How long nothing is looked for after a look that took so many ms. */
export const restAfterLook = (tookMs: number): number => Math.min(longestRestMs, restFactor * tookMs);
