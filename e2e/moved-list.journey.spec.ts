import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { invite, joinTrial, uploadOverHttp } from './account.ts';
import { fixture } from './fixtures.ts';
import { holdAnswers } from './held-answer.ts';
import { expect, test } from './journey.ts';
import type { UsedServer } from './server.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const explicit = readFileSync(fixture('flagged/explicit-1.png'));
const queue = '/dashboard/media?status=undecided';

async function seed(page: Page, server: UsedServer, count: number): Promise<string[]> {
  server.grant(await joinTrial(page, server), count);
  const ids: string[] = [];
  for (let made = 1; made <= count; made += 1)
    ids.push(await uploadOverHttp(page, { name: `item-${made}.png`, mimeType: 'image/png', buffer: explicit }));
  return ids;
}

/** How many decisions each item has. */
async function decisions(page: Page): Promise<number[]> {
  const answer = await page.request.get('/api/media?limit=50&sort=oldest');
  const body: { data: { media_uploads: { decisions: unknown[] }[] } } = await answer.json();
  return body.data.media_uploads.map((item) => item.decisions.length);
}

/** What a person does who has not seen the move yet: in the moment in which a card leaves. */
const whenOneLeaves = (page: Page, act: 'press' | 'key') =>
  page.evaluate((how) => {
    const grid = document.querySelector('section[aria-label=Media]');
    if (!grid) throw new Error('There is no list');
    const before = grid.children.length;
    new MutationObserver((_, observer) => {
      if (grid.children.length === before) return;
      observer.disconnect();
      if (how === 'key') document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true }));
      else
        grid
          .querySelector('article [aria-label^=Pass]')
          ?.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true, cancelable: true }));
    }).observe(grid, { childList: true });
  }, act);

const moved = (page: Page) => page.getByText('The list moved. Nothing was decided.');

test('MED-05 a press and a key that were meant for a card which somebody else decided do nothing to the next one', async ({
  page,
  server,
  browser,
}) => {
  const [, , third, fourth] = await seed(page, server, 4);
  const ines = await invite(page, { browser, server, role: 'moderator', name: 'Ines Example' });
  await page.goto(queue);
  await expect(page.getByRole('article')).toHaveCount(4);
  // The newest is at hand, and the first of the list.
  await page.getByRole('link', { name: /^item-4\.png/ }).focus();
  await whenOneLeaves(page, 'press');
  await ines.request.post(`/api/media/${fourth}/fail`, { data: {} });
  await expect(moved(page)).toBeVisible();
  await page.getByRole('link', { name: /^item-3\.png/ }).focus();
  await whenOneLeaves(page, 'key');
  await ines.request.post(`/api/media/${third}/fail`, { data: {} });
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(moved(page)).toBeVisible();
  expect(await decisions(page)).toEqual([0, 0, 1, 1]);
  // Whoever aims again decides.
  await page.getByRole('button', { name: 'Pass item-2.png' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { name: 'The queue is clear' })).toBeVisible();
  expect(await decisions(page)).toEqual([1, 1, 1, 1]);
  await ines.context().close();
});

test('MED-05 a key right after Undo is for no other item of the queue', async ({ page, server }) => {
  await seed(page, server, 3);
  await page.goto(queue);
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.getByRole('link', { name: /^item-3\.png/ }).focus();
  await page.keyboard.press('p');
  await expect(page.getByRole('article')).toHaveCount(2);
  const answers = await holdAnswers(page, '*/decisions/undo');
  await page.keyboard.press('u');
  await page.keyboard.press('f');
  await answers.release();
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('link', { name: /^item-3\.png/ })).toBeFocused();
  await page.keyboard.press('f');
  await expect(page.getByText('Failed: item-3.png')).toBeVisible();
  await expect.poll(() => decisions(page)).toEqual([0, 0, 2]);
});

test('MED-01 K takes J back while the next page is on its way', async ({ page, server }) => {
  await seed(page, server, 13);
  await page.goto('/dashboard/media');
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.getByRole('link', { name: /^item-2\.png/ }).focus();
  const answers = await holdAnswers(page, '*/api/media?*');
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/page=2/);
  await page.keyboard.press('k');
  await expect(page).not.toHaveURL(/page=2/);
  await answers.release();
  await expect(page.getByRole('link', { name: /^item-2\.png/ })).toBeFocused();
  await page.keyboard.press('p');
  await expect(page.getByText('Passed: item-2.png')).toBeVisible();
});

test('MED-05 an item that is left out by hand ends the selection of the whole list', async ({ page, server }) => {
  await seed(page, server, 13);
  await page.goto(queue);
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Select all 13 matching' }).click();
  await expect(page.getByText('All 13 items selected')).toBeVisible();
  await page.getByRole('checkbox', { name: /item-13\.png/ }).uncheck();
  await expect(page.getByText('11 items selected')).toBeVisible();
  await page.keyboard.press('p');
  await expect.poll(async () => (await decisions(page)).filter((count) => count > 0).length).toBe(11);
  expect((await decisions(page)).at(-1)).toBe(0);
});

test('MED-05 U takes a decision back although another toast came, and a reason says when it is not there yet', async ({
  page,
  server,
}) => {
  const [only] = await seed(page, server, 1);
  const answers = await holdAnswers(page, '*/api/labels*');
  await page.goto(`/dashboard/media/${only}`);
  await expect(page.getByRole('heading', { level: 1, name: 'item-1.png' })).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByText('Failed: item-1.png')).toBeVisible();
  await page.keyboard.press('1');
  await expect(page.getByText('The reasons are not loaded yet')).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText('Undone')).toBeVisible();
  await answers.release();
  await expect(page.getByRole('complementary', { name: 'Verdict' }).getByRole('button', { name: 'Fail' })).toBeVisible();
});

test('MED-05 what was refused stays to be read while the next item is decided', async ({ page, server, expected }) => {
  await seed(page, server, 2);
  await page.goto('/dashboard/media');
  await expect(page.getByRole('article')).toHaveCount(2);
  expected.push(/status of 500/);
  await page.route('**/fail', (route) =>
    route.fulfill({ status: 500, json: { status: 'error', message: 'Out of order', data: null } }),
  );
  await page.getByRole('link', { name: /^item-2\.png/ }).focus();
  await page.keyboard.press('f');
  const refusal = page.getByText('Out of order');
  await expect(refusal).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByText('Passed: item-1.png')).toBeVisible();
  await expect(refusal).toBeVisible();
  await page.unroute('**/fail');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Failed: item-2.png')).toBeVisible();
  await expect(refusal).toBeHidden();
  await expect.poll(() => decisions(page)).toEqual([1, 1]);
});

test('MED-05 a key on a card that filled the page by itself decides nothing before it was seen', async ({ page, server }) => {
  await seed(page, server, 14);
  await page.goto(queue);
  await expect(page.getByRole('article')).toHaveCount(12);
  const answers = await holdAnswers(page, '*/api/media/*/pass');
  await page.getByRole('link', { name: /^item-14\.png/ }).focus();
  for (let pressed = 0; pressed < 12; pressed += 1) await page.keyboard.press('p');
  await whenOneLeaves(page, 'key');
  await answers.release();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(moved(page)).toBeVisible();
  expect((await decisions(page)).slice(0, 2)).toEqual([0, 0]);
});

test('MED-05 a refusal names its item on the page of the next one', async ({ page, server, expected }) => {
  const [, second] = await seed(page, server, 2);
  await page.goto(queue);
  await page.getByRole('link', { name: /^item-2\.png/ }).click();
  await expect(page.getByRole('link', { name: 'Next item' })).toBeVisible();
  expected.push(/status of 500/);
  await page.route(`**/api/media/${second}/fail`, (route) =>
    route.fulfill({ status: 500, json: { status: 'error', message: 'Out of order', data: null } }),
  );
  await page.keyboard.press('f');
  await expect(page.getByRole('heading', { level: 1, name: 'item-1.png' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('item-2.png: Out of order');
});
