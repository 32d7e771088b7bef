import {
  type CountedShare,
  categories,
  type FlagReason,
  type QualityDay,
  type QualityPeriod,
  type ShareEstimate,
} from '@clearframe/contract';
import { formatCount, formatDay } from '../../shared/format/format.ts';
import type { Bar } from '../ui/stacked-bars.tsx';

export const periodWords: Record<QualityPeriod, string> = {
  '7': 'Last 7 days',
  '30': 'Last 30 days',
  '90': 'Last 90 days',
  all: 'All time',
};

/** "92%"; "0%" and "100%" are said only of none and of all, and below 10% there is one decimal. */
export function shareWord(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return 'under 0.1%';
  if (percent > 99 && percent < 100) return percent >= 99.9 ? 'over 99.9%' : `${percent.toFixed(1)}%`;
  return `${percent < 10 && percent > 0 ? percent.toFixed(1) : Math.round(percent)}%`;
}

/** "83% to 97%". */
export function rangeWord({ low, high }: ShareEstimate): string {
  return `${shareWord(low)} to ${shareWord(high)}`;
}

/** "26 of 30, likely 70% to 94%"; "3 of 4, too few to say". */
export function countedWords({ hits, n, estimate }: CountedShare): string {
  if (n === 0) return 'None decided yet';
  const counted = `${formatCount(hits)} of ${formatCount(n)}`;
  return estimate ? `${counted}, likely ${rangeWord(estimate)}` : `${counted}, too few to say`;
}

export function reasonWord(reason: FlagReason): string {
  if (reason === 'keywords') return 'Keyword rules';
  return reason === 'known' ? 'Known pictures' : categories[reason].label;
}

export const analyserWord = (analyser: string) => (analyser === 'built-in' ? 'Built-in analyser' : analyser);

/** Bars that a chart can show side by side; beyond them each stands for a week. */
const mostBars = 62;

/** The name of a day of the report, which in a report of months stands for the whole of it: "1 Dec", "Dec 2026". */
export function dayName(day: string, period: QualityPeriod): string {
  if (period !== 'all') return formatDay(`${day}T00:00:00Z`, 'UTC');
  const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
  return month.format(new Date(`${day}T00:00:00Z`));
}

/** What each bar stands for. */
export function barUnit(days: readonly QualityDay[], period: QualityPeriod): 'day' | 'week' | 'month' {
  if (period === 'all') return 'month';
  return days.length > mostBars ? 'week' : 'day';
}

/** Days as bars, weeks of a long period summed and named after their first day. */
export function decisionBars(days: readonly QualityDay[], period: QualityPeriod): Bar[] {
  const width = barUnit(days, period) === 'week' ? 7 : 1;
  const bars: Bar[] = [];
  for (let first = 0; first < days.length; first += width) {
    const some = days.slice(first, first + width);
    const key = some[0]?.day ?? '';
    const sum = (of: 'agreed' | 'overturned') => some.reduce((total, day) => total + day[of], 0);
    bars.push({ key, label: dayName(key, period), lower: sum('agreed'), upper: sum('overturned') });
  }
  return bars;
}

/** "Decisions a day: 40 agreed with the verdict, 3 overturned it". */
export function decisionsSentence(days: readonly QualityDay[], period: QualityPeriod): string {
  const sum = (of: 'agreed' | 'overturned') => formatCount(days.reduce((total, day) => total + day[of], 0));
  return `Decisions a ${barUnit(days, period)}: ${sum('agreed')} agreed with the verdict, ${sum('overturned')} overturned it`;
}
