/**
 * `npm test`: installs what it needs, then check, unit and integration tests, journeys. The last lines say what failed, and count.
 * `npm test -- --changed[=branch]` runs only the tests that a change since that branch (`main` without) can touch.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { check } from './check.mjs';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureWebBuilt } from './lib/build-web.mjs';
import { baseOf, changedSince, touchedBy } from './lib/changed.mjs';
import { failedJourneys, failedUnitTests, lateJourneys } from './lib/failed-tests.mjs';
import { ensureFfmpeg } from './lib/ffmpeg.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { underNewNode } from './lib/node-version.mjs';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';

const report = (name) => join(root, '.cache', name);

/** A list of names that a reporter wrote, or none. */
const listed = (name) => (existsSync(report(name)) ? JSON.parse(readFileSync(report(name), 'utf8')) : []);

/** Runs a test program whose report says how many passed; one that left no report counts as one failure. */
async function counted(args, file, read, { env = {}, onOutput } = {}) {
  rmSync(file, { force: true });
  // Each start of the product loads a thousand modules: the next one takes them compiled.
  const { code } = await run(process.execPath, args, { env: { NODE_COMPILE_CACHE: report('compiled'), ...env }, onOutput });
  if (!existsSync(file)) return { passed: 0, failed: 1, names: ['The program of the tests left no report'] };
  const counts = read(JSON.parse(readFileSync(file, 'utf8')));
  // A program may fail beside its tests: a set-up, an error that nobody caught.
  if (code === 0) return counts;
  const names = counts.names.length > 0 ? counts.names : ['The program of the tests failed beside them'];
  return { ...counts, failed: Math.max(counts.failed, names.length), names };
}

async function unit(paths, { ffmpeg }) {
  for (const name of ['second-tries.json', 'not-run.json', 'failed-suites.json']) rmSync(report(name), { force: true });
  return counted(
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report('vitest.json')}`,
      `--reporter=${join(root, 'scripts/lib/second-tries.mjs')}`,
      `--reporter=${join(root, 'scripts/lib/not-run.mjs')}`,
      `--reporter=${join(root, 'scripts/lib/failed-suites.mjs')}`,
      ...paths,
    ],
    report('vitest.json'),
    (read) => ({
      passed: read.numPassedTests,
      failed: read.numFailedTests,
      names: failedUnitTests(read, listed('failed-suites.json')),
      late: listed('second-tries.json'),
      notRun: listed('not-run.json'),
    }),
    {
      env: {
        SECOND_TRIES_FILE: report('second-tries.json'),
        NOT_RUN_FILE: report('not-run.json'),
        FAILED_SUITES_FILE: report('failed-suites.json'),
        ...(ffmpeg ? { FFMPEG_PATH: ffmpeg } : {}),
      },
    },
  );
}

async function journeys(paths, { browser, onOutput }) {
  if (!browser) return { passed: 0, failed: 1, names: ['There was no browser'] };
  return counted(
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...paths],
    report('playwright.json'),
    (read) => ({
      passed: read.stats.expected + read.stats.flaky,
      failed: read.stats.unexpected,
      names: failedJourneys(read),
      late: lateJourneys(read),
    }),
    { env: { CHROME_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright.json') }, onOutput },
  );
}

/** @returns what to run: beginnings of paths, none for all; null where nothing of a kind is touched */
async function chosen() {
  const base = baseOf(process.argv.slice(2));
  if (base === null) return { unit: [], journeys: [] };
  const files = await changedSince(base);
  const touched = touchedBy(files);
  const pathsOf = (kind) => (touched[kind] === null ? [] : touched[kind].length > 0 ? touched[kind] : null);
  console.log(`${files.length} files differ from ${base}.`);
  return { unit: pathsOf('unit'), journeys: pathsOf('journeys') };
}

/** What a program prints while another has the terminal: kept until it is let go, from then on printed as it comes. */
function heldOutput() {
  const held = [];
  let isHeld = true;
  return {
    write: (text) => (isHeld ? held.push(text) : process.stdout.write(text)),
    letGo() {
      isHeld = false;
      process.stdout.write(held.splice(0).join(''));
    },
  };
}

/**
 * Both programs at the same time: what one waits for is the other's time to compute. What both need is there before: two installers
 * would meet, and a page that is half built.
 * @returns {Promise<[string, object][]>} what came of each
 */
async function tests(paths) {
  const ffmpeg = paths.unit ? await ensureFfmpeg() : null;
  if (paths.unit && !ffmpeg)
    console.error('There is no ffmpeg for the tests of videos. Install ffmpeg, or name one in FFMPEG_PATH.');
  const browser = paths.journeys ? await ensureBrowser() : null;
  if (paths.journeys && !browser)
    console.error('There is no browser for the journeys. Install Chrome or Chromium, or name one in CHROME_PATH.');
  if (paths.journeys) await ensureWebBuilt();
  const { write, letGo } = heldOutput();
  const walked = paths.journeys ? journeys(paths.journeys, { browser, onOutput: write }) : null;
  const results = [];
  if (paths.unit) {
    console.log('\n── Unit and integration ──');
    results.push(['Unit and integration', await unit(paths.unit, { ffmpeg })]);
  }
  if (walked) {
    console.log('\n── Journeys ──');
    letGo();
    results.push(['Journeys', await walked]);
  }
  return results;
}

if (await underNewNode(import.meta.url)) {
  await ensureInstalled();
  mkdirSync(join(root, '.cache'), { recursive: true });
  const paths = await chosen();
  const total = { passed: 0, failed: 0 };
  const failures = [];
  const lates = [];
  const notRuns = [];
  console.log('\n── Check ──');
  const checked = await check();
  for (const [title, result] of [['Check', checked], ...(await tests(paths))]) {
    const { passed, failed, names = [], late = [], notRun = [] } = result;
    total.passed += passed;
    total.failed += failed;
    failures.push(...names.map((name) => `✗ ${title}: ${name.replaceAll(`${root}/`, '')}`));
    notRuns.push(...notRun.map((name) => `○ Not run: ${name.replaceAll(`${root}/`, '')}`));
    lates.push(...late.map((name) => `↻ Passed at the second try only: ${name.replaceAll(`${root}/`, '')}`));
  }
  if (notRuns.length > 0) console.log(`\n${notRuns.join('\n')}`);
  if (lates.length > 0) console.log(`\n${lates.join('\n')}`);
  if (failures.length > 0) console.log(`\n${failures.join('\n')}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed${notRuns.length > 0 ? `, ${notRuns.length} not run` : ''}`);
  process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}
