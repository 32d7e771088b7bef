import type { Timing } from './timing.ts';

/** A clock that moves by what is slept on it, at once. `slept` are the waits, in milliseconds. */
export function stillTiming(): Timing & { slept: number[] } {
  let now = Date.parse('2026-11-21T12:00:00Z');
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    random: () => 0,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      slept.push(ms);
      now += ms;
    },
  };
}
