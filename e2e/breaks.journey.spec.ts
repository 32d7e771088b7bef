import { readFileSync } from 'node:fs';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect } from './journey.ts';
import { testWith } from './own-server.ts';
import { startServer } from './server.ts';

/** A server of its own: the clock moves for every account of one, and for what their people hold. */
const test = testWith(
  async () => ({ stop: async () => undefined }),
  () => startServer(),
);

const picture = (name: string, mimeType = 'image/png') => ({ name, mimeType, buffer: readFileSync(fixture(name)) });
const wide = { width: 1440, height: 900 };

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('TRUST-B3 the owner limits reveals, and a person past the limit has a break that outlasts a reload', async ({
  page,
  server,
  expected,
}) => {
  await joinTrial(page, server);
  await uploadOverHttp(page, picture('flagged/explicit-1.png'));
  const second = await uploadOverHttp(page, picture('flagged/explicit-2.png'));
  const cards = page.getByRole('article');
  const rest = page.getByRole('heading', { name: 'Time for a break' });
  const near = page.locator('[data-slot=break-reminder]');
  const hidden = page.getByText('Hidden during your break');
  // The refused reveal.
  expected.push(/status of 429/);

  await test.step('the owner sets the limits', async () => {
    await page.goto('/dashboard/content-filters');
    await page.getByRole('link', { name: 'Breaks' }).click();
    await expect(page.getByRole('heading', { name: 'No figures yet' })).toBeVisible();
    const hour = page.getByLabel('Reveals an hour, 0 = no limit');
    await hour.fill('5000');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(hour).toHaveAttribute('aria-invalid', 'true');
    await hour.fill('1');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Breaks saved')).toBeVisible();
    await audit(page);
    await page.setViewportSize(wide);
  });

  await test.step('a reveal counts, and the one that passes the limit begins a break', async () => {
    await page.goto('/dashboard/media?status=flagged');
    await expect(page.getByText('You revealed 0 of 1 this hour and 0 today.')).toBeVisible();
    await expect(cards).toHaveCount(2);
    // A pointer over the button shows nothing.
    await cards.first().getByRole('button', { name: 'Reveal' }).hover();
    await expect(cards.first().getByRole('img')).toHaveCSS('filter', /blur/);
    await cards.first().getByRole('link').focus();
    await page.keyboard.press('r');
    await expect(cards.first().getByRole('button', { name: 'Hide' })).toBeVisible();
    await expect(page.getByText('You revealed 1 of 1 this hour and 1 today.')).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Revealed of the hour’s limit' })).toHaveJSProperty('value', 1);
    await expect(near).toHaveText('The next reveal begins your break.');
    await audit(page);
    await page.setViewportSize(wide);
    await cards.nth(1).getByRole('button', { name: 'Reveal explicit-1.png' }).click();
    await expect(rest).toBeVisible();
    await expect(near).toHaveCount(0);
    await expect(page.getByText(/Flagged media comes back at/).locator('time')).toBeVisible();
    await expect(hidden).toHaveCount(2);
    await expect(cards.first().getByRole('button', { name: /^Pass/ })).toHaveCount(0);
    await audit(page);
    // The card's words have the width of a phone, not what its button leaves.
    expect((await rest.boundingBox())?.height).toBeLessThan(40);
    await page.setViewportSize(wide);
  });

  await test.step('it outlasts a reload, and holds for the item and its large picture', async () => {
    await page.reload();
    await expect(rest).toBeVisible();
    await expect(hidden).toHaveCount(2);
    await page.goto(`/dashboard/media/${second}`);
    await expect(hidden).toBeVisible();
    await expect(page.getByText('You can pass or fail it after your break.')).toBeVisible();
    await page.keyboard.press('z');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('p');
    await expect(page.getByText('You can decide it after your break.')).toBeVisible();
    await audit(page);
    await page.setViewportSize(wide);
  });

  await test.step('other work goes on', async () => {
    await page.getByRole('link', { name: 'Open notices' }).click();
    await expect(page).toHaveURL('/dashboard/notices');
    await page.goBack();
    await expect(hidden).toBeVisible();
    const safe = await uploadOverHttp(page, picture('benign/pears.webp', 'image/webp'));
    await page.getByRole('link', { name: 'Check safe items' }).click();
    await expect(cards).toHaveCount(1);
    await expect(hidden).toHaveCount(0);
    await page.goto(`/dashboard/media/${safe}`);
    await expect(page.getByRole('button', { name: 'Enlarge the picture' })).toBeVisible();
  });

  await test.step('it ends by itself', async () => {
    await page.goto(`/dashboard/media/${second}`);
    await expect(hidden).toBeVisible();
    const moved = await page.request.post('/dev/clock', { data: { of: 'trust', advance_ms: 16 * 60_000 } });
    expect(moved.ok()).toBe(true);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Reveal', exact: true })).toBeVisible();
    await expect(rest).toHaveCount(0);
  });
});

test('TRUST-B3 a person sees how long it is to a break at their own pace', async ({ page, server }) => {
  await joinTrial(page, server);
  for (let made = 1; made <= 5; made += 1)
    await uploadOverHttp(page, { ...picture('flagged/explicit-1.png'), name: `item-${made}.png` });
  await page.goto('/dashboard/content-filters');
  await page.getByRole('link', { name: 'Breaks' }).click();
  await page.getByLabel('Reveals an hour, 0 = no limit').fill('20');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Breaks saved')).toBeVisible();
  await page.goto('/dashboard/media?status=flagged');
  const cards = page.getByRole('article');
  const soon = page.getByText(/^Break in about \d+ min$/);
  await expect(cards).toHaveCount(5);
  await expect(soon).toHaveCount(0);
  for (let shown = 0; shown < 5; shown += 1) {
    await cards.nth(shown).getByRole('button', { name: 'Reveal' }).click();
    await expect(page.getByText(`You revealed ${shown + 1} of 20 this hour and ${shown + 1} today.`)).toBeVisible();
  }
  await expect(soon).toBeVisible();
  const meter = page.getByRole('progressbar', { name: 'Revealed of the hour’s limit' });
  await expect(meter).toHaveJSProperty('value', 5);
  const near = page.locator('[data-slot=break-reminder]');
  await expect(near).toHaveText(/^Break in about \d+ min\. You can reveal 1\d more\.$/);
  await audit(page);
  for (const width of [320, 820, 1920, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width);
  }
  const [strip, list] = await Promise.all(
    [page.locator('[data-slot=care-strip]'), page.getByRole('region', { name: 'Media' })].map((one) => one.boundingBox()),
  );
  expect(strip?.y, 'above the list').toBeLessThan(list?.y ?? 0);

  // Told once: not again by a reload, nor by a limit that is nearly used up.
  await page.reload();
  await page.request.post('/api/exposure/settings', {
    data: { per_hour: 6, per_day: 0, break_minutes: 15, greyscale: true, blur: true, mute: true },
  });
  await cards.first().getByRole('button', { name: 'Reveal' }).click();
  await expect(page.getByText('You revealed 5 of 6 this hour and 5 today.')).toBeVisible();
  await expect(near).toHaveCount(0);
});

test('TRUST-B3 a person chooses how hard pictures look to them, and nothing is shown that was not counted', async ({
  page,
  server,
  expected,
}) => {
  await joinTrial(page, server);
  const id = await uploadOverHttp(page, picture('flagged/explicit-1.png'));
  await page.goto(`/dashboard/media/${id}`);
  const print = page.locator('[data-slot~=media-detail] .frame [data-slot~=shot]');
  const shown = print.getByRole('img', { name: 'explicit-1.png' });
  const reveal = print.getByRole('button', { name: 'Reveal' });
  const inBar = (word: string) => page.getByRole('button', { name: word, exact: true });
  const settings = page.getByRole('dialog');
  const choose = async (choice: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Your view' }).click();
    await choice();
    await settings.getByRole('button', { name: 'Close' }).click();
  };

  await test.step('in grey until they want colours, and small first', async () => {
    await reveal.click();
    await expect(shown).toHaveCSS('filter', 'grayscale(1)');
    await page.getByRole('button', { name: 'Your view' }).click();
    await settings.getByLabel('Show what you reveal in grey').uncheck();
    await settings.getByLabel('Show revealed pictures small first').check();
    await audit(page);
    await page.setViewportSize(wide);
    await settings.getByRole('button', { name: 'Close' }).click();
    await expect(shown).toHaveCSS('filter', 'none');
    await expect(shown).toHaveCSS('scale', '0.32');
    await page.getByRole('button', { name: 'Full size' }).click();
    await expect(shown).toHaveCSS('scale', 'none');
    // The bar below the picture does the same as the print's own button.
    await inBar('Hide').click();
    await expect(reveal).toBeVisible();
    await inBar('Reveal').click();
    await expect(inBar('Reveal')).toHaveCount(0);
    await inBar('Hide').click();
    await expect(reveal).toBeVisible();
  });

  await test.step('with a stronger blur, kept over a reload', async () => {
    await choose(async () => void (await settings.getByRole('combobox', { name: 'Blur', exact: true }).selectOption('Strong')));
    await page.reload();
    await expect(print.getByRole('img')).toHaveCSS('filter', /blur\(53/);
  });

  await test.step('without an answer of the server nothing is revealed', async () => {
    expected.push(/status of 503/);
    await page.route('**/api/exposure/reveals', (route) => route.fulfill({ status: 503 }));
    await reveal.click();
    await expect(page.getByText('Could not count what you reveal')).toBeVisible();
    await expect(reveal).toBeVisible();
    await audit(page);
    await page.setViewportSize(wide);
    // Also where no veil is wanted.
    await choose(async () => void (await settings.getByLabel('Before you reveal it').selectOption('As it is')));
    await expect(print.getByRole('img', { name: 'Hidden: flagged media' })).toBeVisible();
    await page.unroute('**/api/exposure/reveals');
    await page.reload();
    await expect(shown).toHaveCSS('filter', 'none');
    await expect(page.getByText('You revealed 1 this hour and 1 today.')).toBeVisible();
  });
});
