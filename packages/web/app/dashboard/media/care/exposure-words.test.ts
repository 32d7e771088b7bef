import { expect, it } from 'vitest';
import { exposureWords } from './exposure-words.ts';

it('TRUST-B3 tells a person their own figures, with the limits that the account has', () => {
  const hour = { count: 23, limit: 60 };
  expect(exposureWords({ hour, day: { count: 1_200, limit: 2_000 } })).toBe(
    'You revealed 23 of 60 this hour and 1,200 of 2,000 today.',
  );
  expect(exposureWords({ hour: { count: 0, limit: 0 }, day: { count: 4, limit: 0 } })).toBe(
    'You revealed 0 this hour and 4 today.',
  );
});
