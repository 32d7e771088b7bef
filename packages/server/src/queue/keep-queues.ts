import { isDatabaseFault } from '../db/database-fault.ts';

/** How often heartbeats and expiry are looked at. */
const lookEveryMs = 5_000;
/**
 * For so long after the database was away nobody is taken for dead: heartbeats could not be written, and whoever lives writes the
 * next one within five seconds.
 */
const graceMs = 15_000;

export type KeepOptions = {
  /** Fails the jobs whose process is silent or whose time is up. */
  supervise(): Promise<void>;
  /** Asks the database for anything. */
  ask(): Promise<unknown>;
  onError(error: unknown): void;
  /** Milliseconds of a clock that only runs forward. */
  now?: () => number;
};

export type Keeper = { look(): Promise<void>; start(): void; stop(): void };

/** Looks after jobs of dead processes, and after none while the database was the one that was away. */
export function createKeeper({ supervise, ask, onError, now = () => performance.now() }: KeepOptions): Keeper {
  let quietUntil = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      // Asked first: a pass over every queue may begin before the fault and judge after it.
      await ask();
      if (now() >= quietUntil) await supervise();
    } catch (error) {
      if (isDatabaseFault(error)) quietUntil = now() + graceMs;
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
