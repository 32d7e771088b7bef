import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { invite, join, joinTrial } from './account.ts';
import { audit, auditTheme } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const pears = readFileSync(fixture('benign/pears.webp')).toString('base64');

/** Plays what a browser tells of files that come from outside. */
async function give(page: Page, type: 'dragenter' | 'dragleave' | 'drop' | 'paste', count: number): Promise<boolean> {
  return await page.evaluate(
    ({ type: name, count: files, bytes }) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      for (let made = 1; made <= files; made += 1)
        data.items.add(new File([content], `pears-${made}.webp`, { type: 'image/webp' }));
      const how = { bubbles: true, cancelable: true };
      const event =
        name === 'paste'
          ? new ClipboardEvent(name, { ...how, clipboardData: data })
          : new DragEvent(name, { ...how, dataTransfer: data });
      return !(document.activeElement ?? document.body).dispatchEvent(event);
    },
    { type, count, bytes: pears },
  );
}

const target = (page: Page) => page.locator('[data-slot~=drop-target]');

test('DASH-01 UP-01 files that are dropped on any page are checked, and the target says what they cost', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/content-filters');
  await expect(page.getByRole('heading', { name: 'Try a text' })).toBeVisible();
  expect(await give(page, 'dragenter', 2)).toBe(true);
  await expect(target(page)).toContainText('Drop to check 2 pictures');
  await expect(target(page)).toContainText('Uses 2 of the 15 frames left.');
  for (const theme of ['light', 'dark'] as const) await auditTheme(page, theme);
  await give(page, 'dragleave', 2);
  await expect(target(page)).toHaveCount(0);
  await give(page, 'dragenter', 2);
  await expect(target(page)).toBeVisible();
  await give(page, 'drop', 2);
  await expect(page).toHaveURL('/dashboard/upload');
  await expect(page.getByRole('heading', { name: '2 of 2 checked' })).toBeVisible();
  await expect(target(page)).toHaveCount(0);
  // More on the page of the queue join it.
  await give(page, 'dragenter', 1);
  await expect(target(page)).toContainText('Drop to check 1 picture');
  await give(page, 'drop', 1);
  await expect(page.getByRole('heading', { name: '3 of 3 checked' })).toBeVisible();
  const usage = await page.request.get('/api/subscriptions/usage');
  expect(await usage.json()).toMatchObject({ data: { usage: { media_used_this_period: 3 } } });
});

test('DASH-01 UP-01 a pasted picture asks first, never out of a field, and not while a dialog is open', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/media');
  await expect(page.getByRole('heading', { name: 'Nothing to review yet' })).toBeVisible();
  await give(page, 'paste', 1);
  const ask = page.getByRole('dialog', { name: 'Check 1 picture?' });
  await expect(ask.getByText('Uses 1 of the 15 frames left.')).toBeVisible();
  await expect(ask.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await give(page, 'drop', 1)).toBe(true);
  await expect(target(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(ask).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard/media');

  await page.goto('/dashboard/uploaders');
  await page.getByRole('searchbox').focus();
  expect(await give(page, 'paste', 1)).toBe(false);
  await page.getByRole('searchbox').blur();
  await give(page, 'paste', 1);
  await ask.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('heading', { name: '1 of 1 checked' })).toBeVisible();
});

test('DASH-01 UP-08 SEC-03 without frames the target says so, and a viewer uploads nothing', async ({
  page,
  server,
  browser,
}) => {
  await join(page, server);
  await page.goto('/dashboard/webhooks');
  await expect(page.getByRole('heading', { name: 'Subscription Required' })).toBeVisible();
  await give(page, 'dragenter', 1);
  await expect(target(page)).toContainText('You need a plan or the free trial first.');
  await give(page, 'drop', 1);
  await expect(page).toHaveURL('/dashboard/upload');
  // Nothing is sent, and the picture waits for the plan.
  await expect(page.getByRole('heading', { name: 'Subscription Required' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '1 image' })).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page
    .getByRole('button', { name: /Activate/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Check 1 image' }).click();
  await expect(page.getByRole('heading', { name: '1 of 1 checked' })).toBeVisible();

  const viewer = await invite(page, { browser, server, role: 'viewer', name: 'Vera Example' });
  await viewer.goto('/dashboard/media');
  await expect(viewer.getByRole('heading', { level: 1, name: 'Content Review' })).toBeVisible();
  await give(viewer, 'dragenter', 1);
  await give(viewer, 'drop', 1);
  await expect(viewer.getByText('You are a viewer. Owners and moderators can upload.')).toBeVisible();
  await expect(target(viewer)).toHaveCount(0);
  await viewer.context().close();
});
