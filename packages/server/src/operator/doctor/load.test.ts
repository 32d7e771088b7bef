import { expect, it } from 'vitest';
import { judgeConnections, judgeStandby, judgeTransaction } from './load.ts';

it('OPS-04 warns of a transaction that nobody needs any more, and says how to end it', () => {
  const oldest = { pid: 77, name: 'psql', seconds: 899 };
  expect(judgeTransaction(null).level).toBe('ok');
  expect(judgeTransaction(oldest).level).toBe('ok');
  const old = judgeTransaction({ ...oldest, seconds: 900 });
  expect(old.level).toBe('warning');
  expect(old.mend).toContain('pg_terminate_backend(77)');
});

it('OPS-04 warns before the last connection is taken', () => {
  expect(judgeConnections({ used: 79, max: 100 }).level).toBe('ok');
  expect(judgeConnections({ used: 80, max: 100 })).toMatchObject({
    level: 'warning',
    found: '80 of 100 connections are in use.',
  });
});

it('OPS-04 tells whether what is acknowledged lies on two servers', () => {
  const level = (wanted: string, connected: number | null, commit = 'on', isFleet = false) =>
    judgeStandby({ wanted, connected, commit }, isFleet).level;
  expect(level('', 0)).toBe('ok');
  expect(level('', 0, 'on', true)).toBe('warning');
  expect(level('ANY 1 (a, b)', 1)).toBe('ok');
  expect(level('ANY 1 (a, b)', null)).toBe('ok');
  expect(level('ANY 1 (a, b)', 0)).toBe('fault');
  expect(level('', 0, 'off')).toBe('warning');
  expect(level('a', 1, 'local')).toBe('warning');
});
