import { expect, it } from 'vitest';
import { judgeDeadRows, judgeTransactionNumbers } from './bloat.ts';

it('OPS-04 tells of a table that holds more dead rows than live ones, once they are many', () => {
  expect(judgeDeadRows(null).level).toBe('ok');
  expect(judgeDeadRows({ name: 'job', live: 0, dead: 99_999 }).level).toBe('ok');
  expect(judgeDeadRows({ name: 'media', live: 2_000_000, dead: 1_900_000 }).level).toBe('ok');
  expect(judgeDeadRows({ name: 'media', live: 1_000, dead: 200_000 })).toMatchObject({
    level: 'warning',
    found: expect.stringContaining('media holds 200000 dead rows beside 1000'),
  });
});

it('OPS-04 tells before the database runs out of transaction numbers', () => {
  const levels = [199_000_000, 1_200_000_000, 1_900_000_000].map((used) => judgeTransactionNumbers(used).level);
  expect(levels).toEqual(['ok', 'warning', 'fault']);
});
