import { expect, it } from 'vitest';
import { median, missesOf, tableOf } from './targets.mjs';

const page = (over: object) => ({
  path: '/login',
  isIndexed: false,
  lcpMs: [1_900, 2_400],
  failed: new Set<string>(),
  served: [],
  scores: [
    [95, 100, 96, 66],
    [99, 100, 96, 66],
    [94, 100, 96, 66],
  ],
  ...over,
});

it('counts the run in the middle, of an even number the worse one', () => {
  expect(median([99, 94, 95])).toBe(95);
  expect(median([99, 94])).toBe(94);
});

it('PUB-08 names what a page misses: SEO counts where it may be indexed, robots and status elsewhere', () => {
  expect(missesOf(page({}))).toEqual([]);
  expect(missesOf(page({ isIndexed: true }))).toEqual(['seo 66 of 100']);
  expect(missesOf(page({ scores: [[94, 99, 96, 66]] }))).toEqual(['performance 94 of 95', 'accessibility 99 of 100']);
  expect(missesOf(page({ served: ['status 200 instead of 404'] }))).toEqual(['status 200 instead of 404']);
  expect(
    tableOf([page({})])
      .split('\n')
      .at(-1),
  ).toBe('| /login | 95 | 100 | 96 | noindex | 1.9 s | nothing |  |');
});

it('fails a page whose score could not be told', () => {
  expect(missesOf(page({ scores: [[Number.NaN, 100, 96, 66]] }))).toEqual(['performance NaN of 95']);
});
