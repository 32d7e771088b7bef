import type { Page } from '@playwright/test';
import { join, joinTrial } from './account.ts';
import { fixture } from './fixtures.ts';
import { holdAnswers } from './held-answer.ts';
import { expect, test } from './journey.ts';

const megabyte = 1_048_576;
const jpegHead = Buffer.from('ffd8ffe000104a46494600010100', 'hex');
const mp4Head = Buffer.from('00000020667479706d703432000000006d70343269736f6d', 'hex');

const choose = (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator('input[type=file]').setInputFiles(file);
const check = (page: Page) => page.getByRole('button', { name: 'Check image' }).click();
const jpeg = (bytes: number) => ({
  name: 'picture.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.concat([jpegHead, Buffer.alloc(bytes - jpegHead.length)]),
});

/** Makes the first upload of the page give up that soon, and keeps the times that it asked for. */
async function hurryFirstUpload(page: Page, realMs: number): Promise<() => Promise<number[]>> {
  await page.addInitScript((soonMs) => {
    const wanted: number[] = [];
    Object.assign(window, { wantedTimeouts: wanted });
    const own = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'timeout');
    Object.defineProperty(XMLHttpRequest.prototype, 'timeout', {
      set(this: XMLHttpRequest, timeoutMs: number) {
        wanted.push(timeoutMs);
        own?.set?.call(this, wanted.length === 1 ? soonMs : timeoutMs);
      },
    });
  }, realMs);
  return () => page.evaluate(() => ('wantedTimeouts' in window ? (window.wantedTimeouts as number[]) : []));
}

test('UP-01 UP-02 UP-07 a file that cannot be taken is refused before it is sent, each with its sentence', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/media/upload')) sent.push(request.url());
  });
  await page.goto('/dashboard/upload');
  await expect(page.getByRole('main')).toContainText('Videos go through the API.');
  const alert = page.getByRole('alert');
  await check(page);
  await expect(alert).toHaveText('Please select an image file');
  await choose(page, { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Only words in here.') });
  await expect(alert).toHaveText('Please select a supported image file (JPG, PNG, GIF, WebP, HEIC, HEIF, AVIF)');
  await choose(page, jpeg(10 * megabyte));
  await expect(alert).toHaveText('File size must be less than 10MB');
  await choose(page, { name: 'clip.jpg', mimeType: 'image/jpeg', buffer: mp4Head });
  await expect(alert).toHaveText('Upload videos through the API. Select an image file here.');
  await check(page);
  await expect(alert).toHaveText('Upload videos through the API. Select an image file here.');

  await choose(page, jpeg(10 * megabyte - 1));
  await expect(page.getByRole('region', { name: 'Chosen image' })).toContainText('picture.jpg');
  await expect(alert).toHaveCount(0);
  await page.getByRole('button', { name: 'URL', exact: true }).click();
  await page.getByLabel('Image URL').fill('https://example.com/a.jpg');
  await page.getByRole('button', { name: 'File', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Chosen image' })).toHaveCount(0);
  await page.getByRole('button', { name: 'URL', exact: true }).click();
  await expect(page.getByLabel('Image URL')).toHaveValue('');
  expect(sent).toEqual([]);
});

test('UP-03 an address is refused with the sentence that fits, and a good one is fetched and judged', async ({
  page,
  server,
  pictures,
  expected,
}) => {
  await joinTrial(page, server);
  expected.push(/\/api\/media\/upload/);
  await page.goto('/dashboard/upload');
  await page.getByRole('button', { name: 'URL', exact: true }).click();
  const field = page.getByLabel('Image URL');
  const unreachable = 'Unable to validate image URL. Please check the URL and try again.';
  const port = new URL(server.url).port;
  for (const [typed, message] of [
    ['', 'Please enter an image URL'],
    ['pears.jpg', 'Please enter a valid image URL'],
    ['ftp://example.com/pears.jpg', 'Please enter a valid image URL'],
    [pictures.refusal(404), '404 Not Found: Image URL does not exist'],
    [pictures.refusal(403), '403 Forbidden: Image URL is not publicly accessible'],
    [pictures.refusal(500), 'HTTP 500: Unable to access image URL'],
    [`http://127.0.0.1:${port}/`, unreachable],
    ['http://169.254.169.254/latest/meta-data/', unreachable],
    ['http://2130706433/', unreachable],
  ] as const) {
    await field.fill(typed);
    await check(page);
    await expect(page.getByText(message), typed).toBeVisible();
    await expect(field).toBeFocused();
  }
  await expect(page.locator('[data-slot~=frames-meter]')).toContainText('0 / 15');

  await field.fill(pictures.picture);
  await check(page);
  await expect(page.getByRole('heading', { name: 'Passed content moderation' })).toBeVisible();
  await expect(page.locator('[data-slot~=frames-meter]')).toContainText('1 / 15');
});

test('UP-05 UP-09 a press while the chosen file is still read is kept, and counts once', async ({ page, server }) => {
  await joinTrial(page, server);
  await page.addInitScript(() => {
    const { arrayBuffer } = Blob.prototype;
    const held = new Promise((resolve) => addEventListener('read on', resolve));
    Blob.prototype.arrayBuffer = async function () {
      await held;
      return arrayBuffer.call(this);
    };
  });
  await page.goto('/dashboard/upload');
  await page.locator('input[type=file]').setInputFiles(fixture('benign/pears.webp'));
  await check(page);
  await check(page);
  await page.evaluate(() => dispatchEvent(new Event('read on')));
  await expect(page.getByRole('heading', { name: 'Passed content moderation' })).toBeVisible();
  await expect(page.locator('[data-slot~=frames-meter]')).toContainText('1 / 15');
});

test('UP-05 an upload that gets no answer is given up after 60 s, and Retry asks for the same one', async ({ page, server }) => {
  await joinTrial(page, server);
  const wanted = await hurryFirstUpload(page, 400);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/media/upload')) keys.push(request.headers()['idempotency-key']);
  });
  await page.goto('/dashboard/upload');
  await page.route('**/api/media/upload', () => {});
  await choose(page, fixture('formats/pears.jpg'));
  await check(page);
  await expect(page.getByRole('alert')).toContainText('Request timeout - analysis is taking too long');
  expect(await wanted()).toEqual([60_000]);

  await page.unroute('**/api/media/upload');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Passed content moderation' })).toBeVisible();
  expect(new Set(keys).size, 'one key for every try').toBe(1);
  expect(keys.length).toBeGreaterThan(1);
  await expect(page.locator('[data-slot~=frames-meter]')).toContainText('1 / 15');
});

test('UP-05 a verdict still arrives on the page that stopped waiting for the answer', async ({ page, server }) => {
  await joinTrial(page, server);
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      // Counted from the beginning of the request, which is long past then.
      addEventListener('give up', () => Object.assign(this, { timeout: 1 }));
      send.call(this, body);
    };
  });
  await page.goto('/dashboard/upload');
  const { held } = await holdAnswers(page, '*/api/media/upload');
  await choose(page, fixture('flagged/drawn.png'));
  await check(page);
  await held;
  await page.evaluate(() => dispatchEvent(new Event('give up')));
  await expect(page.getByRole('heading', { name: 'Failed content moderation' })).toBeVisible();
  await expect(page.locator('[data-slot~=frames-meter]')).toContainText('1 / 15');
});

test('UP-02 SEC-07 a damaged picture is refused, not charged, and the page is ready for the next', async ({
  page,
  server,
  expected,
}) => {
  await joinTrial(page, server);
  expected.push(/\/api\/media\/upload/);
  await page.goto('/dashboard/upload');
  await choose(page, jpeg(2_000));
  await check(page);
  await expect(page.getByRole('alert')).toHaveText('The file is damaged or incomplete and could not be decoded');
  await expect(page.locator('[data-slot~=frames-meter]')).toContainText('0 / 15');
  await page.getByRole('button', { name: 'Remove' }).click();
  await choose(page, fixture('formats/pears.heic'));
  await check(page);
  await expect(page.getByRole('heading', { name: 'Passed content moderation' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Result' }).getByRole('img', { name: 'pears.heic' })).toBeVisible();
  await expect(page.locator('[data-slot~=frames-meter]')).toContainText('1 / 15');
});

test('UP-08 SUB-03 without a plan there is no upload and no token; the trial opens both, once', async ({
  page,
  server,
  context,
  expected,
}) => {
  await join(page, server);
  await page.goto('/dashboard/tokens');
  await expect(page.getByRole('button', { name: 'Subscribe to Plan First' })).toBeDisabled();
  await page.getByRole('link', { name: 'Upload Media' }).click();
  await expect(page.getByRole('heading', { name: 'Subscription Required' })).toBeVisible();
  await page.getByRole('link', { name: 'Subscribe to Plan First' }).click();

  // A second window that does not hear that the first one took the trial.
  const other = await context.newPage();
  await other.route('**/api/events?*', () => {});
  await other.goto('/dashboard/subscription');
  await expect(other.getByRole('button', { name: 'Subscribe to Free Trial' })).toBeVisible();

  await page.getByRole('button', { name: 'Subscribe to Free Trial' }).click();
  await expect(page.getByText('Free trial activated successfully! You now have 15 images for this month.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Current Plan' })).toBeDisabled();

  expected.push(/status of 409/);
  await other.getByRole('button', { name: 'Subscribe to Free Trial' }).click();
  await expect(other.getByText('This account has already used its free trial')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Current Plan' })).toBeDisabled();
  await other.close();
  await page.getByRole('link', { name: 'API Tokens' }).click();
  await expect(page.getByRole('button', { name: 'Create token' })).toBeEnabled();
});

test('UP-08 SUB-03 the trial is activated where somebody meets the gate, and a refusal is said there', async ({
  page,
  server,
  expected,
}) => {
  expected.push(/status of 502/);
  await join(page, server);
  await page.goto('/dashboard/upload');
  await expect(page.getByRole('heading', { name: 'Subscription Required' })).toBeVisible();
  await page.route('**/api/subscriptions/subscribe', (route) => route.fulfill({ status: 502, body: '' }), { times: 1 });
  await page.getByRole('button', { name: 'Activate free trial' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'An error occurred' })).toBeVisible();
  await page.getByRole('button', { name: 'Activate free trial' }).click();
  await expect(page.getByText('Free trial activated successfully! You now have 15 images for this month.')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/upload');
  await expect(page.getByRole('button', { name: 'Check image' })).toBeEnabled();
});

test('UP-08 UP-09 frames that the operator granted open uploads, and the last one closes them', async ({ page, server }) => {
  const email = await join(page, server);
  server.grant(email, 1);
  await page.goto('/dashboard');
  await expect(page.locator('[data-slot~=frames-meter]')).toContainText('0 / 1');
  await expect(page.locator('[data-slot~=frames-meter]')).toContainText('Granted by the operator');
  await page.getByRole('link', { name: 'Subscription & Billing' }).click();
  await expect(page.getByText('0 of 1 frames used')).toBeVisible();
  await page.getByRole('link', { name: 'Upload Media' }).click();
  await choose(page, fixture('formats/pears.avif'));
  await check(page);
  await expect(page.getByRole('heading', { name: 'Passed content moderation' })).toBeVisible();
  await page.getByRole('button', { name: 'Upload Another' }).click();
  await expect(page.getByRole('alert')).toContainText('No frames left in this period. Nothing was charged.');
  await expect(page.getByRole('button', { name: 'Check image' })).toBeDisabled();
  await expect(page.locator('[data-slot~=frames-meter]')).toContainText('1 / 1');
});
