import { expect, it } from 'vitest';
import { judgeFacts, judgeMigrations, judgeMonths } from './database.ts';

const good = { version: '17.2 (Debian 17.2-1)', encoding: 'UTF8', isStandby: false, isReadOnly: false, aheadMs: 0 };
const levels = (change: Partial<typeof good>) =>
  judgeFacts({ ...good, ...change }).map(({ check, level }) => `${check} ${level}`);

it('OPS-01 says of each part of a database whether a start takes it', () => {
  const parts = ['version', 'writable', 'encoding', 'clock'].map((part) => `database ${part}`);
  const withFault = (place: number, level = 'fault') => parts.map((part, n) => `${part} ${n === place ? level : 'ok'}`);
  expect(levels({})).toEqual(withFault(-1));
  expect(levels({ version: '14.9' })).toEqual(withFault(0));
  expect(levels({ isStandby: true })).toEqual(withFault(1));
  expect(levels({ isReadOnly: true })).toEqual(withFault(1));
  expect(levels({ encoding: 'LATIN1' })).toEqual(withFault(2));
  expect(levels({ aheadMs: -31_000 })).toEqual(withFault(3));
  expect(levels({ aheadMs: 5_000 })).toEqual(withFault(3, 'warning'));
});

it('OPS-01 says how far the tables are', () => {
  const judge = (change: object) => judgeMigrations({ waiting: 0, isEmpty: false, isNewer: false, ...change });
  expect(judge({}).level).toBe('ok');
  expect(judge({ waiting: 2 })).toMatchObject({ level: 'warning', found: '2 migrations wait.' });
  expect(judge({ waiting: 34, isEmpty: true })).toMatchObject({ level: 'warning', found: 'The database has no tables yet.' });
  expect(judge({ isNewer: true })).toMatchObject({ level: 'warning', found: 'A newer version made the tables.' });
});

it('OPS-01 says when months to come have no parts', () => {
  expect(judgeMonths(3)).toEqual({
    check: 'months of tables',
    level: 'ok',
    found: 'Tables have parts for 3 months to come.',
    mend: null,
  });
  expect(judgeMonths(1)).toMatchObject({
    level: 'warning',
    found: 'Tables have parts for 1 month to come, and should have them for 3.',
  });
});
