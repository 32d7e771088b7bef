import { setTimeout } from 'node:timers/promises';

/** What analysers know of time and luck; tests pass their own. */
export type AnalyserClock = {
  /** Ms since epoch. */
  nowMs(): number;
  /** Resolves after so many ms, or rejects when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** From 0 up to, but not including, 1. */
  random(): number;
};

/** The clock of the machine. */
export const systemClock: AnalyserClock = {
  nowMs: () => Date.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }),
  random: () => Math.random(),
};
