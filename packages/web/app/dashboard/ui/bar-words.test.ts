import { expect, it } from 'vitest';
import { barAt, barWords, partAt } from './bar-words.ts';

it('DASH-02 SUB-08 says what a bar holds, and which one lies below the pointer', () => {
  const bar = { key: '2026-11-11', label: '11 Nov', lower: 1_573, upper: 22 };
  expect(barWords(bar, { lower: 'Dashboard', upper: 'API' })).toBe('11 Nov: Dashboard 1,573, API 22');
  expect([0, 0.19, 0.2, 0.99, 1, -1, 2].map((share) => barAt(share, 5))).toEqual([0, 0, 1, 4, 4, 0, 4]);
  expect(barAt(0.5, 0)).toBeNull();
});

it('DASH-02 finds the part of a bar at a height, and none that counts nothing', () => {
  const bar = { key: '2026-11-11', label: '11 Nov', lower: 10, upper: 2 };
  expect([0, 10, 10.5, 12, 30].map((value) => partAt(bar, value))).toEqual(['lower', 'lower', 'upper', 'upper', 'upper']);
  expect([0, 30].map((value) => partAt({ ...bar, upper: 0 }, value))).toEqual(['lower', 'lower']);
  expect([0, 30].map((value) => partAt({ ...bar, lower: 0 }, value))).toEqual(['upper', 'upper']);
  expect(partAt({ ...bar, lower: 0, upper: 0 }, 1)).toBeNull();
});
