import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { invite, joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { holdAnswers } from './held-answer.ts';
import { expect, test } from './journey.ts';
import type { UsedServer } from './server.ts';

// Up to five audits a journey, four looks each.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const pears = () => ({ name: 'pears.png', mimeType: 'image/png', buffer: readFileSync(fixture('formats/pears.png')) });

test('MED-04 MED-05 a person fails an item with a note, takes it back, and reads both in its history', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  const id = await uploadOverHttp(page, pears());
  await page.goto(`/dashboard/media/${id}`);
  const verdict = page.getByRole('complementary', { name: 'Verdict' });
  await expect(verdict.getByRole('heading', { name: 'Safe' })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByLabel('Note')).toBeFocused();
  await page.keyboard.type('Price tag: a fake');
  await verdict.getByRole('button', { name: 'Fail' }).click();
  await expect(verdict.getByRole('heading', { name: 'Failed by you' })).toBeVisible();
  await expect(page.getByText('Failed: pears.png')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Ada Example changed Safe to Flagged' })).toContainText(
    'Price tag: a fake',
  );
  await page.keyboard.press('u');
  await expect(verdict.getByRole('heading', { name: 'Safe' })).toBeVisible();
  await expect(page.getByText('Ada Example undid it: Safe again')).toBeVisible();
});

/** So many small pictures in the account of the page, uploaded one after the other, newest last. */
async function seed(page: Page, server: UsedServer, count: number): Promise<void> {
  const email = await joinTrial(page, server);
  server.grant(email, count);
  const { buffer, mimeType } = pears();
  for (let made = 1; made <= count; made += 1) await uploadOverHttp(page, { name: `item-${made}.png`, mimeType, buffer });
}

const verdictCount = (page: Page, word: string) =>
  page.getByRole('group', { name: 'Filter by verdict' }).getByRole('button', { name: word });

test('MED-01 MED-05 24 items are reviewed by keyboard alone, over two pages', async ({ page, server }) => {
  await seed(page, server, 24);
  await page.goto('/dashboard/media');
  await expect(page.getByRole('article')).toHaveCount(12);
  await expect(verdictCount(page, 'All')).toContainText('24');
  for (let item = 24; item >= 1; item -= 1) {
    const link = page.getByRole('link', { name: `item-${item}.png, Safe` });
    await expect(link).toBeVisible();
    if (item < 24) await expect(link).toBeFocused();
    await page.keyboard.press(item % 3 === 0 ? 'f' : 'p');
    await expect(page.getByText(`${item % 3 === 0 ? 'Failed' : 'Passed'}: item-${item}.png`)).toBeVisible();
  }
  await expect(page).toHaveURL(/page=2/);
  await expect(verdictCount(page, 'Flagged')).toContainText('8');
  // Back to what was decided last, which is at hand again.
  await page.keyboard.press('u');
  await expect(page.getByText('Undone')).toBeVisible();
  await expect(verdictCount(page, 'Safe')).toContainText('16');
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await expect(page.getByRole('link', { name: 'item-3.png, Flagged' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'item-3.png' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Next item' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 1, name: 'item-2.png' })).toBeVisible();
});

test('MED-02 MED-05 MED-09 filters live in the address, several are decided and undone at once, and a refusal rolls back', async ({
  page,
  server,
  expected,
}) => {
  await seed(page, server, 4);
  await page.goto('/dashboard/media');
  await page.getByRole('searchbox', { name: 'Search' }).fill('item-3');
  await expect(page).toHaveURL(/search=item-3/);
  await expect(page.getByRole('article')).toHaveCount(1);
  // Keys are text in a field.
  await page.keyboard.type('ppf');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(page.getByRole('article')).toHaveCount(4);
  // A tab is no filter: it offers nothing to clear, and is kept when filters are.
  const clear = page.getByRole('button', { name: 'Clear filters' });
  await verdictCount(page, 'Not checked').click();
  await expect(page.getByRole('heading', { name: 'Nothing here now' })).toBeVisible();
  await expect(clear).toHaveCount(0);
  await verdictCount(page, 'Safe').click();
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(clear).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search' }).fill('item-3');
  await expect(page.getByRole('article')).toHaveCount(1);
  await clear.click();
  await expect(page).toHaveURL('/dashboard/media?status=safe');
  await verdictCount(page, 'All').click();
  await expect(page).toHaveURL('/dashboard/media');
  await expect(verdictCount(page, 'Safe')).toContainText('4');

  for (const key of ['x', 'j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await expect(page.getByText('3 items selected')).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Fail 3 items' }).click();
  await expect(page.getByText('Failed 3 items')).toBeVisible();
  // Shown before the server has answered: the counts may come after the time for Undo.
  const flagged = page.getByRole('link', { name: /^item-\d\.png, Flagged/ });
  await expect(flagged).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(flagged).toHaveCount(0);
  await expect(verdictCount(page, 'Safe')).toContainText('4');

  expected.push(/status of 500/, /ERR_FAILED/);
  await page.route('**/api/media/*/fail', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ status: 'error', message: 'Out of order', data: null }),
    }),
  );
  const first = page.getByRole('article').first();
  await first.hover();
  await first.getByRole('button', { name: 'Fail item-4.png' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to fail media' });
  await expect(alert).toContainText('Out of order');
  await expect(page.getByRole('link', { name: 'item-4.png, Safe' })).toBeVisible();
  await audit(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Shortcuts' }).click();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('checkbox', { name: 'Use these keys on the review pages' }).uncheck();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('p');
  await expect(page.getByText('Passed: item-4.png')).toHaveCount(0);
});

test('MED-05 the key bar names what acts on a selection, for those who decide', async ({ page, server, browser }) => {
  await seed(page, server, 1);
  const viewer = await invite(page, { browser, server, role: 'viewer', name: 'Vera Example' });
  const hint = (one: Page, key: string, word: string) =>
    one.locator('[data-slot=keys] span').filter({ hasText: new RegExp(`^${key}${word}$`) });
  for (const one of [page, viewer]) {
    await one.setViewportSize({ width: 1440, height: 900 });
    await one.goto('/dashboard/media');
    await expect(hint(one, 'R', 'Reveal')).toBeVisible();
  }
  await expect(hint(page, 'X', 'Select')).toBeVisible();
  await expect(hint(page, 'U', 'Undo')).toBeVisible();
  await expect(hint(viewer, 'X', 'Select')).toHaveCount(0);
  await expect(hint(viewer, 'U', 'Undo')).toHaveCount(0);
  await viewer.context().close();
});

test('MED-03 a phone shows two lines of a title, and what is below stands in a row', async ({ page, server }) => {
  await joinTrial(page, server);
  const long = 'A vase of marble with a lid, found in the cellar of the house beside the old mill';
  await uploadOverHttp(page, pears(), { title: long });
  await uploadOverHttp(page, pears(), { title: 'Vase' });
  await uploadOverHttp(page, pears(), { title: 'Unbroken_'.repeat(12) });
  await page.goto('/dashboard/media');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(3);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const title of await cards.getByRole('heading', { level: 2 }).all()) {
      const { height } = (await title.boundingBox()) ?? { height: 0 };
      expect(height, `room for two lines at ${width}`).toBe(40);
    }
    const tops = await Promise.all(
      [1, 0].map(async (at) => (await cards.nth(at).getByText('Safe', { exact: true }).boundingBox())?.y),
    );
    expect(tops[0], `the verdicts of a row at ${width}`).toBe(tops[1]);
    // The second line is there, and a third is cut.
    const lines = await cards.getByRole('link', { name: long }).evaluate((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      return { shown: link.clientHeight, all: range.getBoundingClientRect().height };
    });
    expect(lines.shown).toBe(40);
    expect(lines.all).toBeGreaterThanOrEqual(40);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  expect((await cards.first().getByRole('heading', { level: 2 }).boundingBox())?.height).toBe(20);
});

test('SEC-03 MED-05 two people decide the same item and a viewer looks on: all see the last word, and the log has both', async ({
  page,
  server,
  browser,
}) => {
  await seed(page, server, 1);
  const second = await invite(page, { browser, server, role: 'moderator', name: 'Ines Example' });
  const viewer = await invite(page, { browser, server, role: 'viewer', name: 'Vera Example' });
  for (const one of [page, second, viewer]) {
    await one.goto('/dashboard/media');
    await expect(one.getByRole('link', { name: 'item-1.png, Safe' })).toBeVisible();
  }
  await page.keyboard.press('f');
  for (const one of [second, viewer]) await expect(one.getByRole('link', { name: 'item-1.png, Flagged' })).toBeVisible();
  await second.keyboard.press('p');
  await expect(page.getByRole('link', { name: 'item-1.png, Safe' })).toBeVisible();
  await page.getByRole('link', { name: 'item-1.png, Safe' }).click();
  await expect(page.getByText('Ada Example changed Safe to Flagged')).toBeVisible();
  await expect(page.getByText('Ines Example changed Flagged to Safe')).toBeVisible();

  await viewer.keyboard.press('f');
  await viewer.getByRole('link', { name: 'item-1.png, Safe' }).click();
  await expect(viewer.getByText('Ines Example changed Flagged to Safe')).toBeVisible();
  await expect(viewer.getByText('Vera Example changed')).toHaveCount(0);
  for (const word of ['Pass', 'Fail', 'Delete', 'Analyse again'])
    await expect(viewer.getByRole('button', { name: word })).toHaveCount(0);
  await Promise.all([second, viewer].map((one) => one.context().close()));
});

test('MED-02 the list is fetched again after a fault, exported as CSV, and found again from an item', async ({
  page,
  server,
  expected,
}) => {
  await seed(page, server, 2);
  expected.push(/status of 500/);
  const body = JSON.stringify({ status: 'error', message: 'Out of order', data: null });
  await page.route('**/api/media?*', (route) => route.fulfill({ status: 500, contentType: 'application/json', body }));
  await page.goto('/dashboard/media?search=item-2&source=dashboard');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.unroute('**/api/media?*');
  await again.click();
  await expect(page.getByRole('article')).toHaveCount(1);

  await page.getByRole('button', { name: 'Export CSV' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save CSV' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^clearframe-media-.*\.csv$/);
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('item-2.png');
  await page.getByRole('button', { name: 'Remove the CSV export' }).click();
  await expect(page.getByRole('button', { name: 'Save CSV' })).toHaveCount(0);

  await page.getByRole('link', { name: 'item-2.png, Safe' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Content Review', exact: true }).click();
  await expect(page).toHaveURL(/search=item-2&?/);
  await page.setViewportSize({ width: 390, height: 844 });
  const source = page.getByLabel('Source');
  await expect(source).toBeHidden();
  await page.getByRole('button', { name: 'Filters 1' }).click();
  await expect(source).toHaveValue('dashboard');
});

test('MED-03 a long title ends inside its card, and one in Arabic begins at its right', async ({ page, server }) => {
  await joinTrial(page, server);
  const { buffer, mimeType } = pears();
  await uploadOverHttp(page, { name: `${'long '.repeat(40)}.png`, mimeType, buffer });
  await uploadOverHttp(page, { name: 'صورة.png', mimeType, buffer });
  await page.goto('/dashboard/media');
  const long = page.getByRole('link', { name: /^long/ });
  const card = page.getByRole('article').nth(1);
  await expect(card).toContainText('long');
  const [link, print] = await Promise.all([long.boundingBox(), card.boundingBox()]);
  expect(link?.width).toBeLessThan(print?.width ?? 0);
  await expect(page.getByRole('link', { name: /^صورة/ })).toHaveCSS('direction', 'rtl');
  // Its middle can be pressed.
  await long.click();
  await expect(page.getByRole('heading', { level: 1, name: /^long/ })).toBeVisible();
});

test('MED-04 MED-05 K before the page that J leads to is there leads back, and an item says its place in its list', async ({
  page,
  server,
}) => {
  await seed(page, server, 3);
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const place = page.getByText(/^Item \d+ of \d+$/);
  await page.goto('/dashboard/media?status=safe');
  await page.getByRole('link', { name: 'item-2.png, Safe' }).click();
  await expect(place).toHaveText('Item 2 of 3');
  await expect(page.getByRole('link', { name: 'Next item' })).toBeVisible();
  await test.step('the neighbours of an item that has just been shown are waited for', async () => {
    const { held, release } = await holdAnswers(page, '*/neighbours?*');
    await page.keyboard.press('j');
    await expect(heading('item-1.png')).toBeFocused();
    await expect(place).toHaveText('Item 3 of 3');
    await held;
    await page.keyboard.press('k');
    await release();
    await expect(heading('item-2.png')).toBeFocused();
  });
  await test.step('a key of the other way takes back one that waits', async () => {
    const { held, release } = await holdAnswers(page, '*/neighbours?*');
    await page.keyboard.press('k');
    await expect(heading('item-3.png')).toBeFocused();
    await held;
    for (const key of ['j', 'k']) await page.keyboard.press(key);
    await release();
    await expect(page.getByRole('link', { name: 'Next item' })).toBeVisible();
    await expect(heading('item-3.png')).toBeFocused();
  });
  await test.step('keys that follow each other at once are taken one after the other', async () => {
    await page.evaluate(async () => {
      for (const key of ['j', 'j', 'k']) {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        await new Promise((done) => setTimeout(done));
      }
    });
    await expect(place).toHaveText('Item 2 of 3');
    await expect(heading('item-2.png')).toBeFocused();
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Zoom', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Previous item' })).toBeVisible();
  await expect(place).toHaveCount(0);
});

test('MED-04 an item is analysed again for a frame, and deleted after a question', async ({ page, server }) => {
  await seed(page, server, 2);
  await page.goto('/dashboard/media?sort=oldest');
  await page.getByRole('link', { name: 'item-1.png, Safe' }).click();
  await page.getByRole('button', { name: 'Analyse again' }).click();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Analyse for 1 frame' }).click();
  await expect(page.getByText('Analysis queued')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Analyse again' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'item-2.png' })).toBeVisible();
  await page.goto('/dashboard/media');
  await expect(page.getByRole('article')).toHaveCount(1);
});
