import { expect, it } from 'vitest';
import { limitWhenOn, mostOf } from './switch-on.ts';

it('switches a limit on at its default, and never across the other one', () => {
  const off = { review: null, flag: null };
  expect(limitWhenOn('sexual_explicit', 'flag', off)).toBe(0.7);
  expect(limitWhenOn('synthetic', 'review', off)).toBe(0.5);
  expect(limitWhenOn('sexual_suggestive', 'flag', { review: 0.9, flag: null })).toBe(0.9);
  expect(limitWhenOn('sexual_suggestive', 'review', { review: null, flag: 0.3 })).toBe(0.3);
});

it('lets the limits of minors go no higher than their defaults', () => {
  expect(mostOf('minor_safety')).toEqual({ review: 0.05, flag: 0.3 });
  expect(mostOf('gore')).toEqual({ review: 1, flag: 1 });
});
