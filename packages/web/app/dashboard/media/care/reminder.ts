import type { Exposure } from '@clearframe/contract';

/** A break is near with so many minutes to go, or with this share of a limit left. */
const NEAR_MIN = 5;
const NEAR_SHARE = 0.1;
/** Reveals of an hour are limited, so a reminder holds for one. */
const WINDOW_MS = 3_600_000;

const hasLittleLeft = ({ count, limit }: Exposure['hour']): boolean => limit > 0 && limit - count <= limit * NEAR_SHARE;

/** Whether a break is near. @param minutes until it begins, at the person's pace; null = not known */
export const isBreakNear = ({ hour, day, break_until }: Exposure, minutes: number | null): boolean =>
  break_until === null && ((minutes !== null && minutes <= NEAR_MIN) || hasLittleLeft(hour) || hasLittleLeft(day));

/** Whether it is told: once an hour, and again after a break. @param toldAt the last time, in ms; null = never, or before a break */
export const isReminderDue = (isNear: boolean, toldAt: number | null, now: number): boolean =>
  isNear && (toldAt === null || now - toldAt >= WINDOW_MS);

const left = ({ count, limit }: Exposure['hour']): number => Math.max(0, limit - count);

/** "Break in about 4 min. You can reveal 6 more." The limit that comes first counts. */
export function reminderWords({ hour, day }: Pick<Exposure, 'hour' | 'day'>, minutes: number | null): string {
  const more = Math.min(...[hour, day].filter(({ limit }) => limit > 0).map(left));
  const rest = more === 0 ? 'The next reveal begins your break.' : `You can reveal ${more} more.`;
  return minutes === null ? rest : `Break in about ${minutes} min. ${rest}`;
}
