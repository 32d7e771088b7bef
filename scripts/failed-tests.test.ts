import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { failedJourneys, failedUnitTests, lateJourneys } from './lib/failed-tests.mjs';
import { root } from './lib/root.mjs';

/** Below the clone, where both programs find their libraries. */
const folder = mkdtempSync(join(root, 'scripts', 'failed-tests-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Report = Parameters<typeof failedUnitTests>[0] & Parameters<typeof failedJourneys>[0];

function reportOf(args: string[], file: string, env: NodeJS.ProcessEnv = {}): Report {
  const path = join(folder, file);
  spawnSync(process.execPath, args, { cwd: folder, env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: path } });
  return JSON.parse(readFileSync(path, 'utf8'));
}

it('names each test of Vitest that failed, and each file that did not load', () => {
  writeFileSync(join(folder, 'vitest.config.ts'), 'export default { test: { include: ["*.unit.ts"] } };\n');
  writeFileSync(
    join(folder, 'sums.unit.ts'),
    'import { expect, it } from "vitest"; it("adds", () => expect(1).toBe(2)); it("holds", () => expect(1).toBe(1));\n',
  );
  writeFileSync(join(folder, 'absent.unit.ts'), 'import "./nothing.ts";\n');
  const vitest = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=json',
    '--outputFile',
    join(folder, 'unit.json'),
  ];
  expect(failedUnitTests(reportOf(vitest, 'unit.json')).sort()).toEqual([
    expect.stringMatching(/absent\.unit\.ts: .*nothing\.ts/),
    expect.stringMatching(/sums\.unit\.ts › adds: AssertionError: expected 1 to be 2/),
  ]);
});

it('names each group of tests of Vitest that failed beside its tests, with what went wrong', () => {
  writeFileSync(join(folder, 'vitest.config.ts'), 'export default { test: { include: ["*.group.ts"] } };\n');
  writeFileSync(
    join(folder, 'sums.group.ts'),
    [
      'import { afterAll, beforeAll, describe, it } from "vitest";',
      'describe("begins", () => { beforeAll(() => { throw new Error("no ink") }); it("adds", () => undefined); });',
      'describe("ends", () => { afterAll(() => { throw new Error("no paper") }); it("adds", () => undefined); });',
    ].join('\n'),
  );
  const file = join(folder, 'groups.json');
  const vitest = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=json',
    '--outputFile',
    join(folder, 'group.json'),
    `--reporter=${join(root, 'scripts/lib/failed-suites.mjs')}`,
  ];
  const report = reportOf(vitest, 'group.json', { FAILED_SUITES_FILE: file });
  expect(failedUnitTests(report, JSON.parse(readFileSync(file, 'utf8')))).toEqual([
    expect.stringMatching(/sums\.group\.ts › begins: no ink$/),
    expect.stringMatching(/sums\.group\.ts › ends: no paper$/),
  ]);
});

it('names each test of Vitest that passed at its second try only', () => {
  writeFileSync(join(folder, 'vitest.config.ts'), 'export default { test: { include: ["*.late.ts"], retry: 1 } };\n');
  writeFileSync(
    join(folder, 'sums.late.ts'),
    [
      'import { expect, it } from "vitest"; let n = 0;',
      'it("adds late", () => expect((n += 1)).toBe(2)); it("holds", () => expect(1).toBe(1));',
    ].join('\n'),
  );
  const file = join(folder, 'late.json');
  const vitest = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    `--reporter=${join(root, 'scripts/lib/second-tries.mjs')}`,
  ];
  spawnSync(process.execPath, vitest, { cwd: folder, env: { ...process.env, SECOND_TRIES_FILE: file } });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([expect.stringMatching(/sums\.late\.ts › adds late$/)]);
});

it('names each test of Vitest that this machine could not run, and why', () => {
  writeFileSync(join(folder, 'vitest.config.ts'), 'export default { test: { include: ["*.skipped.ts"] } };\n');
  writeFileSync(
    join(folder, 'sums.skipped.ts'),
    [
      'import { expect, it } from "vitest"; it("adds abroad", ({ skip }) => skip("there is no plane here"));',
      'it.skip("sleeps", () => undefined); it("holds", () => expect(1).toBe(1));',
    ].join('\n'),
  );
  const file = join(folder, 'not-run.json');
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', `--reporter=${join(root, 'scripts/lib/not-run.mjs')}`];
  spawnSync(process.execPath, vitest, { cwd: folder, env: { ...process.env, NOT_RUN_FILE: file } });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([
    expect.stringMatching(/sums\.skipped\.ts › adds abroad: there is no plane here$/),
  ]);
});

it('names each journey that failed', () => {
  writeFileSync(join(folder, 'playwright.config.ts'), 'export default { testMatch: "*.journey.ts", outputDir: "out" };\n');
  writeFileSync(
    join(folder, 'sums.journey.ts'),
    'import { expect, test } from "@playwright/test"; test("adds", () => expect(1).toBe(2)); test("holds", () => undefined);\n',
  );
  const playwright = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=json'];
  expect(failedJourneys(reportOf(playwright, 'journeys.json'))).toEqual([
    expect.stringMatching(/^sums\.journey\.ts › adds: .*expect\(received\)\.toBe\(expected\)/),
  ]);
});

it('names each journey that passed at its second try only, which did not fail', () => {
  writeFileSync(
    join(folder, 'playwright.config.ts'),
    'export default { testMatch: "*.late-journey.ts", retries: 1, outputDir: "out" };\n',
  );
  writeFileSync(
    join(folder, 'sums.late-journey.ts'),
    'import { expect, test } from "@playwright/test"; test("adds late", ({}, info) => expect(info.retry).toBe(1));\n',
  );
  const playwright = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=json'];
  const report = reportOf(playwright, 'late-journeys.json');
  expect(lateJourneys(report)).toEqual([expect.stringMatching(/^sums\.late-journey\.ts › adds late: .*expect\(received\)/)]);
  expect(failedJourneys(report)).toEqual([]);
});
