import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';
import { LARGEST_SHIFT, layoutShiftOf, watchLayoutShift } from './layout-shift.ts';
import type { UsedServer } from './server.ts';

const explicit = readFileSync(fixture('flagged/explicit-1.png'));

/** Flagged items, the newest with the highest number. */
async function seed(page: Page, server: UsedServer, count: number): Promise<void> {
  server.grant(await joinTrial(page, server), count);
  for (let made = 1; made <= count; made += 1)
    await uploadOverHttp(page, { name: `item-${made}.png`, mimeType: 'image/png', buffer: explicit });
}

const roll = (page: Page) => page.getByRole('navigation', { name: 'In this list' });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const open = (page: Page) => roll(page).locator('[aria-current]');

test('MED-04 MED-05 the roll shows what stands around an item, keeps its order while items are decided, and leads to each', async ({
  page,
  server,
}) => {
  // More than fit beside each other: what is too wide must not push the page apart.
  await seed(page, server, 8);
  await watchLayoutShift(page);
  await page.goto('/dashboard/media?status=undecided');
  await page.getByRole('link', { name: /^item-7\.png/ }).click();
  const names = [8, 7, 6, 5, 4, 3, 2, 1].map((number) => `item-${number}.png, Flagged`);
  const links = roll(page).getByRole('link');
  await expect(open(page)).toHaveAccessibleName('item-7.png, Flagged');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('aria-label')))).toEqual(names);
  const stage = page.locator('[data-slot~=media-detail] > div').first();
  expect(await stage.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);

  await page.keyboard.press('p');
  await expect(title(page, 'item-6.png')).toBeVisible();
  await expect(open(page)).toHaveAccessibleName('item-6.png, Flagged');
  // It has left what is to be decided, and keeps its place.
  await expect(links).toHaveCount(8);

  await open(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(links.nth(3)).toBeFocused();
  // With the focus on another picture, keys decide nothing.
  await page.keyboard.press('f');
  await page.keyboard.press('Enter');
  await expect(title(page, 'item-5.png')).toBeVisible();
  await expect(open(page)).toHaveAccessibleName('item-5.png, Flagged');
  await links.first().click();
  await expect(title(page, 'item-8.png')).toBeVisible();
  // Reached along the queue, it goes on along the queue.
  await expect(page.getByRole('link', { name: 'Next item' })).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByText('Failed: item-8.png. Next: item-6.png')).toBeVisible();
  await expect(open(page)).toHaveAccessibleName('item-6.png, Flagged');
  // The print that was pressed has not kept the keys.
  await expect(page.getByRole('link', { name: 'Next item' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByText('Passed: item-6.png. Next: item-5.png')).toBeVisible();
  await expect(open(page)).toHaveAccessibleName('item-5.png, Flagged');
  const after = ['item-8.png, no longer here', 'item-7.png, Safe', 'item-6.png, no longer here', ...names.slice(3)];
  await expect.poll(() => links.evaluateAll((all) => all.map((link) => link.getAttribute('aria-label')))).toEqual(after);
  const { total, moved } = await layoutShiftOf(page);
  expect(total, moved.join('; ')).toBeLessThanOrEqual(LARGEST_SHIFT);
  await audit(page);
});

test('MED-04 a roll that cannot be read says so, and is read again when somebody asks', async ({ page, server, expected }) => {
  await seed(page, server, 2);
  expected.push(/500/);
  // News would read it again before anybody asks for that.
  await page.route('**/api/events?*', () => undefined);
  let fails = true;
  await page.route('**/api/media/*/roll*', (route) =>
    fails
      ? route.fulfill({ status: 500, json: { status: 'error', message: 'Something went wrong.', data: null } })
      : route.continue(),
  );
  await page.goto('/dashboard/media');
  await page.getByRole('link', { name: /^item-2\.png/ }).click();
  const fault = page.getByRole('alert').filter({ hasText: 'Could not load the neighbours.' });
  await expect(fault).toBeVisible();
  fails = false;
  await fault.getByRole('button', { name: 'Try again' }).click();
  await expect(roll(page).getByRole('link')).toHaveCount(2);
});

test('MED-04 a roll that arrives while its item is being deleted is none, and the next item has its own', async ({
  page,
  server,
}) => {
  await seed(page, server, 3);
  await page.goto('/dashboard/media?status=flagged');
  await page.getByRole('link', { name: /^item-2\.png/ }).click();
  await expect(open(page)).toHaveAccessibleName('item-2.png, Flagged');
  const asked = Promise.withResolvers<void>();
  const [answer, removal] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/media/*/roll*', async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await answer.promise;
    await route.fulfill({ response });
  });
  await page.route('**/api/media/*', async (route) => {
    if (route.request().method() === 'DELETE') await removal.promise;
    await route.fallback();
  });
  // News: it is read again.
  await uploadOverHttp(page, { name: 'item-4.png', mimeType: 'image/png', buffer: explicit });
  await asked.promise;
  const removing = page.waitForRequest((request) => request.method() === 'DELETE');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await removing;
  answer.resolve();
  await expect(roll(page)).toHaveCount(0);
  removal.resolve();
  await expect(title(page, 'item-1.png')).toBeVisible();
  await expect(open(page)).toHaveAccessibleName('item-1.png, Flagged');
  await expect(roll(page).getByRole('link')).toHaveCount(3);
});
