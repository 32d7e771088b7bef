import { expect, it } from 'vitest';
import { judgeProcesses } from './running.ts';

const one = { role: 'api', instance: 'a', version: '1.0.0', startedAt: new Date(0), silentSeconds: 1, isThere: true };
const judge = (...seen: Partial<typeof one>[]) =>
  judgeProcesses(
    seen.map((part) => ({ ...one, ...part })),
    '1.0.0',
  );

it('OPS-04 tells which processes are missing, and that two versions run', () => {
  expect(judge({}, { role: 'analysis', instance: 'b' })).toMatchObject([
    { level: 'ok', found: '2 processes on 2 machines.' },
    { level: 'ok', found: 'Every process runs 1.0.0.' },
  ]);
  expect(judge({ isThere: false })).toMatchObject([{ level: 'warning', found: expect.stringContaining('does not run') }]);
  expect(judge({})).toMatchObject([{ level: 'warning', found: expect.stringContaining('No analysis process') }, { level: 'ok' }]);
  expect(judge({}, { role: 'analysis', version: '0.9.0' })).toMatchObject([
    { level: 'ok' },
    { level: 'warning', found: 'Running: 0.9.0, 1.0.0. Here: 1.0.0.' },
  ]);
});

it('OPS-04 does not count the version of a process that is gone', () => {
  const versions = judge({}, { role: 'analysis' }, { role: 'analysis', version: '0.9.0', isThere: false })[1];
  expect(versions?.level).toBe('ok');
});
