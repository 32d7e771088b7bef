import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const pears = { name: 'pears.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };
const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

test('DASH-01 MED-05 the palette finds pages, items, uploaders and commands from everywhere', async ({ page, server }) => {
  await joinTrial(page, server);
  const id = await uploadOverHttp(page, pears, { title: 'Marble vase', author: '{"id":"maria-7","name":"Maria K"}' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/dashboard/tokens');
  await expect(page.getByRole('heading', { level: 1, name: 'API Tokens' })).toBeVisible();

  await test.step('it opens by keys, holds what was typed at once, and gives the focus back', async () => {
    const opener = page.getByRole('button', { name: 'Search or jump to' });
    await opener.focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('limits');
    await expect(field(page)).toHaveValue('limits');
    await expect(option(page, 'Content Filters, Limits')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    await expect(field(page)).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

  await test.step('Enter goes there', async () => {
    await page.keyboard.press('Control+k');
    await field(page).fill('known');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard/content-filters/known');
  });

  await test.step('items and uploaders are found by name, an item by its id too', async () => {
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    await field(page).fill('mar');
    await expect(option(page, /^Marble vase Safe/)).toBeVisible();
    await expect(option(page, /^Maria K 0 strikes/)).toHaveAttribute('aria-selected', 'true');
    await audit(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/dashboard/media/${id}`);
    await page.keyboard.press('Control+k');
    await field(page).fill(id);
    await expect(option(page, /^Marble vase/)).toBeVisible();
    await field(page).fill('maria');
    await option(page, /^Maria K/).click();
    await expect(page).toHaveURL('/dashboard/uploaders/maria-7');
  });

  await test.step('nothing that fits is said, and a command acts', async () => {
    await page.keyboard.press('Control+k');
    await field(page).fill('zzzz');
    await expect(page.getByText('Nothing matches “zzzz”.')).toBeVisible();
    await audit(page);
    // On the narrowest screen too.
    await expect(page.getByRole('button', { name: 'Esc Close' })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1440, height: 900 });
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    const before = await theme();
    await field(page).fill('theme');
    await page.keyboard.press('Enter');
    await expect.poll(theme).not.toBe(before);
    await page.keyboard.press('Control+k');
    await page.getByRole('button', { name: 'Esc Close' }).click();
    await expect(field(page)).toHaveCount(0);
  });
});

test('DASH-01 MED-05 G and a letter open a page, and "/" the search of one', async ({ page, server }) => {
  await joinTrial(page, server);
  await uploadOverHttp(page, pears);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent content' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page).toHaveURL('/dashboard/media?status=undecided');
  await expect(page.getByRole('heading', { name: 'The queue is clear' })).toBeVisible();
  await page.getByRole('button', { name: /^All\b/ }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('gl');
  await expect(page.getByRole('searchbox')).toHaveValue('gl');
  await page.goto('/dashboard/tokens');
  await expect(page.getByRole('heading', { level: 1, name: 'API Tokens' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
});

test('DASH-01 a palette that does not load says so, gives the keys back, and can be asked for again', async ({
  page,
  server,
  expected,
}) => {
  await joinTrial(page, server);
  await uploadOverHttp(page, pears);
  await page.goto('/dashboard/media');
  await expect(page.getByRole('heading', { level: 1, name: 'Content Review' })).toBeVisible();
  expected.push(/palette-[^ ]*\.(js|css)/, 'Failed to load resource');
  await page.route(/palette-[^/]*\.(js|css)$/, (route) => route.abort());
  await page.keyboard.press('Control+k');
  await expect(page.getByText('Could not load the search. Try again.')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.unroute(/palette-[^/]*\.(js|css)$/);
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
});
