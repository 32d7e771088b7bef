import type { Page } from '@playwright/test';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { holdAnswers } from './held-answer.ts';
import { expect, test } from './journey.ts';
import { startServer } from './server.ts';
import { tabTo } from './tab-to.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const section = '#try';

/** What the bars say, in any order. */
const scores = async (page: Page) => (await page.locator(`${section} [data-slot~=score-bar]`).allInnerTexts()).slice(0, 3).sort();

test('PUB-01 a visitor has one of our pictures checked by keyboard alone, sees the stages and the whole verdict', async ({
  page,
}) => {
  await page.goto('/');
  const place = page.locator(section);
  await expect(place).toContainText('deleted within 5 minutes');
  const served = await scores(page);
  expect(served.length).toBeGreaterThan(2);
  await tabTo(page, place.getByRole('button', { name: 'Three pears' }));
  // The analysis is quick: the page is kept from the answer until the stages were seen on it.
  const answers = await holdAnswers(page, '*/api/try-it/*');
  await page.keyboard.press('Enter');
  await expect(place.getByRole('list', { name: 'Stages' }).getByRole('listitem').first()).toContainText('Queued');
  await audit(page);
  await answers.release();
  await expect(place.getByRole('heading', { name: 'Passed content moderation' })).toBeVisible();
  await expect(place.getByRole('img', { name: 'pears.webp' })).toBeVisible();
  await expect(place.locator('[data-slot~=try-coverage] dt')).not.toHaveCount(0);
  await expect(place).toContainText('The server deletes picture and verdict by');
  // What stood there before was this picture's own verdict.
  expect(await scores(page)).toEqual(served);
  await audit(page);
  await tabTo(page, place.getByText('Every reason of this verdict'));
  await page.keyboard.press('Enter');
  await expect(place.locator('[data-slot~=findings-coverage] dt')).not.toHaveCount(0);
  await audit(page);
  // The next one is chosen where the first one was.
  await place.getByRole('button', { name: 'A toy car' }).click();
  await expect(place.getByRole('img', { name: 'car.webp' })).toBeVisible();
  await expect(place.getByRole('button', { name: 'A toy car' })).toHaveAttribute('aria-pressed', 'true');
});

test('PUB-01 KEY-04 the poster fails by its word and stays veiled until somebody looks', async ({ page }) => {
  await page.goto('/');
  const place = page.locator(section);
  await place.getByRole('button', { name: 'A poster' }).click();
  await expect(place.getByRole('heading', { name: 'Failed content moderation' })).toBeVisible();
  await expect(place.locator('[data-slot~=badge-tag]', { hasText: 'casino' }).first()).toBeVisible();
  await expect(place.getByRole('img', { name: 'Hidden: flagged media' })).toBeVisible();
  await audit(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await place.getByRole('button', { name: 'Reveal' }).click();
  await expect(place.getByRole('img', { name: 'poster.webp' })).toBeVisible();
  await place.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL('/register');
});

test('PUB-01 UP-02 a picture of the visitor’s own is checked, and a wrong file is told what is wrong', async ({
  page,
  expected,
}) => {
  expected.push(/status of 400/);
  await page.goto('/');
  const place = page.locator(section);
  const input = place.locator('input[type=file]');
  await input.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
  await expect(place.getByRole('alert')).toContainText('Please select a supported image file');
  await audit(page);
  const broken = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(900)]);
  await input.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: broken });
  await expect(place.getByRole('alert')).toContainText(/damaged|decoded/);
  await input.setInputFiles(fixture('flagged/explicit-1.png'));
  await expect(place.getByRole('heading', { name: 'Failed content moderation' })).toBeVisible();
  await expect(place.getByRole('img', { name: 'Hidden: flagged media' })).toBeVisible();
});

test('PUB-01 a file can be dropped, and a busy engine or no connection is said and can be tried again', async ({
  page,
  expected,
}) => {
  expected.push(/status of 503/, /ERR_INTERNET_DISCONNECTED/);
  await page.goto('/');
  const place = page.locator(section);
  const busy = { status: 'error', message: 'The server is busy. Try again in a moment.', data: null };
  await page.route('**/api/try-it', (route) => route.fulfill({ status: 503, json: busy, headers: { 'retry-after': '5' } }));
  await place.locator('[data-slot~=drop-area]').evaluate(async (drop) => {
    const picture = document.querySelector<HTMLImageElement>('[data-try-sample] img');
    const bytes = await (await fetch(picture?.src ?? '')).blob();
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], 'dropped.webp', { type: 'image/webp' }));
    drop.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  });
  await expect(place.getByRole('alert')).toContainText('The engine is busy');
  await audit(page);
  await page.unrouteAll();
  await page.context().setOffline(true);
  await place.getByRole('button', { name: 'Try again' }).click();
  await expect(place.getByRole('alert')).toContainText('The server could not be reached');
  await page.context().setOffline(false);
  await place.getByRole('button', { name: 'Try again' }).click();
  await expect(place).toContainText('Checked in');
  await expect(place.getByRole('heading', { name: 'Passed content moderation' })).toBeVisible();
  await expect(place).toContainText('dropped.webp');
});

test('PUB-01 the first line of trying reads as a whole, wide and on a phone', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('Drop a picture here, or choose a file', { exact: true })).toBeVisible();
  await expect(page.getByText('Choose a file', { exact: true })).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('Choose a file', { exact: true })).toBeVisible();
  await expect(page.getByText('choose a file', { exact: true })).toBeHidden();
});

test('SEC-09 after too many tries the page says how long to wait', async ({ browser }) => {
  const narrow = await startServer({ env: { RATE_LIMIT_SCALE: '0.2' } });
  try {
    const page = await browser.newPage({ baseURL: narrow.url });
    await page.goto('/');
    const place = page.locator(section);
    await place.getByRole('button', { name: 'A toy car' }).click();
    await expect(place).toContainText('Checked in');
    await place.getByRole('button', { name: 'Three pears' }).click();
    await expect(place.getByRole('alert')).toContainText(/Try again in \d+ minutes?, or create an account/);
    await page.close();
  } finally {
    await narrow.stop();
  }
});

test('PUB-01 a picture can be pasted anywhere on the page', async ({ page }) => {
  await page.goto('/');
  const place = page.locator(section);
  await page.evaluate(async () => {
    const picture = document.querySelector<HTMLImageElement>('[data-try-sample="vases.webp"] img');
    const bytes = await (await fetch(picture?.src ?? '')).blob();
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'pasted.webp', { type: 'image/webp' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  });
  await expect(place).toContainText('Checked in');
  await expect(place).toContainText('pasted.webp');
  await expect(place.getByRole('heading', { name: 'Passed content moderation' })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('PUB-08 the light table says that trying needs it, shows a verdict and leads on', async ({ page, expected }) => {
    expected.push(/\.js csp$/);
    await page.goto('/');
    const place = page.locator(section);
    // Playwright passes over the text of `noscript` itself.
    const words = place.locator('noscript > p');
    await expect(words).toBeVisible();
    await expect(words).toContainText('Trying it needs JavaScript');
    await expect(words.locator('a')).toHaveAttribute('href', '/register');
    await expect(place.locator('[data-slot~=drop-area]')).toBeHidden();
    await expect(place.getByRole('button')).toHaveCount(0);
    // The verdict that was drawn at build time can be read.
    await expect(place.getByRole('heading', { name: 'Passed content moderation' })).toBeVisible();
  });
});
