import { expect, it } from 'vitest';
import { barUnit, countedWords, dayName, decisionBars, decisionsSentence, shareWord } from './quality-labels.ts';

it.each([
  [0, '0%'],
  [0.0004, 'under 0.1%'],
  [0.031, '3.1%'],
  [0.5, '50%'],
  [0.994, '99.4%'],
  [0.9995, 'over 99.9%'],
  [1, '100%'],
])('%d is said as %s: none and all only of none and all', (share, word) => {
  expect(shareWord(share)).toBe(word);
});

it('a share comes with its count and its range, or says that there are too few', () => {
  expect(countedWords({ hits: 0, n: 0, estimate: null })).toBe('None decided yet');
  expect(countedWords({ hits: 3, n: 4, estimate: null })).toBe('3 of 4, too few to say');
  expect(countedWords({ hits: 1_200, n: 2_000, estimate: { share: 0.6, low: 0.578, high: 0.621 } })).toBe(
    '1,200 of 2,000, likely 58% to 62%',
  );
});

it('draws days, weeks of a long period, and months of everything', () => {
  const days = Array.from({ length: 90 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 8, 1 + index)).toISOString().slice(0, 10),
    agreed: 2,
    overturned: index === 89 ? 1 : 0,
  }));
  expect(decisionBars(days.slice(0, 30), '30')).toHaveLength(30);
  expect(barUnit(days, '90')).toBe('week');
  const weeks = decisionBars(days, '90');
  expect(weeks).toHaveLength(13);
  expect(weeks[0]).toEqual({ key: '2026-09-01', label: '1 Sep', lower: 14, upper: 0 });
  expect(weeks.at(-1)).toMatchObject({ lower: 12, upper: 1 });
  expect(dayName('2026-11-01', 'all')).toBe('Nov 2026');
  expect(decisionsSentence(days, '90')).toBe('Decisions a week: 180 agreed with the verdict, 1 overturned it');
});
