import { expect, it } from 'vitest';
import { usageBars, usageSentence, usageSources } from './usage-labels.ts';

const dayOf = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: dayOf(index),
    dashboard: 1,
    api: 2,
    check: 0,
    unknown: index === 0 ? 4 : 0,
  }));

it('SUB-08 draws a bar for each day, of a long period one for each week, and loses no frame', () => {
  expect(usageBars(days(2))).toEqual([
    { key: '2026-01-01', label: '1 Jan', lower: 5, upper: 2 },
    { key: '2026-01-02', label: '2 Jan', lower: 1, upper: 2 },
  ]);
  const weeks = usageBars(days(365));
  expect(weeks).toHaveLength(53);
  expect(weeks.reduce((sum, { lower, upper }) => sum + lower + upper, 0)).toBe(365 * 3 + 4);
});

it('SUB-08 says the figures in words, by day or by week', () => {
  expect(usageSentence(usageBars(days(2)), 2)).toBe('Frames a day: between 3 and 7, 10 in total');
  expect(usageSentence(usageBars(days(70)), 70)).toBe('Frames a week: between 21 and 25, 214 in total');
});

it('SUB-08 lists the sources that were used, the largest first', () => {
  expect(usageSources(days(3))).toEqual([
    { name: 'API', frames: 6 },
    { name: 'Items deleted long ago', frames: 4 },
    { name: 'Dashboard', frames: 3 },
  ]);
});
