import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const root = join(import.meta.dirname, '..');

/** Two ports side by side: the product's, and after it the sample shop's. */
async function freePorts(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

test('OPS-01 DASH-02 npm run demo shows a used account within a minute', async ({ page }) => {
  test.setTimeout(180_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'clearframe-demo-'));
  const port = await freePorts();
  const demo = spawn('npm', ['run', 'demo', '--silent'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [demo.stdout, demo.stderr]) stream.on('data', (bytes) => (output += bytes));
  const ended = new Promise<number | null>((resolve) => demo.once('close', resolve));
  await expect(() => expect(output).toMatch(/Sign in: {5}owner@shop\.example {2}(\S+)/), output).toPass({ timeout: 120_000 });
  const password = /Sign in: {5}\S+ {2}(\S+)/.exec(output)?.[1] ?? '';
  await page.goto(`http://localhost:${port}/login`);
  await page.getByLabel('Email').fill('owner@shop.example');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Last 14 days' })).toBeVisible();
  await expect(page.locator('.ledger')).toContainText('28');
  await page.goto(`http://localhost:${port}/dashboard/media?status=flagged`);
  await expect(page.getByText('Upload 4471')).toBeVisible();
  demo.kill('SIGINT');
  expect(await ended, output).toBe(0);
  rmSync(dataDir, { recursive: true, force: true });
});
