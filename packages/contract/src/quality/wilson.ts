/** A share of counted things with the range that holds the true share in 95 of 100 such samples. All three are 0…1. */
export type Share = { value: number; low: number; high: number; n: number };

/** Of the normal distribution: 19 of 20 lie within so many standard deviations. */
const z95 = 1.959_964;

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

/** The share with its 95 % interval. @returns null when nothing was counted: there is no share of nothing */
export function wilsonShare(hits: number, n: number): Share | null {
  return n === 0 ? null : { value: hits / n, ...wilson(hits, n), n };
}
