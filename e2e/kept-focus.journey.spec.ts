import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { joinTrial, uploadOverHttp } from './account.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const pears = (name: string) => ({ name, mimeType: 'image/png', buffer: readFileSync(fixture('formats/pears.png')) });
const createToken = (page: Page, name: string) => page.request.post('/api/access-tokens', { data: { name } });
const inMain = (page: Page) => page.getByRole('main');

test('TOK-01 HOOK-01 after a deletion the keyboard is at the row that took its place', async ({ page, server, pictures }) => {
  await joinTrial(page, server);
  for (const name of ['one', 'two', 'three']) await createToken(page, name);
  await page.goto('/dashboard/tokens');
  const removeToken = async (name: string) => {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('button', { name: 'Delete token' }).click();
    await expect(page.getByRole('row', { name })).toHaveCount(0);
  };
  await removeToken('two');
  await expect(page.getByRole('button', { name: 'Copy token one' })).toBeFocused();
  await removeToken('one');
  await expect(page.getByRole('button', { name: 'Copy token three' })).toBeFocused();
  await removeToken('three');
  await expect(inMain(page)).toBeFocused();

  for (const path of ['a', 'b'])
    await page.request.post('/api/webhooks', { data: { webhookUrl: `http://${pictures.address}/${path}` } });
  await page.goto('/dashboard/webhooks');
  const gone = page.getByRole('row').nth(1);
  const kept = page
    .getByRole('row')
    .nth(2)
    .getByRole('button', { name: /^Copy token/ });
  const name = (await kept.getAttribute('aria-label')) ?? '';
  await gone.getByRole('button', { name: /^Delete/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('button', { name, exact: true }).first()).toBeFocused();
});

test('UP-01 UP-05 files that are taken out of an upload leave the keyboard beside them', async ({ page, server }) => {
  await joinTrial(page, server);
  await page.goto('/dashboard/upload');
  const zone = page.getByRole('button', { name: /choose a file/ });
  const choose = async (...names: string[]) => {
    const chooser = page.waitForEvent('filechooser');
    await zone.press('Enter');
    await (await chooser).setFiles(names.map(pears));
  };
  await choose('one.png');
  await expect(page.getByRole('region', { name: 'Chosen image' })).toBeFocused();
  await page.getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(zone).toBeFocused();

  await choose('one.png', 'two.png', 'three.png');
  await page.getByRole('button', { name: 'Remove one.png' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Remove two.png' })).toBeFocused();
  await page.getByRole('button', { name: 'Remove three.png' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Remove two.png' })).toBeFocused();
  await page.getByRole('button', { name: 'Clear the queue' }).press('Enter');
  await expect(inMain(page)).toBeFocused();
});

test('MED-05 decisions leave the keyboard at an item: of several at once, and of the last in its list', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  for (const name of ['one.png', 'two.png', 'three.png']) await uploadOverHttp(page, pears(name));
  await page.goto('/dashboard/media?status=safe');
  await expect(page.getByRole('article')).toHaveCount(3);
  for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter');
  await expect(page.getByRole('link', { name: 'two.png, Safe' })).toBeFocused();

  const last = page.getByRole('article').last();
  await last.hover();
  await last.getByRole('button', { name: 'Fail one.png' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'two.png, Safe' })).toBeFocused();
  await page.keyboard.press('u');
  await expect(page.getByRole('link', { name: 'one.png, Safe' })).toBeFocused();
  await page.keyboard.press('f');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('link', { name: 'two.png, Safe' })).toBeFocused();
  for (const key of ['f', 'f']) await page.keyboard.press(key);
  await expect(page.getByRole('heading', { name: 'Nothing here now' })).toBeVisible();
  await expect(inMain(page)).toBeFocused();

  await page.goto('/dashboard/media');
  await page.getByRole('link', { name: 'three.png, Flagged' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'three.png' })).toBeFocused();
  // Back at the item that was looked at, not at the beginning.
  await expect(page.getByRole('link', { name: 'Next item' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { level: 1, name: 'two.png' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Content Review', exact: true }).press('Enter');
  await expect(page.getByRole('link', { name: 'two.png, Flagged' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'two.png' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'two.png, Flagged' })).toBeFocused();
});

test('MED-05 a button that decides leaves the keyboard at the heading of the next item, never at its buttons', async ({
  page,
  server,
}) => {
  server.grant(await joinTrial(page, server), 4);
  const bad = readFileSync(fixture('flagged/explicit-1.png'));
  for (const name of ['one.png', 'two.png', 'three.png', 'four.png']) await uploadOverHttp(page, { ...pears(name), buffer: bad });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const verdict = page.getByRole('complementary', { name: 'Verdict' });
  await page.goto('/dashboard/media?status=undecided');
  await page.getByRole('link', { name: 'four.png, Flagged' }).click();
  await expect(page.getByRole('link', { name: 'Next item' })).toBeVisible();
  await verdict.getByRole('button', { name: 'Fail' }).press('Enter');
  await expect(heading('three.png')).toBeFocused();
  // What stays on the page gives the keyboard back too, or nobody would hear of the next item.
  await page.getByRole('button', { name: 'Your view' }).focus();
  await page.keyboard.press('p');
  await expect(heading('two.png')).toBeFocused();
  // A field that is left takes neither words nor keys of the next item.
  await page.keyboard.press('j');
  await expect(heading('one.png')).toBeFocused();
  await verdict.getByLabel('Note').fill('as agreed');
  await page.goBack();
  await expect(heading('two.png')).toBeFocused();
  await expect(verdict.getByLabel('Note')).toHaveValue('');
  // Who goes on at once to write a note is let write it.
  await expect(page.getByRole('link', { name: 'Next item' })).toBeVisible();
  await page.evaluate(() => {
    for (const key of ['p', 'n']) document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  await expect(verdict.getByLabel('Note')).toBeFocused();
});

test('MED-04 MED-05 deleting an item leaves the keyboard at the heading of what comes next: the next item, or the list', async ({
  page,
  server,
}) => {
  server.grant(await joinTrial(page, server), 3);
  const bad = readFileSync(fixture('flagged/explicit-1.png'));
  for (const name of ['one.png', 'two.png', 'three.png']) await uploadOverHttp(page, { ...pears(name), buffer: bad });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const remove = async () => {
    await page.getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await page.goto('/dashboard/media?status=undecided');
  await page.getByRole('link', { name: 'three.png, Flagged' }).click();
  await expect(page.getByRole('link', { name: 'Next item' })).toBeVisible();
  await remove();
  await expect(heading('two.png')).toBeFocused();
  await expect(page).toHaveTitle('two.png · Clearframe');
  // Its keys act on that item.
  await page.keyboard.press('f');
  await expect(heading('one.png')).toBeFocused();
  await remove();
  await expect(heading('Content Review')).toBeFocused();
});

test('DASH-01 MED-01 a page that is opened begins at its heading, and the window and a screen reader hear what it holds', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  for (const name of ['one.png', 'two.png']) await uploadOverHttp(page, pears(name));
  await uploadOverHttp(page, { ...pears('bad.png'), buffer: readFileSync(fixture('flagged/explicit-1.png')) });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const news = page.getByRole('status').filter({ hasText: /^(Selected: )?\d+ items?/ });
  await page.goto('/dashboard');
  await page.getByRole('navigation').getByRole('link', { name: 'Content Review 1 to decide' }).click();
  await expect(heading('Content Review')).toBeFocused();
  await expect(page).toHaveTitle('(1) To decide · Clearframe');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(news).toHaveCount(0);
  // The link of the menu took this before.
  await page.keyboard.press('Enter');
  await expect(heading('bad.png')).toBeFocused();
  await expect(page).toHaveTitle('bad.png · Clearframe');
  await page.keyboard.press('f');
  await expect(page).toHaveTitle('To decide · Clearframe');

  const safe = page.getByRole('button', { name: 'Safe 2' });
  await safe.click();
  await expect(news).toHaveText('2 items');
  await expect(safe).toBeFocused();
  await expect(page).toHaveTitle('Content Review · Clearframe');
  for (const key of ['j', 'x']) await page.keyboard.press(key);
  await expect(news.filter({ hasText: 'Selected' })).toHaveText('Selected: 1 item.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(heading('one.png')).toBeFocused();
  await expect(page.getByRole('link', { name: 'Previous item' })).toBeVisible();
  await page.keyboard.press('k');
  await expect(heading('two.png')).toBeFocused();
});

test('DASH-01 MED-02 forced colours still show which filter, page and part of the frames', async ({ page, server }) => {
  await joinTrial(page, server);
  await uploadOverHttp(page, pears('one.png'));
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/dashboard/media');
  const outlined = (name: string) => page.getByRole('button', { name }).evaluate((one) => getComputedStyle(one).outlineStyle);
  await expect(page.getByRole('button', { name: 'All 1' })).toBeVisible();
  expect([await outlined('All 1'), await outlined('Flagged 0')]).toEqual(['solid', 'none']);
  const link = page.getByRole('link', { name: 'Content Review', exact: true });
  expect(await link.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid');
  await expect(page.locator('[data-slot~=frames-meter] [data-slot~=meter]')).toHaveCSS('forced-color-adjust', 'none');
});

test('TOK-02 HOOK-03 what the server refuses in a dialog brings the keyboard to its field', async ({
  page,
  server,
  expected,
}) => {
  expected.push(/status of 500/);
  await joinTrial(page, server);
  const fail = (pattern: string) =>
    page.route(pattern, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'no JSON' }) : route.continue(),
    );
  await fail('**/api/access-tokens');
  await fail('**/api/webhooks');
  for (const [path, open, field, typed, message] of [
    ['tokens', 'Create token', 'Name', 'Shop', 'Failed to create token'],
    ['webhooks', 'Create Webhook', 'Webhook URL', 'https://shop.example/hook', 'Failed to create webhook'],
  ] as const) {
    await page.goto(`/dashboard/${path}`);
    await page.getByRole('button', { name: open }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(field).fill(typed);
    const submit = dialog.getByRole('button', { name: open });
    for (let tries = 0; tries < 2; tries += 1) {
      await submit.click();
      await expect(dialog.getByText(message)).toBeVisible();
      await expect(dialog.getByLabel(field)).toBeFocused();
      await expect(dialog.getByLabel(field)).toHaveAccessibleDescription(new RegExp(message));
    }
  }
});
