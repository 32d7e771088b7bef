import { expect, it } from 'vitest';
import type { ProcessSeen } from '../../presence/processes.ts';
import { judgeProcesses } from './running.ts';

const one: ProcessSeen = {
  role: 'http,jobs',
  instance: 'a',
  version: '1.0.0',
  startedAt: new Date(0),
  silentSeconds: 1,
  isThere: true,
  isReplaced: false,
  otherSettings: [],
};
const judge = (...seen: Partial<ProcessSeen>[]) =>
  judgeProcesses(
    seen.map((part) => ({ ...one, ...part })),
    '1.0.0',
  );

it('OPS-04 tells which processes are missing, and that two versions run', () => {
  expect(judge({}, { role: 'pictures,videos', instance: 'b' })).toMatchObject([
    { level: 'ok', found: '2 processes on 2 machines.' },
    { level: 'ok', found: 'Every process runs 1.0.0.' },
  ]);
  expect(judge({ isThere: false })).toMatchObject([{ level: 'warning', found: expect.stringContaining('does not run') }]);
  expect(judge({})).toMatchObject([
    { level: 'warning', found: expect.stringMatching(/No pictures process .* No videos process/) },
    { level: 'ok' },
  ]);
  expect(judge({}, { role: 'pictures,videos', version: '0.9.0' })).toMatchObject([
    { level: 'ok' },
    { level: 'warning', found: 'Running: 0.9.0, 1.0.0. Here: 1.0.0.' },
  ]);
});

it('OPS-04 counts what processes of the version before do, which called it otherwise', () => {
  expect(judge({ role: 'api' }, { role: 'analysis' })[0]).toMatchObject({ level: 'ok', found: '2 processes on 1 machine.' });
  expect(judge({ role: 'http' }, { role: 'analysis' })[0]).toMatchObject({
    level: 'warning',
    found: '2 processes on 1 machine. No jobs process runs: emails, webhooks and exports wait.',
  });
});

it('OPS-04 does not count the version of a process that is gone', () => {
  const versions = judge({}, { role: 'pictures,videos' }, { role: 'pictures,videos', version: '0.9.0', isThere: false })[1];
  expect(versions?.level).toBe('ok');
});

it('OPS-04 tells on which machines processes work with settings that were changed since they started', () => {
  const older = { instance: 'b', otherSettings: ['PLAN_PRICES'] };
  const found = judge({}, { role: 'pictures,videos' }, older, { ...older, isThere: false, instance: 'c' });
  expect(found.at(-1)).toMatchObject({
    level: 'warning',
    found: 'Processes on b work with other values of PLAN_PRICES.',
    mend: 'Restart these machines with the settings of the installation.',
  });
});
