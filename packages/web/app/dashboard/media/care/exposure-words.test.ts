import { expect, it } from 'vitest';
import { exposureWords, nearestLimit } from './exposure-words.ts';

it('TRUST-B3 tells a person their own figures, with the limits that the account has', () => {
  const hour = { count: 23, limit: 60 };
  expect(exposureWords({ hour, day: { count: 1_200, limit: 2_000 } })).toBe(
    'You revealed 23 of 60 this hour and 1,200 of 2,000 today.',
  );
  expect(exposureWords({ hour: { count: 0, limit: 0 }, day: { count: 4, limit: 0 } })).toBe(
    'You revealed 0 this hour and 4 today.',
  );
});

it('TRUST-B3 measures by the limit of which most is used, and by none where the account has none', () => {
  const [hour, day] = [
    { count: 30, limit: 60 },
    { count: 90, limit: 100 },
  ];
  expect(nearestLimit({ hour, day })).toEqual({ ...day, label: 'Revealed of the day’s limit' });
  expect(nearestLimit({ hour, day: { count: 40, limit: 100 } })?.label).toBe('Revealed of the hour’s limit');
  expect(nearestLimit({ hour: { count: 30, limit: 0 }, day: { count: 0, limit: 9 } })?.label).toBe('Revealed of the day’s limit');
  expect(nearestLimit({ hour: { count: 30, limit: 0 }, day: { count: 90, limit: 0 } })).toBeNull();
});
