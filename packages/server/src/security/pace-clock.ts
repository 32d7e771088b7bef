import { limits } from '@clearframe/contract';

/** How often is looked, and over what time a speed is taken. */
export const LOOK_MS = 30_000;

/** By which connections are measured that bytes come or go over. */
export type PaceClock = {
  /** Milliseconds of a clock that only goes on. */
  now(): number;
  /** Calls each {@link LOOK_MS}, and returns what ends that. */
  repeat(look: () => void): () => void;
};

export const paceClock: PaceClock = {
  now: () => performance.now(),
  repeat(look) {
    const timer = setInterval(look, LOOK_MS).unref();
    return () => clearInterval(timer);
  },
};

/** Whether that is slower than anybody sends or reads a file: {@link limits.uploadBytesPerSecond}. */
export const isTooSlow = (bytes: number, ms: number): boolean => bytes < (limits.uploadBytesPerSecond * ms) / 1_000;
