import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { joinTrial, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { decided } from './decided.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const picture = (name: string, mimeType: string) => ({ name, mimeType, buffer: readFileSync(fixture(name)) });
const pears = { name: 'pears.webp', mimeType: 'image/webp', buffer: readFileSync(fixture('benign/pears.webp')) };
const reader = (page: Page) => page.getByRole('slider', { name: 'Bars of the chart' });
const values = (page: Page) => page.locator('[data-slot~=chart-values]');

/** Reads the newest bar and the oldest one by keys, mouse and finger. */
async function readBars(page: Page, newest: RegExp, oldest: RegExp): Promise<void> {
  await reader(page).focus();
  await expect(reader(page)).toHaveAttribute('aria-valuetext', newest);
  await expect(values(page)).toHaveText(newest);
  await page.keyboard.press('ArrowLeft');
  await expect(values(page)).toHaveText(oldest);
  await page.keyboard.press('Home');
  await expect(reader(page)).toHaveValue('0');
  await page.keyboard.press('End');
  await expect(values(page)).toHaveText(newest);
  await reader(page).blur();
  await expect(values(page)).toHaveText('Point at a bar, or focus the chart and press ← or →.');

  const box = await reader(page).boundingBox();
  if (!box) throw new Error('The chart is not on the page');
  const [right, middle] = [box.x + box.width - 3, box.y + box.height / 2];
  await page.mouse.move(right, middle);
  await expect(values(page)).toHaveText(newest);
  await page.mouse.move(box.x + 3, middle);
  await expect(values(page)).toHaveText(oldest);
  await page.mouse.move(0, 0);
  await expect(values(page)).toHaveText(/^Point at a bar/);

  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: right, y: middle }] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(values(page)).toHaveText(newest);
}

test('SUB-08 charts tell the values of a bar to pointer, touch and arrow keys', async ({ page, server }) => {
  await joinTrial(page, server);
  const id = await uploadOverHttp(page, pears);

  await test.step('frames a day', async () => {
    await page.goto('/dashboard/subscription/usage');
    await readBars(page, /: Dashboard 1, API 0$/, /: Dashboard 0, API 0$/);
    await audit(page);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('decisions a day', async () => {
    await page.goto(`/dashboard/media/${id}`);
    await decided(page, () => page.getByRole('button', { name: /^Fail/ }).first().click());
    await page.goto('/dashboard/quality?period=7');
    await readBars(page, /: Agreed 0, Overturned 1$/, /: Agreed 0, Overturned 0$/);
    await audit(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await readBars(page, /: Agreed 0, Overturned 1$/, /: Agreed 0, Overturned 0$/);
  });
});

test('DASH-02 the chart of the first screen tells its values too, and loads what that needs when it is asked for', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  await uploadOverHttp(page, pears);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const button = page.getByRole('button', { name: 'Read the values' });
  await page.goto('/dashboard');
  await expect(button).toBeVisible();
  expect(scripts.filter((url) => /readable-bars|verdict-bars/.test(url))).toEqual([]);

  await test.step('by keyboard', async () => {
    await button.press('Enter');
    await expect(reader(page)).toBeFocused();
    await readBars(page, /: Safe 1, Flagged 0$/, /: Safe 0, Flagged 0$/);
    await audit(page);
  });

  for (const [name, width] of [
    ['a mouse', 1280],
    ['a finger', 390],
  ] as const)
    await test.step(`by ${name}, at once`, async () => {
      await page.setViewportSize({ width, height: 844 });
      await page.reload();
      await expect(button).toBeVisible();
      const chart = page.getByRole('img', { name: /^Checked uploads a day/ });
      await chart.scrollIntoViewIfNeeded();
      const box = await chart.boundingBox();
      if (!box) throw new Error('The chart is not on the page');
      const [x, y] = [box.x + box.width - 4, box.y + box.height / 2];
      if (name === 'a mouse') await page.mouse.move(x, y);
      else {
        const session = await page.context().newCDPSession(page);
        await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
        await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      }
      await expect(values(page)).toHaveText(/: Safe 1, Flagged 0$/);
    });
});

test('DASH-02 MED-02 a bar of the first screen leads to the list of exactly what it counts', async ({ page, server }) => {
  await joinTrial(page, server);
  await uploadOverHttp(page, pears);
  await uploadOverHttp(page, picture('formats/pears.png', 'image/png'));
  await uploadOverHttp(page, picture('flagged/explicit-1.png', 'image/png'));
  const today = new Date().toISOString().slice(0, 10);
  const flagged = `/dashboard/media?status=flagged&from=${today}&to=${today}`;
  const safe = flagged.replace('flagged', 'safe');
  const lists = (count: number) => expect(page.getByRole('article')).toHaveCount(count);
  /** Where today's bar is, and a height above it and within its safe part. */
  const todaysBar = async () => {
    const chart = page.getByRole('img', { name: /^Checked uploads a day/ });
    await chart.scrollIntoViewIfNeeded();
    const box = await chart.boundingBox();
    if (!box) throw new Error('The chart is not on the page');
    return { x: box.x + box.width - 6, above: box.y + box.height * 0.1, within: box.y + box.height * 0.8 };
  };

  await test.step('by keyboard', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Read the values' }).press('Enter');
    await expect(values(page)).toHaveText(/: Safe 2, Flagged 1$/);
    await expect(reader(page)).toHaveAccessibleDescription('Press Enter to open the list of this bar.');
    await page.keyboard.press('ArrowLeft');
    await expect(values(page)).toHaveText(/: Safe 0, Flagged 0$/);
    await expect(page.getByRole('link', { name: /^See the/ })).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(flagged);
    await lists(1);
    await page.goBack();
    await page.getByRole('button', { name: 'Read the values' }).press('Enter');
    await expect(page.getByRole('link', { name: 'See the flagged item' })).toHaveAttribute('href', flagged);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'See the 2 safe items' })).toBeFocused();
    await audit(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByRole('link', { name: 'See the 2 safe items' }).press('Enter');
    await expect(page).toHaveURL(safe);
    await lists(2);
  });

  for (const [part, address, count] of [
    ['above', flagged, 1],
    ['within', safe, 2],
  ] as const)
    await test.step(`by mouse, ${part} the safe part`, async () => {
      await page.goto('/dashboard');
      const bar = await todaysBar();
      await page.mouse.move(bar.x, bar[part]);
      await expect(values(page)).toHaveText(/: Safe 2, Flagged 1$/);
      await page.mouse.click(bar.x, bar[part]);
      await expect(page).toHaveURL(address);
      await lists(count);
    });

  await test.step('by finger: a tap reads, the link leads', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/dashboard');
    const { x, within: y } = await todaysBar();
    const session = await page.context().newCDPSession(page);
    for (let taps = 0; taps < 2; taps += 1) {
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await expect(values(page)).toHaveText(/: Safe 2, Flagged 1$/);
    }
    await expect(page).toHaveURL('/dashboard');
    await page.getByRole('link', { name: 'See the 2 safe items' }).click();
    await expect(page).toHaveURL(safe);
    await lists(2);
  });

  await test.step('by day, midnight to midnight UTC', async () => {
    const asked = async (path: string) => (await (await page.request.get(`/api${path}`)).json()).data;
    const { days } = (await asked('/dashboard/summary')).summary;
    for (const { day, ...counts } of days)
      for (const status of ['safe', 'flagged']) {
        const { pagination } = await asked(`/media?status=${status}&from=${day}&to=${day}`);
        expect(pagination.total, `${status} on ${day}`).toBe(counts[status]);
      }
  });
});
