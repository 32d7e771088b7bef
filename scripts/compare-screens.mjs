/**
 * Shows that a change of style moved nothing: photographs every screen before and after, and compares them pixel by pixel.
 *   node scripts/compare-screens.mjs capture before          every screen, light and dark, 1440 and 390 wide, to .cache/screens/before
 *   node scripts/compare-screens.mjs capture after tokens    only screens whose name holds "tokens"
 *   node scripts/compare-screens.mjs compare before after    what differs, and pictures of it in .cache/screens/differences
 * The first capture makes the sample account and keeps the server's answers in .cache/screens; each further one gives the same answers
 * at the same frozen time. `--expected file.json` names differences that are meant: { "screen": "reason" }. PORT: of the server, 3477.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { installedBrowser } from './lib/browser.mjs';
import { root } from './lib/root.mjs';
import { environment } from './lib/run.mjs';
import { openAnswers } from './screenshots/answers.mjs';
import { capture } from './screenshots/capture.mjs';
import { differences } from './screenshots/differences.mjs';
import { everyScreen } from './screenshots/every-screen.mjs';
import { signInAll } from './screenshots/people.mjs';

const base = join(root, '.cache/screens');
const port = process.env.PORT ?? '3477';
const url = `http://localhost:${port}`;
const { values, positionals } = parseArgs({ options: { expected: { type: 'string' } }, allowPositionals: true });
const [command, ...names] = positionals;
const folderOf = (name) => (isAbsolute(name) ? name : join(base, name));

/** The demo of this build, on data of its own. @returns the function that stops it */
async function startDemo() {
  const child = spawn(process.execPath, [join(root, 'scripts/demo.mjs')], {
    env: environment({
      PORT: port,
      DATA_DIR: join(base, 'data'),
      CLEARFRAME_ENV_FILE: 'off',
      RATE_LIMIT_SCALE: '1000',
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (bytes) => {
      output += bytes;
      if (output.includes('with a sample account')) resolve();
    });
    ended.then(() => reject(new Error(`The demo did not start:\n${output}`)));
  });
  return async () => {
    child.kill('SIGINT');
    await ended;
  };
}

async function captureAll(browser, name, wanted) {
  const screens = Object.fromEntries(Object.entries(everyScreen).filter(([screen]) => screen.includes(wanted)));
  const folder = join(base, 'answers');
  const isFirst = !existsSync(folder);
  const stop = await startDemo();
  try {
    const sessions = await signInAll(browser, url, join(base, 'data'));
    const begun = Date.now();
    // What a page asks for again and again, such as an upload on its way, is given as it was in the end.
    if (isFirst) {
      const answers = openAnswers(folder, { recording: true });
      report(
        'could not be recorded',
        await capture(browser, url, everyScreen, folderOf(name), { answers, sessions, recording: true }),
      );
    }
    const answers = openAnswers(folder, { recording: false });
    report('could not be photographed', await capture(browser, url, screens, folderOf(name), { answers, sessions }));
    for (const line of answers.asked) console.log(`asked anew by ${line}`);
    console.log(`${Object.keys(screens).length} screens in ${Math.round((Date.now() - begun) / 1000)} s, in ${folderOf(name)}`);
  } finally {
    await stop();
  }
}

function report(what, failed) {
  for (const line of failed) console.error(`${what}: ${line}`);
  if (failed.length > 0) process.exitCode = 1;
}

async function compare(browser, before, after) {
  const expected = values.expected ? JSON.parse(readFileSync(values.expected, 'utf8')) : {};
  const { compared, found } = await differences(browser, folderOf(before), folderOf(after), join(base, 'differences'));
  const reasonOf = ({ name }) => expected[name] ?? expected[name.replace(/-(1440|390)-(light|dark)\.png$/, '')];
  for (const one of found) console.log(`${one.name}: ${one.problem}${reasonOf(one) ? ` (expected: ${reasonOf(one)})` : ''}`);
  const unexpected = found.filter((one) => !reasonOf(one));
  console.log(`${compared} pictures compared, ${found.length} differ, ${unexpected.length} of them unexpected`);
  if (unexpected.length > 0) process.exitCode = 1;
}

const executablePath = installedBrowser();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  if (command === 'capture' && names[0]) await captureAll(browser, names[0], names[1] ?? '');
  else if (command === 'compare' && names[1]) await compare(browser, names[0], names[1]);
  else {
    console.error('Usage: compare-screens.mjs capture <name> [part of a screen’s name], or compare <name> <name>');
    process.exitCode = 2;
  }
} finally {
  await browser.close();
}
