import { expect, it } from 'vitest';
import { barAt, barWords } from './bar-words.ts';

it('DASH-02 SUB-08 says what a bar holds, and which one lies below the pointer', () => {
  const bar = { key: '2026-11-11', label: '11 Nov', lower: 1_573, upper: 22 };
  expect(barWords(bar, { lower: 'Dashboard', upper: 'API' })).toBe('11 Nov: Dashboard 1,573, API 22');
  expect([0, 0.19, 0.2, 0.99, 1, -1, 2].map((share) => barAt(share, 5))).toEqual([0, 0, 1, 4, 4, 0, 4]);
  expect(barAt(0.5, 0)).toBeNull();
});
