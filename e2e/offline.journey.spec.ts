import { readFileSync } from 'node:fs';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const offline = 'You are offline';
const unreachable = 'Server unreachable';

test('DASH-01 MED-05 MED-09 without a connection every screen says so, decisions roll back, and all goes on when it is back', async ({
  page,
  server,
  expected,
}) => {
  expected.push(/ERR_INTERNET_DISCONNECTED/);
  await joinTrial(page, server);
  await uploadOverHttp(page, { name: 'pears.png', mimeType: 'image/png', buffer: readFileSync(fixture('formats/pears.png')) });
  await page.goto('/dashboard/media');
  const item = page.getByRole('link', { name: 'pears.png, Safe' });
  await expect(item).toBeVisible();

  await page.context().setOffline(true);
  await expect(page.getByText(offline)).toBeVisible();
  await page.keyboard.press('f');
  const refused = page.getByRole('alert').filter({ hasText: 'Failed to fail media' });
  await expect(refused).toContainText('Could not reach the server, so the item is unchanged.');
  await expect(item).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.context().setOffline(false);
  await expect(page.getByText(offline)).toHaveCount(0);
  await expect(page.getByText('Connected again')).toBeVisible();
  await item.focus();
  await page.keyboard.press('f');
  await expect(page.getByRole('link', { name: 'pears.png, Flagged' })).toBeVisible();
});

test('UP-05 DASH-01 an upload without a server waits in the queue and goes when the server is back, charged once', async ({
  page,
  server,
  expected,
}) => {
  expected.push(/ERR_FAILED/, /ERR_CONNECTION/);
  await joinTrial(page, server);
  await page.goto('/dashboard/upload');
  await page.locator('input[type=file]').setInputFiles([fixture('formats/pears.jpg'), fixture('formats/pears.png')]);
  const queue = page.getByRole('region', { name: 'Queue' });
  await expect(queue.getByRole('listitem')).toHaveCount(2);

  for (const address of ['**/api/**', '**/healthz']) await page.route(address, (route) => route.abort());
  await page.getByRole('button', { name: 'Check 2 images' }).click();
  await expect(page.getByText(unreachable)).toBeVisible();
  await expect(queue.getByText('Waiting for the connection')).toHaveCount(2);
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  for (const address of ['**/api/**', '**/healthz']) await page.unroute(address);
  await expect(queue.getByRole('heading', { name: '2 of 2 checked' })).toBeVisible();
  await expect(page.getByText(unreachable)).toHaveCount(0);
  await expect(page.locator('[data-slot~=frames-meter]')).toContainText('2 / 15');
});
