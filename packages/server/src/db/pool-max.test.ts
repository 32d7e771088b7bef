import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { poolMax } from './pool-max.ts';

it('OPS-01 gives a process connections for what it does, or as many as DATABASE_POOL_MAX says', () => {
  const unset = readConfig({}).poolMax;
  expect([poolMax(unset, ['http']), poolMax(unset, ['jobs']), poolMax(unset, ['http', 'jobs'])]).toEqual([10, 5, 15]);
  expect([poolMax(unset, ['pictures']), poolMax(unset, ['videos']), poolMax(unset, ['pictures', 'videos'])]).toEqual([2, 2, 2]);
  expect(poolMax(readConfig({ DATABASE_POOL_MAX: '4' }).poolMax, ['http', 'jobs'])).toBe(4);
});
