import { expect, it } from 'vitest';
import { month } from './month.mjs';
import { sellerOf } from './people.mjs';

const now = new Date('2026-11-24T15:00:00Z');
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

it('OPS-01 the month of the demo is the same for everybody: about 400 pictures, in the order of their days', () => {
  const days = month(30, now);
  expect(days).toEqual(month(30, now));
  expect(days.map(({ ago }) => ago)).toEqual(Array.from({ length: 30 }, (_, place) => 29 - place));
  const all = days.flatMap(({ uploads }) => uploads);
  expect(all.length).toBeGreaterThan(380);
  expect(all.length).toBeLessThan(450);
  const times = all.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(Math.max(...times)).toBeLessThanOrEqual(now.getTime());
  for (const { ago, uploads } of days)
    for (const { at } of uploads) expect(dayOf(at)).toBe(dayOf(new Date(now.getTime() - ago * 86_400_000)));
  expect(new Set(all.map(({ title }) => title)).size, 'no title comes twice').toBe(all.length);
});

it('OPS-01 a short demo ends with the same named pictures, also a minute after midnight', () => {
  const early = new Date('2026-11-24T00:01:00Z');
  const titles = month(2, early).flatMap(({ uploads }) => uploads.map(({ title }) => title));
  expect(titles).toEqual(expect.arrayContaining(['Cellar red, 2019', 'Upload 4471', 'Import row 119']));
  for (const { uploads } of month(2, early))
    for (const { at } of uploads) expect(at.getTime()).toBeLessThanOrEqual(early.getTime());
});

it('OPS-01 TRUST-B1 a title of the demo is the same seller’s each time, and all of them sell', () => {
  const titles = month(30, now).flatMap(({ uploads }) => uploads.map(({ title }) => title));
  const ids = titles.map((title) => sellerOf(title)?.id);
  expect(titles.map((title) => sellerOf(title)?.id)).toEqual(ids);
  expect(new Set(ids).size).toBe(8);
});
