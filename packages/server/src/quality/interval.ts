import { type CountedShare, qualityMinDecided, type ShareEstimate } from '@clearframe/contract';

/** Of the normal distribution: 19 of 20 lie within so many standard deviations. */
export const z95 = 1.959_964;

/**
 * Wilson's interval of a share (Wilson 1927): unlike the share ± an error it never leaves 0…1, and it says something also when
 * none or all were hit.
 * @param hits of `n`, 0…n; neither needs to be whole, for weighted counts
 * @param z standard deviations to either side
 * @returns the whole range for n = 0, of which nothing is known
 */
export function wilson(hits: number, n: number, z: number = z95): { low: number; high: number } {
  if (n <= 0) return { low: 0, high: 1 };
  const share = hits / n;
  const over = 1 + z ** 2 / n;
  const middle = (share + z ** 2 / (2 * n)) / over;
  const half = (z * Math.sqrt((share * (1 - share)) / n + z ** 2 / (4 * n ** 2))) / over;
  // Rounding must not put the share itself outside.
  return { low: Math.max(0, Math.min(share, middle - half)), high: Math.min(1, Math.max(share, middle + half)) };
}

const estimateOf = (hits: number, n: number): ShareEstimate => ({ share: hits / n, ...wilson(hits, n) });

/** A share with its interval, or without when there are too few to say. */
export function countedShare(hits: number, n: number): CountedShare {
  return { hits, n, estimate: n < qualityMinDecided ? null : estimateOf(hits, n) };
}
