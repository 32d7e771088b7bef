import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { invite, joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const picture = { name: 'pears.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('HOOK-04 MED-03 an item says what its webhook was told, and sends it again', async ({ page, server, pictures }) => {
  await joinTrial(page, server);
  // 410 ends at once what takes a 500 seven minutes, and switches the webhook off.
  const made = await page.request.post('/api/webhooks', { data: { webhookUrl: pictures.refusal(410) } });
  const hook = /"id":"([0-9a-f-]{36})"/.exec(await made.text())?.[1] ?? '';
  await page.goto(`/dashboard/media/${await uploadOverHttp(page, picture)}`);
  const card = region(page, 'Webhook');
  await expect(card.getByText('Gave up')).toBeVisible();
  await expect(card.getByText('The endpoint answered 410 Gone.')).toBeVisible();
  await expect(card.getByRole('button')).toHaveCount(0);
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.request.patch(`/api/webhooks/${hook}`, { data: { webhookUrl: pictures.hook, isActive: true } });
  await page.reload();
  await card.getByRole('button', { name: 'Resend now' }).click();
  await expect(card.getByText('Sent', { exact: true })).toBeVisible();
  await expect(card.getByText('Last error')).toHaveCount(0);
  await expect(card.getByRole('definition').first()).toHaveText('2');
  await card.getByRole('link', { name: 'See the request' }).click();
  await expect(page).toHaveURL(/\/dashboard\/webhooks\/deliveries\//);
});

async function fileNotice(page: Page, token: string, mediaId: string, name: string): Promise<void> {
  const said = { kind: 'copyright', ground: 'illegal', explanation: 'These are our chips.', good_faith: true };
  const data = { ...said, name, email: 'nora@rights.example', media_id: mediaId };
  const answer = await page.request.post('/api/v1/notices', { headers: { authorization: `Bearer ${token}` }, data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('TRUST-B4 MED-03 an item says who reported it and by when to answer, until that is done', async ({
  page,
  browser,
  server,
  expected,
}) => {
  await joinTrial(page, server);
  const id = await uploadOverHttp(page, picture);
  const another = await uploadOverHttp(page, { ...picture, name: 'other.webp' });
  const made = await page.request.post('/api/access-tokens', { data: { name: 'Notices' } });
  const token = /"token":"([^"]+)"/.exec(await made.text())?.[1] ?? '';
  for (const name of ['Nora Notifier', 'Rights Ltd']) await fileNotice(page, token, id, name);

  await page.goto(`/dashboard/media/${another}`);
  await expect(page.getByRole('heading', { name: 'File', exact: true })).toBeVisible();
  await page.goto(`/dashboard/media/${id}`);
  const card = region(page, 'Notices');
  await expect(card.getByText('Nora Notifier')).toBeVisible();
  await expect(card.getByText('Rights Ltd')).toBeVisible();
  await expect(card.getByText('These are our chips.').first()).toBeVisible();
  await expect(card.locator('time').first()).toHaveText(/left$/);
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const viewer = await invite(page, { browser, server, role: 'viewer', name: 'Vera Viewer' });
  await viewer.goto(`/dashboard/media/${id}`);
  await expect(region(viewer, 'Notices').getByRole('link', { name: /^Open it notice/ })).toHaveCount(2);

  expected.push(/api\/notices/);
  await page.route('**/api/notices?*', (route) =>
    route.fulfill({ status: 500, json: { status: 'error', message: '', data: null } }),
  );
  await page.reload();
  await expect(card.getByRole('alert')).toContainText('Could not load the notices.');
  await page.unroute('**/api/notices?*');
  await card.getByRole('button', { name: 'Try again' }).click();
  await card.getByRole('link', { name: 'Answer it notice 1' }).click();
  await expect(page).toHaveURL(/\/dashboard\/notices\//);
  await page.getByRole('radio', { name: /^No action/ }).check();
  await page.getByRole('textbox', { name: 'Answer' }).fill('It stays.');
  const answered = page.waitForResponse(/\/decide$/);
  await page.getByRole('button', { name: 'Send answer' }).click();
  expect((await answered).ok()).toBe(true);
  await page.goto(`/dashboard/media/${id}`);
  await expect(card.getByText('Rights Ltd')).toBeVisible();
  await expect(card.getByText('Nora Notifier')).toHaveCount(0);
});

test('DASH-01 a part of the page whose code cannot be fetched says so, and the page stays', async ({
  page,
  server,
  expected,
}) => {
  await joinTrial(page, server);
  const id = await uploadOverHttp(page, picture);
  expected.push(/assets\/(viewer|roll)-/, /dynamically imported module/);
  await page.route(/\/assets\/(viewer|roll)-[^/]*\.js$/, (route) => route.abort());
  await page.goto(`/dashboard/media/${id}`);
  for (let times = 0; times < 2; times += 1) {
    await page.getByRole('button', { name: /^Zoom/ }).click();
    const toast = page.getByText('Could not open it. Reload the page.');
    await expect(toast).toBeVisible();
    await expect(toast).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { level: 1, name: 'pears.webp' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByText('Passed: pears.webp')).toBeVisible();
});
