import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { faultsOfSums } from './demo-tallies.ts';

const root = join(import.meta.dirname, '..');

async function listen(port: number): Promise<{ port: number; close: () => Promise<void> } | null> {
  const server = createServer();
  const listening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  const address = server.address();
  if (!listening || address === null || typeof address === 'string') return null;
  return { port: address.port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Two free ports side by side: the product's, and after it the sample shop's. @returns the first */
async function freePorts(): Promise<number> {
  for (let tries = 0; tries < 20; tries += 1) {
    const first = await listen(0);
    const second = first && (await listen(first.port + 1));
    await Promise.all([first?.close(), second?.close()]);
    if (first && second) return first.port;
  }
  throw new Error('no two free ports side by side');
}

/** Of the month the last two: the pictures that have names, and no more. */
const days = 2;
/** How many items such a short history leaves to be decided. */
const toDecide = 4;

test('OPS-01 DASH-02 npm run demo shows a used account', async ({ page }, info) => {
  // A minute on an idle machine with two cores; how long it took is told below, because a busy one takes what it takes.
  const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-demo-'));
  const port = await freePorts();
  const startedAtMs = performance.now();
  const demo = spawn('npm', ['run', 'demo', '--silent', '--', `--days=${days}`], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [demo.stdout, demo.stderr]) stream.on('data', (bytes) => (output += bytes));
  const ended = new Promise<number | null>((resolve) => demo.once('close', resolve));
  const told = new Promise<void>((resolve) => demo.stdout.on('data', () => /Stop: {8}/.test(output) && resolve()));
  try {
    // What it says, or that it ended without: nothing to wait for then.
    await Promise.race([told, ended]);
    const password = /Sign in: {5}owner@shop\.example {2}(\S+)/.exec(output)?.[1];
    expect(password, output).toBeDefined();
    const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(1);
    info.annotations.push({ type: 'seconds until the demo was ready', description: seconds });
    console.log(`The demo was ready after ${seconds} s`);
    await page.goto(`http://localhost:${port}/login`);
    await page.getByLabel('Email').fill('owner@shop.example');
    await page.getByLabel('Password', { exact: true }).fill(password ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Last 14 days' })).toBeVisible();
    const open = (path: string) => page.goto(`http://localhost:${port}/dashboard/${path}`);
    const main = page.getByRole('main');
    const read = async (path: string) => (await (await page.request.get(`http://localhost:${port}/api/${path}`)).json()).data;
    // A shop of this size has a plan for it, and every frame that was charged fits in.
    const plan = main.locator('section', { has: page.getByRole('heading', { name: 'Subscription' }) });
    await expect(plan).toContainText('Growth');
    await expect(plan).toContainText('of 35,714 frames');
    const { usage } = await read('subscriptions/usage');
    const { pagination: uploads } = await read('media');
    expect(usage.media_used_this_period).toBeGreaterThanOrEqual(uploads.total);
    expect(usage.media_used_this_period).toBeLessThan(usage.total_media_allowed / 10);
    await open('media?type=video');
    await expect(main.getByRole('article').filter({ hasText: 'Market stall, clip' })).toHaveCount(1);
    await open('media?status=review');
    await expect(main.getByRole('article').filter({ hasText: 'Beachwear, back' })).toContainText('Review');
    await open('media?status=flagged');
    await expect(page.getByText('Upload 4471')).toBeVisible();
    expect(await read('media?status=undecided')).toMatchObject({ pagination: { total: toDecide } });
    await open('subscription');
    await expect(main.getByRole('row').filter({ hasText: 'INV-' })).toHaveCount(3);
    await open('webhooks');
    await page.getByRole('link', { name: /^Deliveries to/ }).click();
    await page.getByRole('button', { name: 'Failed' }).click();
    await expect(main.getByRole('row').filter({ hasText: 'Import row 119' })).toHaveCount(1);
    await open('quality');
    await expect(page.getByRole('table', { name: 'Flags confirmed, by reason' })).toBeVisible();
    await open('content-filters/known');
    await expect(main.getByText('Confirmed.')).toBeVisible();
    await open('uploaders');
    await expect(main.getByRole('row').filter({ hasText: 'The Old Cellar' })).toContainText('old_cellar');
    await open('notices');
    await expect(main.getByRole('link').filter({ hasText: 'Nora Hale' })).toContainText('47 h left');
    await open('account/team');
    for (const name of ['Mara Okafor', 'Ines Duarte', 'Tom Brandt']) await expect(main.getByText(name).first()).toBeVisible();
    expect(await faultsOfSums(dataDir)).toEqual([]);
  } finally {
    demo.kill('SIGINT');
    expect(await ended, output).toBe(0);
    rmSync(dataDir, { recursive: true, force: true });
  }
});
