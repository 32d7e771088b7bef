import { isDatabaseFault } from '../db/database-fault.ts';

/** How often heartbeats and expiry are looked at. */
const lookEveryMs = 5_000;
/** Between two looks no more time passes than this, unless the database was away or stood still, or this process did. */
const gapMs = 10_000;
/**
 * For so long after that nobody is taken for dead: heartbeats could not be written, and whoever lives writes the next one within five
 * seconds.
 */
const graceMs = 15_000;

export type KeepOptions = {
  /** Fails the jobs whose process is silent or whose time is up. */
  supervise(): Promise<void>;
  /** @returns the time by the clock that heartbeats are written with, in ms since epoch */
  ask(): Promise<number>;
  onError(error: unknown): void;
};

export type Keeper = { look(): Promise<void>; start(): void; stop(): void };

/** Looks after jobs of dead processes, and after none while the database was the one that was away. */
export function createKeeper({ supervise, ask, onError }: KeepOptions): Keeper {
  // All by the database's clock, which may jump when another machine becomes the primary.
  let lookedAt: number | null = null;
  let quietUntil = Number.NEGATIVE_INFINITY;
  let wasAway = false;
  let timer: NodeJS.Timeout | null = null;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      // Asked first: a pass over every queue may begin before the fault and judge after it.
      const now = await ask();
      const passedMs = now - (lookedAt ?? now);
      if (wasAway || passedMs < 0 || passedMs > gapMs) quietUntil = now + graceMs;
      wasAway = false;
      lookedAt = now;
      if (now >= quietUntil) await supervise();
    } catch (error) {
      if (isDatabaseFault(error)) wasAway = true;
      onError(error);
    } finally {
      isLooking = false;
    }
  };
  return {
    look,
    start() {
      timer = setInterval(look, lookEveryMs);
    },
    stop() {
      if (timer) clearInterval(timer);
    },
  };
}
