import { expect, it } from 'vitest';
import { lateGuideDays, saidIn } from './lib/guide-days.mjs';

it('PUB-11 every guide says a day of its last change that is not before what it says was written', () => {
  expect(lateGuideDays()).toEqual([]);
});

it('a day or where lines end is no change of a guide', () => {
  expect(saidIn('changed: 2026-01-01\nOne\n  two')).toBe(saidIn('changed: 2026-02-02\nOne two'));
  expect(saidIn('One two')).not.toBe(saidIn('One three'));
});
