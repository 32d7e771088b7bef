import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { holdAnswers } from './held-answer.ts';
import { expect, test } from './journey.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const picture = (name: string, mimeType: string) => ({
  name: name.replace(/^.*\//, ''),
  mimeType,
  buffer: readFileSync(fixture(name)),
});
const percent = async (viewer: Locator) => Number.parseInt(await viewer.getByRole('status', { name: 'Zoom' }).innerText(), 10);
const boxOf = async (of: Locator) => {
  const box = await of.boundingBox();
  if (!box) throw new Error('It is not on the page');
  return box;
};
const focused = (of: Locator) => expect.poll(() => of.evaluate((one) => one.contains(document.activeElement)));

test('MED-04 a click on a picture opens it large: zoomed, moved, turned and closed by mouse and by keyboard', async ({
  page,
  server,
  expected,
}) => {
  await joinTrial(page, server);
  const id = await uploadOverHttp(page, picture('benign/sail.webp', 'image/webp'));
  const held = await holdAnswers(page, '*/large?*');
  await page.goto(`/dashboard/media/${id}`);
  const opener = page.getByRole('button', { name: 'Enlarge the picture' });
  await opener.click();
  const viewer = page.getByRole('dialog', { name: 'Large picture: sail.webp' });
  const shown = viewer.getByRole('img');

  await test.step('the small copy stands in its place until the large one is made', async () => {
    await expect(viewer.getByText('Loading the large copy')).toBeVisible();
    const before = await boxOf(shown);
    await held.release();
    await expect(viewer.getByText('Loading the large copy')).toHaveCount(0);
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(480);
    const after = await boxOf(shown);
    expect(Math.abs(after.width - before.width)).toBeLessThan(3);
    await audit(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    // The viewer measures itself in the frame after the window changed.
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(1280);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  });

  await test.step('buttons and keys zoom, move and turn', async () => {
    const fit = await percent(viewer);
    await viewer.getByRole('button', { name: 'Zoom in' }).click();
    expect(await percent(viewer)).toBeGreaterThan(fit);
    await page.keyboard.press('z');
    expect(await percent(viewer)).toBe(fit);
    await expect(viewer.getByRole('button', { name: 'Fit' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('z');
    expect(await percent(viewer)).toBe(100);
    for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('+');
    const before = await boxOf(shown);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    const after = await boxOf(shown);
    expect([Math.round(after.x - before.x), Math.round(after.y - before.y)]).toEqual([60, 60]);
    await page.keyboard.press('0');
    const { width, height } = await boxOf(shown);
    await page.keyboard.press('t');
    const turned = await boxOf(shown);
    expect(turned.width / turned.height).toBeCloseTo(height / width, 1);
    for (let more = 0; more < 3; more += 1) await viewer.getByRole('button', { name: 'Turn' }).click();
    expect((await boxOf(shown)).width).toBeCloseTo(width, 0);
  });

  await test.step('the wheel zooms to the pointer, a drag moves, and two fingers pinch', async () => {
    const fit = await percent(viewer);
    const { x, y, width, height } = await boxOf(shown);
    await page.mouse.move(x + width / 4, y + height / 4);
    await page.mouse.wheel(0, -700);
    await expect.poll(() => percent(viewer)).toBeGreaterThan(3 * fit);
    const before = await boxOf(shown);
    // The same place of the picture is still below the pointer.
    expect((x + width / 4 - before.x) / before.width).toBeCloseTo(0.25, 1);
    await page.mouse.down();
    await page.mouse.move(x + width / 4 + 40, y + height / 4 + 30, { steps: 4 });
    await page.mouse.up();
    const after = await boxOf(shown);
    expect([Math.round(after.x - before.x), Math.round(after.y - before.y)]).toEqual([40, 30]);

    await viewer.getByRole('button', { name: 'Fit' }).click();
    const session = await page.context().newCDPSession(page);
    const [cx, cy] = [640, 360];
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [cx - apart, cx + apart].map((at, id) => ({ x: at, y: cy, id })),
      });
    await touch('touchStart', 50);
    await touch('touchMove', 100);
    await touch('touchMove', 150);
    await touch('touchEnd', 0);
    await expect.poll(() => percent(viewer)).toBeGreaterThan(2 * fit);
  });

  await test.step('the focus stays in it and goes back to the picture', async () => {
    for (let presses = 0; presses < 12; presses += 1) await page.keyboard.press('Tab');
    await focused(viewer).toBe(true);
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await expect(opener).toBeFocused();
    await expect(page).toHaveURL(new RegExp(id));
  });

  await test.step('a copy that cannot be made is told, with a way to ask once more', async () => {
    expected.push(/status of 503/);
    await page.route('**/large?*', (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await expect(opener).toBeVisible();
    await page.keyboard.press('z');
    await expect(viewer.getByText('Could not load the large copy.')).toBeVisible();
    await audit(page);
    await page.unroute('**/large?*');
    await viewer.getByRole('button', { name: 'Try again' }).click();
    await expect(viewer.getByText('Could not load the large copy.')).toHaveCount(0);
    await viewer.getByRole('button', { name: 'Close' }).click();
    await expect(viewer).toHaveCount(0);
  });
});

test('MED-04 MED-05 a veiled picture opens veiled, and R reveals and hides it', async ({ page, server }) => {
  await joinTrial(page, server);
  const id = await uploadOverHttp(page, picture('flagged/explicit-1.png', 'image/png'));
  await page.goto(`/dashboard/media/${id}`);
  await expect(page.getByRole('heading', { name: 'Flagged', exact: true })).toBeVisible();
  await page.keyboard.press('z');
  const viewer = page.getByRole('dialog');
  const hidden = viewer.getByRole('img', { name: 'Hidden: flagged media' });
  await expect(hidden).toHaveCSS('filter', /blur/);
  await audit(page);
  await page.keyboard.press('r');
  // Without colour, as the account has it until somebody chooses.
  await expect(viewer.getByRole('img', { name: 'explicit-1.png' })).toHaveCSS('filter', 'grayscale(1)');
  await expect(viewer.getByRole('button', { name: 'Hide' })).toBeVisible();
  // The page behind is silent while a dialog is open.
  await expect(viewer.getByRole('status').filter({ hasText: /^Revealed: explicit-1.png$/ })).toHaveCount(1);
  await page.keyboard.press('r');
  await expect(hidden).toBeVisible();
  await expect(viewer.getByRole('status').filter({ hasText: /^Hidden: explicit-1.png$/ })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);

  // What is revealed on the page stays so.
  await page.keyboard.press('r');
  // The reveal is counted before it shows.
  await expect(page.getByRole('button', { name: 'Hide' }).first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Revealed: explicit-1.png$/ })).toHaveCount(1);
  await page.keyboard.press('z');
  await expect(viewer.getByRole('img', { name: 'explicit-1.png' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.keyboard.press('?');
  await expect(viewer.getByText('Open the picture large; there, its own size or fit')).toBeVisible();
  await viewer.getByRole('button', { name: 'Close' }).click();
});
