/** From a key to the next paint on the review grid, with the processor slowed down. `node bench/web/keys.mjs [rounds]`, see README.md. */
import { readdir, readFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { installedBrowser } from '../../scripts/lib/browser.mjs';
import { ensureWebBuilt } from '../../scripts/lib/build-web.mjs';
import { record } from '../record.mjs';
import { openAccount, startServer } from '../upload/server.mjs';

const ROUNDS = Number(process.argv[2] ?? 20);
const SLOWER = 4;
const ITEMS = 24;
/** Each decision is taken back, so that every round finds the same grid. */
const keys = ['j', 'j', 'k', 'x', 'x', 'p', 'u', 'f', 'u'];
/** The shortest that the browser's event timing reports; what is not reported took less. */
const LEAST_MS = 16;
/** Long enough for the paint of a slow press, and its answer, before the next one. */
const PAUSE_MS = 400;

const at = (values, share) => values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

async function fill(server) {
  const token = await openAccount(server, ITEMS);
  const folder = join(import.meta.dirname, '../../packages/engine/fixtures/benign');
  const names = (await readdir(folder)).filter((name) => /\.(png|jpe?g|webp)$/.test(name));
  for (let index = 0; index < ITEMS; index += 1) {
    const form = new FormData();
    form.append('media', new Blob([await readFile(join(folder, names[index % names.length]))]), `picture-${index}`);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${server.origin}/api/v1/upload`, { method: 'POST', headers, body: form });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  }
}

await ensureWebBuilt();
const server = await startServer();
const browser = await chromium.launch({
  executablePath: installedBrowser() ?? undefined,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  await fill(server);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${server.origin}/login?next=/dashboard/media`);
  await page.getByLabel('Email').fill('bench@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Correct-horse-9');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname.startsWith('/dashboard'));
  await page.goto(`${server.origin}/dashboard/media`);
  await page.getByRole('article').nth(11).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate((durationThreshold) => {
    window.slow = [];
    new PerformanceObserver((list) => {
      for (const { name, duration, processingStart, processingEnd } of list.getEntries())
        if (name === 'keydown') window.slow.push({ duration, working: processingEnd - processingStart });
    }).observe({ type: 'event', durationThreshold });
  }, LEAST_MS);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });

  const took = new Map(keys.map((key) => [key, []]));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(PAUSE_MS);
      const seen = await page.evaluate(() => window.slow.splice(0));
      // The first round warms up what the browser compiles.
      if (round >= 0) took.get(key).push(Math.max(LEAST_MS, ...seen.map(({ duration }) => duration)));
    }
  }
  console.log(`${ROUNDS} rounds, processor ${SLOWER} times slower, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}\n`);
  console.log('| key | presses | median | p95 | largest |\n| --- | --- | --- | --- | --- |');
  const slowest = Math.max(...[...took.values()].map((values) => at(values, 0.5)));
  const what = 'A key in Content Review to the next paint, the slowest median';
  record('web', [{ id: 'key', what, value: slowest, unit: 'ms' }]);
  for (const [key, values] of took) {
    const ms = [at(values, 0.5), at(values, 0.95), Math.max(...values)].map((value) => `${value} ms`);
    console.log(`| ${[key.toUpperCase(), values.length, ...ms].join(' | ')} |`);
  }
} finally {
  await browser.close();
  await server.stop();
}
