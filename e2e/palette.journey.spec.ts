import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { invite, joinTrial, uploadOverHttp } from './account.ts';
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
  const id = await uploadOverHttp(page, pears);
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
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await expect(page).toHaveURL('/dashboard/notices');
  // A reason that was chosen by the pointer has the focus, and takes no letters.
  await page.goto(`/dashboard/media/${id}`);
  await page.getByRole('radio').first().check({ force: true });
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(page).toHaveURL('/dashboard/media?status=undecided');
});

test('DASH-01 the palette has every page of the menu and of the account that the role may open', async ({
  page,
  server,
  browser,
}) => {
  await joinTrial(page, server);
  const viewer = await invite(page, { browser, server, role: 'viewer', name: 'Vera Example' });
  const find = async (one: Page, words: string) => {
    await field(one).fill(words);
    await expect(option(one, 'Switch to')).toHaveCount(0);
  };
  for (const one of [page, viewer]) {
    await one.goto('/dashboard/notices');
    await expect(one.getByRole('heading', { level: 1, name: 'Notices' })).toBeVisible();
    const menu = one.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
    // What a role may not open goes once the role is known.
    if (one === viewer) await expect(menu.filter({ hasText: 'Upload Media' })).toHaveCount(0);
    const names = (await menu.allInnerTexts()).map((name) => name.trim());
    await one.keyboard.press('Control+k');
    await expect(field(one)).toBeFocused();
    for (const name of names) await expect(option(one, new RegExp(`^${name}( [A-Z]|$| with)`)).first()).toBeAttached();
    const tabs = ['Profile', 'Security', 'Activity', 'Team', 'Your data'];
    for (const tab of tabs) await expect(option(one, `Account, ${tab}`)).toHaveCount(1);
  }
  for (const name of ['Account, Audit log', 'Integrations, Buckets', 'Integrations, Chats', 'Integrations, Settings']) {
    await expect(option(page, name)).toHaveCount(1);
    await expect(option(viewer, name)).toHaveCount(0);
  }
  await viewer.context().close();
  await find(page, 'strikes');
  await expect(option(page, /^Uploaders/)).toHaveCount(1);
  await find(page, 'notices');
  await expect(option(page, /^Notices/)).toContainText('GN');
  await find(page, 'audit');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/account/audit');
  await page.keyboard.press('Control+k');
  await find(page, 'to decide');
  await expect(option(page, /^Content Review, To decide/)).toHaveCount(1);
  await find(page, 'content review');
  await expect(option(page, /^Content Review/)).toHaveText([/^Content ReviewGR$/, 'Content Review, All']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/media?status=undecided');
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
