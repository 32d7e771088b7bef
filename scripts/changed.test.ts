import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { baseOf, changedSince, touchedBy } from './lib/changed.mjs';
import { root } from './lib/root.mjs';

const starters = ['bench/', 'prove/', 'scripts/'];

it.each([
  ['a test', ['packages/sdk/src/client.test.ts'], ['packages/sdk/src/client.test.ts'], []],
  ['a journey', ['e2e/upload.journey.spec.ts'], [], ['e2e/upload.journey.spec.ts']],
  ['what journeys share', ['e2e/server.ts'], starters, null],
  [
    'a page, which a test of the server reads as text',
    ['packages/web/app/root.tsx'],
    [...starters, 'packages/server/test/webhook-guide.test.ts', 'packages/web/'].sort(),
    null,
  ],
  ['a test that is gone', ['packages/sdk/src/gone.test.ts', 'e2e/gone.journey.spec.ts'], [], []],
  [
    'lists of pages that a test of the web reads',
    ['scripts/screenshots/screens.mjs', 'e2e/screens.ts'],
    [...starters, 'packages/web/app/routes/every-route.test.ts'].sort(),
    null,
  ],
  [
    'the engine',
    ['packages/engine/src/index.ts'],
    [...starters, 'packages/cli/', 'packages/engine/', 'packages/server/'].sort(),
    null,
  ],
  ['a proof', ['prove/kill.ts'], ['prove/'], []],
  ['a document', ['docs/payments.md'], null, []],
  ['a document that the pages show', ['docs/limits.md'], null, null],
  ['the lockfile', ['package-lock.json'], null, null],
  ['nothing', [], [], []],
  [
    'a test in a workspace that is run whole',
    ['packages/web/vite.test.ts', 'packages/web/vite.config.ts', 'packages/web/app/routes/every-route.test.ts'],
    [...starters, 'packages/web/'].sort(),
    null,
  ],
])('a change of %s runs what it can touch', (_what, files, unit, journeys) => {
  expect(touchedBy(files)).toEqual({ unit, journeys });
});

it('what the contract touches is every test', () => {
  const { unit } = touchedBy(['packages/contract/src/index.ts']);
  const tests = globSync('{packages,scripts,prove,bench}/**/*.test.{ts,tsx}', { cwd: root, exclude: ['**/node_modules'] });
  expect(tests.length).toBeGreaterThan(100);
  expect(tests.filter((file) => !unit?.some((path) => file.startsWith(path)))).toEqual([]);
});

it('what a guide touches is every test that reads it', () => {
  const { unit } = touchedBy(['packages/web/content/guides/webhooks.md']);
  const readers = ['webhook-guide', 'other-analysers-guide', 'self-hosting-guide'].map(
    (name) => `packages/server/test/${name}.test.ts`,
  );
  expect(unit).toEqual(expect.arrayContaining(readers));
});

it('compares with the branch that was named, else with main, and says what it does not know', () => {
  expect([[], ['--changed'], ['--changed=next']].map(baseOf)).toEqual([null, 'main', 'next']);
  for (const args of [['--changes'], ['--changed', 'next'], ['--changed='], ['packages/web']])
    expect(() => baseOf(args)).toThrow(`"${args.join(' ')}" is not accepted: --changed, --changed=branch, or nothing`);
});

it('names the files that git says differ, and what is wrong with a branch that is not there', async () => {
  for (const file of await changedSince('HEAD')) expect(file).not.toMatch(/^\//);
  await expect(changedSince('no-such-branch')).rejects.toThrow(/no-such-branch/);
});
