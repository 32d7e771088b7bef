const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `soon` under 24 hours, `urgent` under 8, `late` from then on. */
export type ClockLevel = 'plain' | 'soon' | 'urgent' | 'late';

/** "6 days", "47 h", "20 min". Rounded down: nobody has more time than it says. */
function spanOf(ms: number): string {
  if (ms >= 3 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days`;
  if (ms >= HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return `${Math.floor(ms / MINUTE_MS)} min`;
}

/** How long a notice may still wait. @param now in ms since 1970 */
export function clockOf(dueAt: string, now: number): { level: ClockLevel; words: string } {
  const left = Date.parse(dueAt) - now;
  if (left <= 0) return { level: 'late', words: `${spanOf(-left)} late` };
  const level = left < 8 * HOUR_MS ? 'urgent' : left < DAY_MS ? 'soon' : 'plain';
  return { level, words: `${spanOf(left)} left` };
}
