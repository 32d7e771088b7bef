/** A share of counted things with the range that holds the true share in 95 of 100 such samples. All three are 0…1. */
export type Share = { value: number; low: number; high: number; n: number };

/** The 97.5 % point of the normal distribution: 2.5 % are left out at each end. */
const Z = 1.959963984540054;

/**
 * Wilson's score interval of a share (Wilson 1927): unlike the usual "± error" it holds for few things and near 0 and 1.
 * @param hits how many of them, 0…n
 * @param n how many were counted
 * @returns null when nothing was counted: no share of nothing
 */
export function wilsonShare(hits: number, n: number): Share | null {
  if (n === 0) return null;
  const value = hits / n;
  const scale = 1 + Z ** 2 / n;
  const middle = (value + Z ** 2 / (2 * n)) / scale;
  const half = (Z / scale) * Math.sqrt((value * (1 - value)) / n + Z ** 2 / (4 * n ** 2));
  // At the ends the formula gives exactly 0 or 1, but for rounding.
  return { value, low: hits === 0 ? 0 : Math.max(0, middle - half), high: hits === n ? 1 : Math.min(1, middle + half), n };
}
