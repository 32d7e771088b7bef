import { formatCount } from '../../shared/format/format.ts';
import type { Bar } from './stacked-bars.tsx';

/** What the two parts of a bar are called. */
export type Parts = { lower: string; upper: string };

/** One of the two parts of a bar. */
export type Part = keyof Parts;

/** "11 Nov: Agreed 14, Overturned 1". */
export function barWords({ label, lower, upper }: Bar, parts: Parts): string {
  return `${label}: ${parts.lower} ${formatCount(lower)}, ${parts.upper} ${formatCount(upper)}`;
}

/** The bar at a place between 0, the left end, and 1; null without bars. */
export function barAt(share: number, count: number): number | null {
  return count === 0 ? null : Math.min(Math.max(0, Math.floor(share * count)), count - 1);
}

/** The part at a value of the axis; above the bar its upper one. A part that counts nothing is never at hand; null = neither does. */
export function partAt({ lower, upper }: Bar, value: number): Part | null {
  if (upper > 0 && (value > lower || lower === 0)) return 'upper';
  return lower > 0 ? 'lower' : null;
}
