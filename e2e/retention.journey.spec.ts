import { readFileSync } from 'node:fs';
import { createDb } from '../packages/server/src/db/client.ts';
import { runningPostgresUrl } from '../packages/server/src/db/embedded-postgres.ts';
import { invite, joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const picture = (name: string) => ({ name, mimeType: 'image/webp', buffer: readFileSync(fixture(`benign/${name}`)) });

/** Makes items older: no clock of the server moves those. */
async function age(dataDir: string, ids: readonly string[], days: number): Promise<void> {
  const { pool, close } = createDb({ url: runningPostgresUrl(dataDir) ?? '', name: 'journey', max: 1 });
  const earlier = `- make_interval(days => ${days})`;
  await pool
    .query(
      `update media set created_at = created_at ${earlier}, moderation_checked_at = moderation_checked_at ${earlier}
        where id = any($1::uuid[])`,
      [ids],
    )
    .finally(close);
}

test('TRUST-B8 the owner sees what goes, and what an open notice keeps, before days are saved', async ({
  page,
  server,
  browser,
}) => {
  await joinTrial(page, server);
  const old = await uploadOverHttp(page, picture('pears.webp'));
  const noticed = await uploadOverHttp(page, picture('balloon.webp'));
  const created = await page.request.post('/api/access-tokens', { data: { name: 'Shop' } });
  const token: string = (await created.json()).data.access_token.token;
  const notice = {
    kind: 'child_safety',
    media_id: noticed,
    ground: 'illegal',
    explanation: 'Look at this.',
    good_faith: true,
  };
  const filed = await page.request.post('/api/v1/notices', { headers: { authorization: `Bearer ${token}` }, data: notice });
  expect(filed.ok(), await filed.text()).toBe(true);

  await page.goto('/dashboard/account/data');
  const card = page.getByRole('region', { name: 'Retention' });
  const safe = card.getByLabel('Safe items, in days');
  const logs = card.getByLabel('Logs, in days');
  const dialog = page.getByRole('dialog', { name: 'Keep data for these days?' });

  await test.step('days are checked in place', async () => {
    await safe.fill('30');
    await logs.fill('7');
    await page.keyboard.press('Enter');
    await expect(card.getByText('Enter 30 to 3,650 whole days')).toBeVisible();
    await expect(logs).toBeFocused();
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await logs.fill('60');
  });

  await test.step('nothing is that old yet, and nothing is saved by looking', async () => {
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Nothing is that old yet.')).toBeVisible();
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: 'Change nothing' }).click();
    await page.reload();
    await expect(safe).toHaveValue('');
  });

  await test.step('what goes is counted, without the item that an open notice names', async () => {
    await age(server.dataDir, [old, noticed], 40);
    await safe.fill('30');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(/^1 item goes, with \d files? \(/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Save days' }).click();
    await expect(page.getByText('Retention saved')).toBeVisible();
    await page.reload();
    await expect(safe).toHaveValue('30');
    await expect(logs).toHaveValue('');
  });

  await test.step('the audit log notes it', async () => {
    await page.goto('/dashboard/account/data');
    await card.getByRole('link', { name: 'audit log' }).click();
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows.filter({ hasText: 'Retention changed' })).toContainText('Ada Example');
  });

  await test.step('nobody but the owner chooses days', async () => {
    const moderator = await invite(page, { browser, server, role: 'moderator', name: 'Mo Moderator' });
    await moderator.goto('/dashboard/account/data');
    await expect(moderator.getByRole('heading', { name: 'Export your data' })).toBeVisible();
    await expect(moderator.getByRole('region', { name: 'Retention' })).toHaveCount(0);
    await moderator.context().close();
  });
});
