import { formatCount } from '../../../shared/format/format.ts';

/** A longer gap is a rest, and says nothing of the pace. */
const REST_MS = 120_000;
/** Fewer gaps say nothing yet. */
const GAPS_MIN = 3;

/** Milliseconds from one to the next, on average over the last 50; null where too few say so. @param times of acts, in ms */
export function paceOf(times: readonly number[]): number | null {
  const gaps = times
    .slice(-51)
    .flatMap((at, index, last) => (index === 0 ? [] : [at - (last[index - 1] ?? at)]))
    .filter((gap) => gap <= REST_MS);
  return gaps.length < GAPS_MIN ? null : gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
}

/** "42 decided, 1.9 s each"; empty before the first decision. */
export function sessionWords(decided: number, paceMs: number | null): string {
  if (decided === 0) return '';
  return `${formatCount(decided)} decided${paceMs === null ? '' : `, ${(paceMs / 1_000).toFixed(1)} s each`}`;
}
