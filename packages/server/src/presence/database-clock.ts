import type { Clock } from '../clock.ts';

/** An answer that took longer says little about the moment at which it was given. */
const roundTripMaxMs = 1_000;

export type DatabaseClock = Clock & {
  /** What the database's clock said, between two moments of the clock that only runs forward. All in ms. */
  set(databaseMs: number, askedAt: number, answeredAt: number): void;
};

/**
 * The database's time, which all machines share: times that one writes and another compares are of one clock, to half the time that
 * an answer takes. Before the first answer it is this machine's. An answer that corrects the one before by less than that turns nothing
 * back: what began a moment ago has begun.
 */
export function createDatabaseClock(monotonicMs: () => number = () => performance.now()): DatabaseClock {
  let offsetMs = Date.now() - monotonicMs();
  let isSet = false;
  let lastMs = Number.NEGATIVE_INFINITY;
  return {
    now() {
      const ms = offsetMs + monotonicMs();
      if (ms > lastMs || ms < lastMs - roundTripMaxMs) lastMs = ms;
      return new Date(lastMs);
    },
    set(databaseMs, askedAt, answeredAt) {
      if (!Number.isFinite(databaseMs) || (isSet && answeredAt - askedAt > roundTripMaxMs)) return;
      offsetMs = databaseMs - (askedAt + answeredAt) / 2;
      isSet = true;
    },
  };
}
