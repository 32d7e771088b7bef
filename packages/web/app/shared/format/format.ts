const counts = new Intl.NumberFormat('en-US');

/** "20,000". */
export function formatCount(count: number): string {
  return counts.format(count);
}

/** "14 frames", "1 frame". */
export function formatFrames(frames: number): string {
  return `${formatCount(frames)} ${frames === 1 ? 'frame' : 'frames'}`;
}

/** "$60.00", "ZAR 1,020.00": minor units of a currency of two decimals. */
export function formatMoney(cents: number, currency: string): string {
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'symbol' });
  return money.format(cents / 100).replaceAll('\u00A0', ' ');
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The same one again: making one takes longer than all else that a table of a hundred times computes. */
function clockOf(month: 'short' | 'long', timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${month} ${timeZone}`;
  const known = clocks.get(key);
  if (known) return known;
  const options: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month,
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  };
  if (timeZone !== undefined) options.timeZone = timeZone;
  const made = new Intl.DateTimeFormat('en-US', options);
  clocks.set(key, made);
  return made;
}

/** Parts of a moment in the reader's time zone, or in a named one. en-US, because en-GB shortens September to four letters. */
function dateParts(time: string, month: 'short' | 'long', timeZone?: string) {
  const parts = clockOf(month, timeZone).formatToParts(new Date(time));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return {
    day: part('day'),
    month: part('month'),
    year: part('year'),
    clock: `${part('hour')}:${part('minute')}`,
    second: part('second'),
  };
}

/** "1 Dec". */
export function formatDay(time: string, timeZone?: string): string {
  const { day, month } = dateParts(time, 'short', timeZone);
  return `${day} ${month}`;
}

/** "1 December 2026". */
export function formatDate(time: string, timeZone?: string): string {
  const { day, month, year } = dateParts(time, 'long', timeZone);
  return `${day} ${month} ${year}`;
}

/** "3 Nov 2026", for table cells. */
export function formatShortDate(time: string, timeZone?: string): string {
  const { day, month, year } = dateParts(time, 'short', timeZone);
  return `${day} ${month} ${year}`;
}

/** "18 Nov 2026, 09:12". */
export function formatDateTime(time: string, timeZone?: string): string {
  return `${formatShortDate(time, timeZone)}, ${dateParts(time, 'short', timeZone).clock}`;
}

/** "18 Nov 2026, 09:12:07", where moments lie seconds apart. */
export function formatMoment(time: string, timeZone?: string): string {
  return `${formatDateTime(time, timeZone)}:${dateParts(time, 'short', timeZone).second}`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * "now", "4 min ago", "13:20" of today, "yesterday, 13:10", "3 Nov" of this year, "14 Mar 2025". `now` in ms since 1970; a clock
 * behind the server's reads "now".
 */
export function formatAge(time: string, now: number, timeZone?: string): string {
  const age = now - Date.parse(time);
  if (age < MINUTE_MS) return 'now';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`;
  const date = formatShortDate(time, timeZone);
  const ofNow = (back: number) => formatShortDate(new Date(now - back).toISOString(), timeZone);
  const { clock } = dateParts(time, 'short', timeZone);
  if (date === ofNow(0)) return clock;
  if (date === ofNow(DAY_MS)) return `yesterday, ${clock}`;
  return date.slice(-4) === ofNow(0).slice(-4) ? formatDay(time, timeZone) : date;
}

/** "1.84 s" from milliseconds. */
export function formatSeconds(durationMs: number): string {
  return durationMs < 10 ? '< 0.01 s' : `${(durationMs / 1_000).toFixed(2)} s`;
}

/** "SA" for "Sample Account": the first letters of the first and the last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

/** "1.4 MB", "312 kB", "90 bytes"; MB = 1,048,576 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1_048_576) return `${(bytes / 1_048_576).toFixed(1)} MB`;
  if (bytes >= 1_024) return `${Math.round(bytes / 1_024)} kB`;
  return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
}

/** "62%"; rounded down, so that 100% is said only of all. */
export function formatShare(part: number, whole: number): string {
  return `${whole <= 0 ? 0 : Math.floor((Math.min(part, whole) / whole) * 100)}%`;
}
