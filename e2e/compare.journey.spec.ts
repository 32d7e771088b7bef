import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';
import type { UsedServer } from './server.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const pears = (ending: 'webp' | 'jpg', mimeType: string) => ({
  name: `pears.${ending}`,
  mimeType,
  buffer: readFileSync(fixture(ending === 'webp' ? 'benign/pears.webp' : `formats/pears.${ending}`)),
});

/** Fails a picture, and opens a copy of it. @returns the id of the known one */
async function openCopy(page: Page, server: UsedServer): Promise<string> {
  await joinTrial(page, server);
  const known = await uploadOverHttp(page, pears('webp', 'image/webp'));
  const failed = await page.request.post('/api/media/decisions', { data: { ids: [known], verdict: 'fail' } });
  expect(failed.ok(), await failed.text()).toBe(true);
  const copy = await uploadOverHttp(page, pears('jpg', 'image/jpeg'));
  await page.goto(`/dashboard/media/${copy}`);
  await expect(page.getByText(/^The picture matches an item failed on /)).toBeVisible();
  return known;
}

test('MED-04 C compares a picture with the known one that it matches, both veiled until revealed', async ({ page, server }) => {
  await openCopy(page, server);
  const viewer = page.getByRole('dialog', { name: 'Compare: pears.jpg' });
  const veiled = viewer.getByRole('img', { name: 'Hidden: flagged media' });
  const wide = { width: 1440, height: 900 };

  await test.step('side by side, with the distance, each with its own veil', async () => {
    await page.keyboard.press('c');
    await expect(viewer.getByText('This upload', { exact: true })).toBeVisible();
    await expect(viewer.getByText(/^failed .* (\d+ of 256 bits differs?|the same hash)$/)).toBeVisible();
    await expect(veiled).toHaveCount(2);
    await expect(veiled.nth(1)).toHaveCSS('filter', /blur/);
    await audit(page);
    await page.setViewportSize(wide);
    await viewer.getByRole('button', { name: 'Reveal known picture' }).click();
    await expect(viewer.getByRole('img', { name: 'pears.webp' })).toBeVisible();
    await expect(veiled).toHaveCount(1);
    await viewer.getByRole('button', { name: 'Hide known picture' }).click();
    await page.keyboard.press('r');
    await expect(viewer.getByRole('img', { name: 'pears.jpg' })).toBeVisible();
    await expect(viewer.getByRole('img', { name: 'pears.webp' })).toBeVisible();
    const [one, other] = await Promise.all(
      ['pears.jpg', 'pears.webp'].map((name) => viewer.getByRole('img', { name }).boundingBox()),
    );
    expect(one?.y).toBe(other?.y);
    expect((one?.x ?? 0) + (one?.width ?? 0)).toBeLessThanOrEqual(other?.x ?? 0);
  });

  await test.step('both are zoomed together, mirrored, and laid over each other', async () => {
    const widths = async () =>
      await Promise.all(
        ['pears.jpg', 'pears.webp'].map(async (name) => (await viewer.getByRole('img', { name }).boundingBox())?.width ?? 0),
      );
    const before = await widths();
    await page.keyboard.press('+');
    await expect
      .poll(async () => (await widths()).map((width, at) => Math.round((100 * width) / (before[at] ?? 1))))
      .toEqual([125, 125]);
    await page.keyboard.press('0');
    await page.keyboard.press('m');
    await expect(viewer.getByRole('button', { name: 'Mirror' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('m');
    await viewer.getByRole('button', { name: 'Overlay' }).click();
    const over = viewer.getByRole('slider', { name: 'Known picture' });
    await over.focus();
    await page.keyboard.press('End');
    await expect(viewer.getByRole('img', { name: 'pears.webp' })).toHaveCSS('opacity', '1');
    const [one, other] = await Promise.all(
      ['pears.jpg', 'pears.webp'].map((name) => viewer.getByRole('img', { name }).boundingBox()),
    );
    expect(one?.x).toBeCloseTo(other?.x ?? 0, 0);
    await audit(page);
    await page.setViewportSize(wide);
    await viewer.getByRole('button', { name: 'Side by side' }).click();
  });

  await test.step('C goes back to the picture alone, and Escape to the page', async () => {
    await page.keyboard.press('c');
    const alone = page.getByRole('dialog', { name: 'Large picture: pears.jpg' });
    await expect(alone).toBeVisible();
    await alone.getByRole('button', { name: 'Compare' }).click();
    await expect(viewer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Compare them' }).click();
    await expect(viewer).toBeVisible();
    await page.keyboard.press('Escape');
    // Below the picture, with the key beside the word.
    const main = page.getByRole('main');
    const compare = main.getByRole('button', { name: 'Compare', exact: true });
    await expect(compare).toHaveText('CompareC');
    await compare.click();
    await expect(viewer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(compare).toBeFocused();
    await main.getByRole('button', { name: 'Zoom', exact: true }).click();
    await expect(alone).toBeVisible();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(compare).toBeHidden();
  });
});

test('MED-04 a known item that cannot be shown says why, beside the picture', async ({ page, server, expected }) => {
  const known = await openCopy(page, server);
  const viewer = page.getByRole('dialog', { name: 'Compare: pears.jpg' });

  await test.step('an item that cannot be read is told, with a way to ask once more', async () => {
    expected.push(/status of 503/);
    // Before the page reads it as the next of the list.
    await page.route(`**/api/media/${known}`, (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await expect(page.getByRole('button', { name: 'Compare them' })).toBeVisible();
    await page.keyboard.press('c');
    await expect(viewer.getByText('Failed to load the known picture')).toBeVisible();
    await page.unroute(`**/api/media/${known}`);
    await viewer.getByRole('button', { name: 'Try again' }).click();
    await expect(viewer.getByRole('button', { name: 'Reveal known picture' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a known item that is withheld, or gone, says so', async () => {
    const withheld = async () => {
      const item = (await (await page.request.get(`/api/media/${known}`)).json()) as { data: { media_upload: object } };
      const none = { withheld: true, signedUrl: null, signedDisplayUrl: null, signedThumbnailUrl: null, signedSmallUrl: null };
      return { ...item, data: { media_upload: { ...item.data.media_upload, ...none } } };
    };
    const answer = await withheld();
    await page.route(`**/api/media/${known}`, (route) => route.fulfill({ json: answer }));
    await page.reload();
    await expect(page.getByRole('button', { name: 'Compare them' })).toBeVisible();
    await page.keyboard.press('c');
    await expect(viewer.getByText('Withheld by the operator')).toBeVisible();
    await page.unroute(`**/api/media/${known}`);
    await page.keyboard.press('Escape');

    expected.push(/status of 404/);
    const gone = await page.request.delete(`/api/media/${known}`);
    expect(gone.ok(), await gone.text()).toBe(true);
    await page.reload();
    await expect(page.getByText(/^The picture matches an item failed on /)).toBeVisible();
    await page.keyboard.press('c');
    await expect(viewer.getByText('The known item was deleted. Only its hash is left.')).toBeVisible();
    await audit(page);
  });
});

test('MED-04 MED-05 P, F, J and U act while two pictures are compared, and the next comparison begins veiled', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  const known = await uploadOverHttp(page, pears('webp', 'image/webp'));
  await page.request.post('/api/media/decisions', { data: { ids: [known], verdict: 'fail' } });
  const other = { name: 'explicit.png', mimeType: 'image/png', buffer: readFileSync(fixture('flagged/explicit-1.png')) };
  await uploadOverHttp(page, other);
  for (const name of ['one.jpg', 'two.jpg']) await uploadOverHttp(page, { ...pears('jpg', 'image/jpeg'), name });

  await page.goto('/dashboard/media?status=undecided');
  await expect(page.getByRole('article')).toHaveCount(3);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Compare them' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Next item' })).toBeVisible();
  await page.keyboard.press('c');
  const viewer = (name: string) => page.getByRole('dialog', { name: `Compare: ${name}` });
  await expect(viewer('two.jpg')).toBeVisible();
  await page.keyboard.press('r');
  await expect(viewer('two.jpg').getByRole('img', { name: 'two.jpg' })).toBeVisible();
  await page.keyboard.press('f');
  // The next one looks like the known picture too.
  await expect(viewer('one.jpg')).toBeVisible();
  await expect(viewer('one.jpg').getByRole('img', { name: 'Hidden: flagged media' })).toHaveCount(2);
  await page.keyboard.press('u');
  await expect(viewer('two.jpg')).toBeVisible();
  // Until the page behind knows that the Fail was taken back, a Pass would change a mind, and stay.
  await expect(page.locator('[aria-label="Verdict"] h2').first()).not.toHaveText(/by you/);
  await page.keyboard.press('p');
  await expect(viewer('one.jpg')).toBeVisible();
  await page.keyboard.press('j');
  // That one does not: its own page is there.
  await expect(page.getByRole('heading', { level: 1, name: 'explicit.png' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The page went on before the answer to the Pass was there.
  const waiting = async () => (await page.request.get('/api/media?status=undecided')).json();
  await expect.poll(waiting).toMatchObject({ data: { pagination: { total: 2 } } });

  // Opened by its address it stays, and says what was decided.
  const { data } = (await (await page.request.get('/api/media?search=one.jpg')).json()) as {
    data: { media_uploads: { id: string }[] };
  };
  await page.goto(`/dashboard/media/${data.media_uploads[0]?.id}`);
  await expect(page.getByRole('button', { name: 'Compare them' })).toBeVisible();
  await page.keyboard.press('c');
  await page.keyboard.press('f');
  await expect(viewer('one.jpg').getByRole('status').filter({ hasText: 'Failed by you' })).toBeVisible();
  await audit(page);
});
