import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { joinTrial, uploadOverHttp } from './account.ts';
import { fixture } from './fixtures.ts';
import { holdAnswers } from './held-answer.ts';
import { expect, test } from './journey.ts';
import type { UsedServer } from './server.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const explicit = readFileSync(fixture('flagged/explicit-1.png'));

async function seed(page: Page, server: UsedServer, count: number): Promise<void> {
  server.grant(await joinTrial(page, server), count);
  for (let made = 1; made <= count; made += 1)
    await uploadOverHttp(page, { name: `item-${made}.png`, mimeType: 'image/png', buffer: explicit });
}

type Listed = { originalFilename: string; decisions: { undone_at: string | null }[] };

/** How many decisions each item has, undone ones too. */
async function decisions(page: Page): Promise<Record<string, number>> {
  const answer = await page.request.get('/api/media?limit=50');
  const body: { data: { media_uploads: Listed[] } } = await answer.json();
  return Object.fromEntries(body.data.media_uploads.map((item) => [item.originalFilename, item.decisions.length]));
}

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });

test('MED-05 a card is decided once, however often its key is pressed before the server answers', async ({ page, server }) => {
  await seed(page, server, 3);
  await page.goto('/dashboard/media?status=undecided');
  await expect(page.getByRole('article')).toHaveCount(3);
  const answers = await holdAnswers(page, '*/pass');
  await page.getByRole('link', { name: /^item-3\.png/ }).focus();
  // The fourth finds nothing that is not decided, whichever it is.
  for (const key of ['p', 'p', 'p', 'f', 'p']) await page.keyboard.press(key);
  await answers.release();
  await expect(page.getByRole('heading', { name: 'The queue is clear' })).toBeVisible();
  expect(await decisions(page)).toEqual({ 'item-1.png': 1, 'item-2.png': 1, 'item-3.png': 1 });
});

test('MED-05 a double click on Pass is one decision, which Undo takes back', async ({ page, server }) => {
  await seed(page, server, 2);
  await page.goto('/dashboard/media');
  await expect(page.getByRole('article')).toHaveCount(2);
  await card(page, 'item-2.png').getByRole('button', { name: 'Pass item-2.png' }).dblclick();
  await expect(page.getByText('Passed: item-2.png')).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText('Undone')).toBeVisible();
  await expect(card(page, 'item-2.png').getByText('Flagged')).toBeVisible();
  expect(await decisions(page)).toEqual({ 'item-1.png': 0, 'item-2.png': 1 });
});

test('MED-05 a double click on the page of an item decides that item alone, and brings the next one', async ({
  page,
  server,
}) => {
  await seed(page, server, 3);
  await page.goto('/dashboard/media?status=undecided');
  await page.getByRole('link', { name: /^item-3\.png/ }).click();
  await expect(page.getByRole('link', { name: 'Next item' })).toBeVisible();
  await page.getByRole('complementary', { name: 'Verdict' }).getByRole('button', { name: 'Pass' }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'item-2.png' })).toBeVisible();
  await expect(page.getByText('Passed: item-3.png. Next: item-2.png')).toBeVisible();
  await expect.poll(() => decisions(page)).toEqual({ 'item-1.png': 0, 'item-2.png': 0, 'item-3.png': 1 });
});

test('MED-05 a card that arrivals pushed off the page shows what was decided, once', async ({ page, server }) => {
  await seed(page, server, 12);
  await page.goto('/dashboard/media');
  await expect(page.getByRole('article')).toHaveCount(12);
  await uploadOverHttp(page, { name: 'item-13.png', mimeType: 'image/png', buffer: explicit });
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
  await page.getByRole('link', { name: /^item-1\.png/ }).focus();
  await page.keyboard.press('p');
  await expect(card(page, 'item-1.png').getByText('Safe')).toBeVisible();
  await page.keyboard.press('p');
  await expect.poll(async () => (await decisions(page))['item-1.png']).toBe(1);
  await page.keyboard.press('u');
  await expect(card(page, 'item-1.png').getByText('Flagged')).toBeVisible();
});

test('MED-01 keys act again for whoever goes back while the list turns its page', async ({ page, server }) => {
  await seed(page, server, 13);
  await page.goto('/dashboard/media');
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.getByRole('link', { name: /^item-2\.png/ }).focus();
  const answers = await holdAnswers(page, '*/api/media?*');
  await page.keyboard.press('j');
  await answers.held;
  await expect(page.getByRole('region', { name: 'Media' })).toHaveAttribute('aria-busy', 'true');
  await page.goBack();
  // The page before is known, and the one that is still on its way does not come any more.
  await expect(page.getByRole('region', { name: 'Media' })).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('p');
  await answers.release();
  await expect(page.getByText('Passed: item-2.png')).toBeVisible();
});

test('MED-01 a key that is pressed while the list turns its page decides nothing of the page before', async ({
  page,
  server,
}) => {
  await seed(page, server, 13);
  await page.goto('/dashboard/media');
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.getByRole('link', { name: /^item-2\.png/ }).focus();
  const answers = await holdAnswers(page, '*/api/media?*');
  await page.keyboard.press('j');
  await page.keyboard.press('f');
  await answers.release();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.keyboard.press('p');
  await expect(page.getByText('Passed: item-1.png')).toBeVisible();
  await expect.poll(async () => (await decisions(page))['item-1.png']).toBe(1);
  expect((await decisions(page))['item-2.png']).toBe(0);
});

test('MED-05 a decision keeps its Undo when the undo of the one before is answered', async ({ page, server }) => {
  await seed(page, server, 2);
  await page.goto('/dashboard/media?status=undecided');
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Previous item' })).toBeVisible();
  await page.keyboard.press('?');
  await page.getByRole('checkbox', { name: 'Open the next item after Pass or Fail in To decide' }).uncheck();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('p');
  await expect(page.getByText('Passed: item-1.png')).toBeVisible();
  const answers = await holdAnswers(page, '*/decisions/undo');
  await page.keyboard.press('u');
  await page.keyboard.press('f');
  await expect(page.getByText('Failed: item-1.png')).toBeVisible();
  await answers.release();
  await expect(page.getByText('Undone')).toBeAttached();
  await page.keyboard.press('u');
  await expect(page.getByRole('heading', { name: 'Flagged', exact: true })).toBeVisible();
  await expect.poll(async () => (await decisions(page))['item-1.png']).toBe(2);
});

test('MED-05 closing the window asks first while a decision or an undo waits for the answer before it', async ({
  page,
  server,
}) => {
  await seed(page, server, 2);
  await page.goto('/dashboard/media');
  await expect(page.getByRole('article')).toHaveCount(2);
  const questions: string[] = [];
  page.on('dialog', async (dialog) => {
    questions.push(dialog.type());
    await dialog.dismiss();
  });
  for (const [name, second, words] of [
    ['item-1.png', 'f', 'Failed: item-1.png'],
    ['item-2.png', 'u', 'Undecided'],
  ] as const) {
    const answers = await holdAnswers(page, '*/pass');
    await page.getByRole('link', { name: new RegExp(`^${name}`) }).focus();
    await page.keyboard.press('p');
    await answers.held;
    await page.keyboard.press(second);
    questions.length = 0;
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => questions, words).toEqual(['beforeunload']);
    await answers.release();
    await page.waitForLoadState('networkidle');
  }
  await expect.poll(() => decisions(page)).toEqual({ 'item-1.png': 2, 'item-2.png': 1 });
  questions.length = 0;
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(2);
  expect(questions).toEqual([]);
});
