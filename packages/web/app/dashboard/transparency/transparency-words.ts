import { type CountedShare, dsaCategories, type TransparencyQuery, type TransparencyRun } from '@clearframe/contract';
import { formatCount } from '../../shared/format/format.ts';

/** Days that end today. */
export const periods = ['30', '90', '365'] as const;
export type Period = (typeof periods)[number];
export const periodWords: Record<Period, string> = {
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  '365': 'Last 365 days',
};

const dayMs = 24 * 3_600_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The days of a period in UTC, both included. */
export const daysOf = (period: Period, now: number): TransparencyQuery => ({
  from: dayOf(now - (Number(period) - 1) * dayMs),
  to: dayOf(now),
});

export const categoryWord = (category: string): string => dsaCategories[category] ?? category;

const percent = (share: number) => `${Math.round(share * 100)}%`;
export const shareFigure = ({ estimate }: CountedShare): string => (estimate ? percent(estimate.share) : '–');
/** What a share rests on, with its range where there are enough. */
export function shareNote({ hits, n, estimate }: CountedShare): string {
  if (n === 0) return 'None yet';
  const counted = `${formatCount(hits)} of ${formatCount(n)}`;
  return estimate ? `${counted}, likely ${percent(estimate.low)} to ${percent(estimate.high)}` : `${counted}, too few to say`;
}

export function hoursWord(hours: number | null): string {
  if (hours === null) return '–';
  if (hours < 1) return `${Math.round(hours * 60)} min`;
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

const statements = (count: number) => `${formatCount(count)} ${count === 1 ? 'statement' : 'statements'}`;

/** How a run stands, in a sentence. */
export function runWords({ dry_run: isDry, state, total, valid, sent, refused }: TransparencyRun): string {
  if (state === 'failed') return isDry ? 'The check failed' : `Stopped after ${statements(sent)}`;
  if (isDry) {
    if (state !== 'done') return `Checking ${statements(total)}`;
    const broken = total - valid;
    return broken === 0 ? `${statements(total)} ready to send` : `${formatCount(valid)} ready, ${formatCount(broken)} to fix`;
  }
  if (state !== 'done') return `Sending: ${formatCount(sent)} of ${formatCount(total)}`;
  const left = total - sent - refused;
  const notes = [
    ...(refused > 0 ? [`${formatCount(refused)} refused`] : []),
    ...(left > 0 ? [`${formatCount(left)} to fix`] : []),
  ];
  return [`Sent ${statements(sent)}`, ...notes].join(', ');
}
