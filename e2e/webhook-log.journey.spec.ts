import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { invite, joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const picture = { name: 'pears.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };

async function makeHook(page: Page, webhookUrl: string): Promise<string> {
  const made = await page.request.post('/api/webhooks', { data: { webhookUrl } });
  return /"id":"([0-9a-f-]{36})"/.exec(await made.text())?.[1] ?? '';
}

test('HOOK-04 what a receiver missed is seen with every attempt, and sent again when it is back', async ({
  page,
  server,
  pictures,
}) => {
  await joinTrial(page, server);
  // 410 ends at once what takes a 500 seven minutes.
  const id = await makeHook(page, pictures.refusal(410));
  await page.goto('/dashboard/webhooks');
  await page.getByRole('link', { name: /^Deliveries to/ }).click();
  await expect(page).toHaveURL(`/dashboard/webhooks/${id}`);
  await expect(page.getByRole('heading', { name: 'No deliveries yet' })).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The page hears of it by itself.
  const mediaId = await uploadOverHttp(page, picture);
  const row = page.getByRole('row', { name: /pears\.webp/ });
  await expect(row.getByText('Gave up')).toBeVisible();
  await expect(row.getByText('The endpoint answered 410 Gone.')).toBeVisible();
  await expect(page.getByText('1 gave up')).toBeVisible();
  await expect(row.getByRole('button', { name: /^Resend/ })).toBeDisabled();
  await expect(row.getByText('Its webhook is off.')).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.request.patch(`/api/webhooks/${id}`, { data: { webhookUrl: pictures.hook, isActive: true } });
  const before = pictures.received.length;
  await page.getByRole('button', { name: /^Resend 1 event of/ }).click();
  await expect(page.getByText('1 event sent again')).toBeVisible();
  await expect(row.getByText('Sent')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Not arrived' })).toHaveCount(0);

  // Rows hear of a webhook that is switched elsewhere.
  const resend = row.getByRole('button', { name: /^Resend/ });
  await page.request.patch(`/api/webhooks/${id}`, { data: { isActive: false } });
  await expect(resend).toBeDisabled();
  await page.request.patch(`/api/webhooks/${id}`, { data: { isActive: true } });
  await expect(resend).toBeEnabled();

  await page.getByRole('button', { name: 'Failed' }).click();
  await expect(page).toHaveURL(/\?status=failed$/);
  await expect(page.getByRole('heading', { name: 'No matching deliveries' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();

  await row.getByRole('link', { name: 'pears.webp' }).click();
  const attempts = page.getByRole('listitem').filter({ hasText: /^Attempt/ });
  await expect(attempts).toHaveCount(2);
  await expect(attempts.nth(0)).toContainText('Attempt 2: Answered 204');
  await expect(attempts.nth(1)).toContainText('Attempt 1: Answered 410');
  await attempts.nth(1).getByText('Response', { exact: true }).click();
  await expect(attempts.nth(1).getByText('refused with 410')).toBeVisible();
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(attempts).toHaveCount(3);
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const ids = pictures.received.slice(before).map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);

  // The item's history leads back to it.
  await page.goto(`/dashboard/media/${mediaId}`);
  const told = page.getByRole('listitem').filter({ hasText: 'Webhook sent to' });
  await expect(told).toHaveCount(2);
  await expect(page.getByText('The endpoint answered 410 Gone.')).toBeVisible();
  await told.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/dashboard\/webhooks\/deliveries\//);
  await page.getByRole('link', { name: 'All deliveries' }).click();
  await expect(page).toHaveURL(`/dashboard/webhooks/${id}`);
});

test('HOOK-04 the log says when it cannot be read, when it is of nobody, and what a role may not', async ({
  page,
  browser,
  server,
  pictures,
  expected,
}) => {
  expected.push(/status of (503|404|400)/);
  await joinTrial(page, server);
  const id = await makeHook(page, pictures.refusal(500));
  await page.route('**/deliveries?*', (route) =>
    route.fulfill({ status: 503, json: { status: 'error', message: 'The server is stopping. Try again.', data: null } }),
  );
  await page.goto(`/dashboard/webhooks/${id}`);
  await expect(page.getByText('Failed to fetch deliveries')).toBeVisible();
  await page.unroute('**/deliveries?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No deliveries yet' })).toBeVisible();

  await uploadOverHttp(page, picture);
  const row = page.getByRole('row', { name: /pears\.webp/ });
  await expect(row.getByText('Failed, retrying')).toBeVisible();
  await expect(row.getByText(/^Next /)).toBeVisible();
  await expect(page.getByText('1 waiting')).toBeVisible();

  for (const [address, title] of [
    ['/dashboard/webhooks/6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d6e', 'Webhook not found'],
    ['/dashboard/webhooks/none', 'Webhook not found'],
    ['/dashboard/webhooks/deliveries/6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d6e', 'Delivery not found'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
  const viewer = await invite(page, { browser, server, role: 'viewer', name: 'Vera Viewer' });
  await viewer.goto(`/dashboard/webhooks/${id}`);
  await expect(viewer.getByRole('heading', { name: 'Webhooks are not part of your role' })).toBeVisible();
});

test('HOOK-04 a title without spaces leaves the other columns of the log where they are', async ({ page, server, pictures }) => {
  await joinTrial(page, server);
  const id = await makeHook(page, pictures.hook);
  await uploadOverHttp(page, { ...picture, name: `${'x'.repeat(180)}.webp` });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/dashboard/webhooks/${id}`);
  const row = page.getByRole('row', { name: /xxx/ });
  await expect(row.getByText('Sent')).toBeInViewport();
  await expect(row.getByRole('button', { name: /^Resend/ })).toBeInViewport();
});
