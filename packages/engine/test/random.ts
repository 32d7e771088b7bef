/** Numbers from 0 to 1, the same for the same seed. */
export type Random = () => number;

/** mulberry32: small, quick, and even enough for what tests draw. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of them; undefined of none. */
export const pick = <T>(next: Random, all: readonly T[]): T | undefined => all[Math.floor(next() * all.length)];
