const MB = 1_048_576;
const KB = 1_024;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "12,480": the whole product writes English. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** "14 frames", "1 frame". */
export function formatFrames(frames: number): string {
  return `${formatCount(frames)} ${frames === 1 ? 'frame' : 'frames'}`;
}

/** "1.4 MB", "320 KB", "17 bytes"; MB = 1,048,576 bytes as everywhere in the product. */
export function formatBytes(bytes: number): string {
  if (bytes >= MB) return `${(bytes / MB).toFixed(1)} MB`;
  if (bytes >= KB) return `${Math.round(bytes / KB)} KB`;
  return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
}

/** "1.84 s" from milliseconds; under a hundredth of a second still says something. */
export function formatSeconds(durationMs: number): string {
  return durationMs < 10 ? '< 0.01 s' : `${(durationMs / 1_000).toFixed(2)} s`;
}

type DateStyle = { month: 'short' | 'long'; time?: boolean; timeZone?: string };

/** "3 Nov 2026" or "3 November 2026", with ", 09:12" when asked; in the reader's own time zone unless one is named. */
export function formatDate(iso: string, style: DateStyle = { month: 'short' }): string {
  const zone = style.timeZone === undefined ? {} : { timeZone: style.timeZone };
  const parts = new Intl.DateTimeFormat('en-US', {
    day: 'numeric',
    month: style.month,
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...zone,
  }).formatToParts(new Date(iso));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((candidate) => candidate.type === type)?.value ?? '';
  const date = `${part('day')} ${part('month')} ${part('year')}`;
  return style.time ? `${date}, ${part('hour')}:${part('minute')}` : date;
}

/** "just now", "4 min ago", "2 h ago", "3 days ago"; from a week on the date. A clock behind the server's reads "just now". */
export function formatAge(iso: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(iso);
  if (ageMs < MINUTE_MS) return 'just now';
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min ago`;
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h ago`;
  const days = Math.floor(ageMs / DAY_MS);
  if (days < 7) return days === 1 ? '1 day ago' : `${days} days ago`;
  return formatDate(iso);
}

/** Share of an allowance used, 0…100, never above 100 (specification §2: the bar is capped). */
export function usedPercent(used: number, total: number): number {
  return total <= 0 ? 100 : Math.min(100, Math.max(0, (used / total) * 100));
}
