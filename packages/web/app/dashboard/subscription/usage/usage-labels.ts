import { planById, type UsageDay, type UsagePeriodFacts, type UsageSource } from '@clearframe/contract';
import { formatCount, formatDay, formatShortDate } from '../../../shared/format/format.ts';
import { grantedWords } from '../../shell/subscription/subscription-status.ts';
import type { Bar } from '../../ui/stacked-bars.tsx';

/** "Growth, 1 Nov 2026 – 1 Dec 2026". */
export function periodName({ plan, start, end }: UsagePeriodFacts): string {
  const whose = plan === null ? grantedWords : (planById(plan)?.name ?? plan);
  return `${whose}, ${formatShortDate(start, 'UTC')} – ${formatShortDate(end, 'UTC')}`;
}

/** Bars that a chart can show side by side; beyond them each stands for a week. */
const mostBars = 62;

export const dayName = (day: string) => formatDay(`${day}T00:00:00Z`, 'UTC');

/** The days as bars; of a long period each bar is the sum of seven days, named after the first. */
export function usageBars(days: readonly UsageDay[]): Bar[] {
  const width = days.length > mostBars ? 7 : 1;
  const bars: Bar[] = [];
  for (let first = 0; first < days.length; first += width) {
    const some = days.slice(first, first + width);
    const key = some[0]?.day ?? '';
    const sum = (of: (day: UsageDay) => number) => some.reduce((total, day) => total + of(day), 0);
    bars.push({
      key,
      label: dayName(key),
      lower: sum(({ dashboard, unknown }) => dashboard + unknown),
      upper: sum(({ api, check }) => api + check),
    });
  }
  return bars;
}

/** "Frames a day: between 0 and 103, 104 in total". */
export function usageSentence(bars: readonly Bar[], days: number): string {
  const totals = bars.map(({ lower, upper }) => lower + upper);
  const each = bars.length === days ? 'day' : 'week';
  const sum = totals.reduce((one, other) => one + other, 0);
  const [least, most] = [Math.min(...totals), Math.max(...totals)];
  return `Frames a ${each}: between ${formatCount(least)} and ${formatCount(most)}, ${formatCount(sum)} in total`;
}

/** Frames by where they came from, the largest first, without what is nothing. */
export function usageSources(days: readonly UsageDay[]): { name: string; frames: number }[] {
  const sum = (source: UsageSource) => days.reduce((total, day) => total + day[source], 0);
  const all = [
    { name: 'Dashboard', frames: sum('dashboard') },
    { name: 'API', frames: sum('api') },
    { name: 'Checks by other software', frames: sum('check') },
    { name: 'Items deleted long ago', frames: sum('unknown') },
  ];
  return all.filter(({ frames }) => frames > 0).sort((one, other) => other.frames - one.frames);
}
