import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { invite, joinTrial } from './account.ts';
import { audit } from './audit.ts';
import { expect, test } from './journey.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('TRUST-B8 the owner reads who did what, narrows it, notes the newest hash and saves all of it', async ({
  page,
  server,
  browser,
}) => {
  await joinTrial(page, server);
  await page.request.post('/api/access-tokens', { data: { name: 'robot' } });
  await page.request.post('/api/doors/settings', { data: { keep: 'all' } });
  await page.goto('/dashboard/account');
  const tabs = page.getByRole('navigation', { name: 'Account' });
  await tabs.getByRole('link', { name: 'Audit log' }).click();
  await expect(page).toHaveURL('/dashboard/account/audit');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.filter({ hasText: 'Door settings changed' })).toContainText('keep all');
  await expect(rows.filter({ hasText: 'API token created' })).toContainText('Ada Example');
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByLabel('Act').selectOption('API token created');
  await expect(page).toHaveURL('/dashboard/account/audit?action=token.created');
  await expect(rows).toHaveCount(2);
  await page.getByLabel('To (UTC)').fill('2020-01-01');
  await expect(page.getByRole('heading', { name: 'No matching entries' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/dashboard/account/audit');

  await page.getByRole('button', { name: 'Export JSON Lines' }).click();
  const save = page.getByRole('button', { name: 'Save JSON Lines' });
  await expect(save).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n');
  const hashes = lines.map((line) => /"hash":"([0-9a-f]{64})"/.exec(line)?.[1]);
  await page.reload();
  const verification = page.getByRole('region', { name: 'Verification' });
  await expect(verification.getByRole('figure', { name: `Newest hash, of entry ${lines.length}` })).toHaveText(
    hashes.at(-1) ?? '',
  );
  await expect(verification).toContainText(`clearframe audit verify FILE.jsonl --head ${hashes.at(-1)}`);

  // The script that the page offers agrees, with nothing of ours beside it.
  const [script] = await Promise.all([
    page.waitForEvent('download'),
    verification.getByRole('link', { name: 'verify-audit-log.mjs' }).click(),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'audit-log-'));
  copyFileSync(await script.path(), join(folder, script.suggestedFilename()));
  copyFileSync(await download.path(), join(folder, 'log.jsonl'));
  const words = [script.suggestedFilename(), 'log.jsonl', hashes.at(-1) ?? ''];
  const run = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(`${run.stdout}${run.stderr}`).toBe(`${lines.length} entries. Head ${hashes.at(-1)}\n`);

  const viewer = await invite(page, { browser, server, role: 'viewer', name: 'Vera Viewer' });
  await viewer.goto('/dashboard/account/audit');
  await expect(viewer.getByRole('heading', { name: 'The audit log is not part of your role' })).toBeVisible();
  await expect(viewer.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Audit log' })).toHaveCount(0);
});
