import { expect, it } from 'vitest';
import { judgeLastBackup } from './last-backup.ts';

it('OPS-04 tells how old the last whole backup is, and of one that was begun and is not whole', () => {
  const lastAt = new Date('2026-11-22T10:00:00Z');
  expect(judgeLastBackup({ begun: 2, lastAt, ageHours: 25 }, false)).toMatchObject({
    level: 'ok',
    found: 'The last whole one holds everything as it was at 2026-11-22T10:00:00.000Z.',
  });
  expect(judgeLastBackup({ begun: 2, lastAt, ageHours: 27.5 }, false)).toMatchObject({
    level: 'warning',
    found: expect.stringMatching(/It is 27 h old\.$/),
  });
  expect(judgeLastBackup({ begun: 1, lastAt: null, ageHours: null }, true).level).toBe('warning');
});

it('OPS-04 asks for a backup where people depend on it, not of whoever tries it out', () => {
  const none = { begun: 0, lastAt: null, ageHours: null };
  expect([judgeLastBackup(none, true).level, judgeLastBackup(none, false).level]).toEqual(['ok', 'warning']);
});
