import type { Exposure } from '@clearframe/contract';

const MINUTE_MS = 60_000;
/** What is further off than this says nothing: a pace doesn't hold that long, and the hour's count goes down by itself. */
const REACH_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A page that shows many at once is quicker than this, and says nothing of the person. */
const QUICKEST_MS = 50;

/** How long until the reveal that passes the limit; null without one. */
const untilPast = ({ count, limit }: Exposure['hour'], paceMs: number): number | null =>
  limit > 0 ? Math.max(1, limit - count + 1) * paceMs : null;

/**
 * Minutes until a break begins if the person goes on at their pace; null where no limit is within reach, or too little says so.
 * @param paceMs from one reveal to the next
 * @param now of the clock, in ms: the count of a day ends with the day of UTC
 */
export function minutesToBreak({ hour, day, break_until }: Exposure, paceMs: number | null, now: number): number | null {
  if (break_until !== null || paceMs === null || paceMs < QUICKEST_MS) return null;
  const inHour = untilPast(hour, paceMs);
  const inDay = untilPast(day, paceMs);
  const restOfDay = DAY_MS - (now % DAY_MS);
  const first = Math.min(inHour ?? REACH_MS, inDay !== null && inDay < restOfDay ? inDay : REACH_MS);
  return first < REACH_MS ? Math.max(1, Math.round(first / MINUTE_MS)) : null;
}

/** "Break in about 25 min"; empty where that is not known. */
export const breakWords = (minutes: number | null): string => (minutes === null ? '' : `Break in about ${minutes} min`);
