import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { invite, joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { holdAnswers } from './held-answer.ts';
import { expect, test } from './journey.ts';
import { LARGEST_SHIFT, layoutShiftOf, watchLayoutShift } from './layout-shift.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const pears = { name: 'pears.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };
const explicit = { mimeType: 'image/png', buffer: readFileSync(fixture('flagged/explicit-1.png')) };
const maria = { author: JSON.stringify({ id: 'u/48213 ?', name: 'Maria K', created_at: '2026-03-14T10:00:00Z' }) };
const theirCall = '*/api/authors/u%2F48213%20%3F';

const card = (page: Page) => page.getByRole('region', { name: 'Uploader', exact: true });
const figure = (page: Page, name: string) =>
  card(page)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd');
const wide = (page: Page) => page.setViewportSize({ width: 1440, height: 900 });

async function post(page: Page, path: string, data: object): Promise<void> {
  const answer = await page.request.post(`/api${path}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('TRUST-B1 an item shows who made it, how their uploads fared, and what holds, as it changes', async ({
  page,
  browser,
  server,
}) => {
  await joinTrial(page, server);
  const first = await uploadOverHttp(page, pears, maria);
  const second = await uploadOverHttp(page, pears, maria);
  await watchLayoutShift(page);
  const held = await holdAnswers(page, theirCall);
  await page.goto(`/dashboard/media/${first}`);
  await expect(card(page).getByText('Maria K')).toBeVisible();
  await expect(card(page).getByText('Your id u/48213 ? · since 14 Mar 2026')).toBeVisible();
  await expect(card(page).locator('[aria-busy=true]')).toBeVisible();
  const waiting = await card(page).boundingBox();
  await audit(page);
  await wide(page);
  // What the audits did to the window is no matter here.
  await layoutShiftOf(page);
  await page.evaluate(() => {
    window.layoutShift = { total: 0, moved: [] };
  });
  await held.release();
  await expect(figure(page, 'Uploads')).toHaveText('2');
  await expect(figure(page, 'Flagged')).toHaveText('0%');
  await expect(figure(page, 'Strikes')).toHaveText('0');
  await expect(card(page).getByText('No active strikes')).toBeVisible();
  expect((await card(page).boundingBox())?.height).toBe(waiting?.height);
  const { total, moved } = await layoutShiftOf(page);
  expect(total, moved.join('; ')).toBeLessThanOrEqual(LARGEST_SHIFT);

  // Somebody fails another item of theirs.
  await post(page, `/media/${second}/fail`, {});
  await expect(figure(page, 'Strikes')).toHaveText('1');
  await expect(figure(page, 'Flagged')).toHaveText('50%');
  await expect(card(page).getByText('1 of 2 checked items flagged')).toBeVisible();
  await expect(card(page).getByText(/^The strike ends \d/)).toBeVisible();
  await audit(page);
  await wide(page);
  await page.getByRole('button', { name: 'Fail it anyway' }).click();
  await expect(figure(page, 'Strikes')).toHaveText('2');
  await expect(card(page).getByText(/^The last strike ends \d/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(figure(page, 'Strikes')).toHaveText('1');

  await post(page, '/authors/u%2F48213%20%3F/action', { action: 'watch' });
  await page.reload();
  await expect(card(page).getByText('Watched', { exact: true })).toBeVisible();
  const viewer = await invite(page, { browser, server, role: 'viewer', name: 'Vera' });
  await viewer.goto(`/dashboard/media/${first}`);
  await expect(figure(viewer, 'Strikes')).toHaveText('1');
  await card(page).getByRole('link', { name: 'Open profile' }).click();
  await expect(page).toHaveURL('/dashboard/uploaders/u%2F48213%20%3F');
  await expect(page.getByText('Watched: everything waits for a person')).toBeVisible();
});

test('TRUST-B1 all that waits of an uploader is selected from an item of theirs, and decided', async ({
  page,
  browser,
  server,
}) => {
  await joinTrial(page, server);
  const ids: string[] = [];
  for (let made = 1; made <= 3; made += 1)
    ids.push(await uploadOverHttp(page, { ...explicit, name: `theirs-${made}.png` }, maria));
  await uploadOverHttp(page, { ...explicit, name: 'another.png' });
  await page.goto(`/dashboard/media/${ids[1]}`);
  await expect(card(page).getByText('3 of their items wait')).toBeVisible();
  await audit(page);
  await wide(page);
  const viewer = await invite(page, { browser, server, role: 'viewer', name: 'Vera' });
  await viewer.goto(`/dashboard/media/${ids[1]}`);
  await card(viewer).getByRole('link', { name: 'Show them' }).click();
  await expect(viewer.getByRole('article')).toHaveCount(3);

  await card(page).getByRole('link', { name: 'Select all 3' }).click();
  await expect(page).toHaveURL(/\/dashboard\/media\?status=undecided&author=u%2F48213/);
  const bar = page.getByRole('region', { name: 'Selected items' });
  await expect(bar).toContainText('All 3 items selected');
  // A reload begins with nothing selected.
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(bar).toHaveCount(0);
  await page.goBack();
  await card(page).getByRole('link', { name: 'Select all 3' }).click();
  await bar.getByRole('button', { name: 'Fail 3 items' }).click();
  await page.getByRole('dialog', { name: 'Fail 3 items?' }).getByRole('button', { name: 'Fail 3 items' }).click();
  await expect(page.getByText('Failed 3 items')).toBeVisible();
  await page.goto(`/dashboard/media/${ids[0]}`);
  await expect(card(page).getByText('Nothing of theirs waits for a decision')).toBeVisible();
  await expect(figure(page, 'Strikes')).toHaveText('3');
});

test('TRUST-B1 an item says when its uploader cannot be read, and when nobody was given', async ({ page, server, expected }) => {
  await joinTrial(page, server);
  const [theirs, nobodys] = [await uploadOverHttp(page, pears, maria), await uploadOverHttp(page, pears)];
  expected.push('429');
  // News would read it again before anybody asks for that.
  await page.route('**/api/events?*', () => undefined);
  await page.route(`**/${theirCall.slice(2)}`, (route) =>
    route.fulfill({ status: 429, json: { success: false, message: 'Too many requests', code: 'rate_limited' } }),
  );
  await page.goto(`/dashboard/media/${theirs}`);
  await expect(card(page).getByRole('alert')).toContainText('Could not load the uploader.');
  await expect(card(page).getByText('Maria K')).toBeVisible();
  await audit(page);
  await wide(page);
  await page.unroute(`**/${theirCall.slice(2)}`);
  await card(page).getByRole('button', { name: 'Try again' }).click();
  await expect(figure(page, 'Uploads')).toHaveText('1');
  await page.goto(`/dashboard/media/${nobodys}`);
  await expect(card(page).getByText('No uploader given.')).toBeVisible();
  await expect(card(page).getByRole('link', { name: 'author' })).toBeVisible();
  await audit(page);
});

test('TRUST-B1 the longest id and name of an uploader stay in the card, on the smallest screen too', async ({ page, server }) => {
  await joinTrial(page, server);
  const name = 'Maximiliana Konstantinopolskaya-Featherstonehaugh';
  const id = await uploadOverHttp(page, pears, { author: JSON.stringify({ id: 'x9'.repeat(127), name }) });
  for (const width of [320, 390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/dashboard/media/${id}`);
    await expect(figure(page, 'Strikes')).toHaveText('0');
    const over = await card(page).evaluate((its) => its.scrollWidth - its.clientWidth);
    expect(over, `at ${width}`).toBe(0);
  }
});
