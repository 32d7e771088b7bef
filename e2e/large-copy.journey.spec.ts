import { readFileSync } from 'node:fs';
import { joinTrial, uploadOverHttp } from './account.ts';
import { fixture } from './fixtures.ts';
import { holdAnswers } from './held-answer.ts';
import { expect, test } from './journey.ts';
import { LARGEST_SHIFT, layoutShiftOf, watchLayoutShift } from './layout-shift.ts';

const photograph = (name: string) => ({ name, mimeType: 'image/webp', buffer: readFileSync(fixture(`benign/${name}`)) });

test('MED-04 an opened picture is there at once and becomes sharp by itself, and the next one is made ready', async ({
  page,
  server,
}) => {
  await joinTrial(page, server);
  const older = await uploadOverHttp(page, photograph('pears.webp'));
  const newer = await uploadOverHttp(page, photograph('sail.webp'));
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, id] = /\/([0-9a-f-]{36})\/large\?/.exec(request.url()) ?? [];
    if (id) asked.push(id);
  });

  await test.step('a list asks for no large copy', async () => {
    await page.goto('/dashboard/media');
    const pictures = page.getByRole('article').locator('img');
    await expect(pictures).toHaveCount(2);
    for (const picture of await pictures.all())
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(480);
    expect(asked).toEqual([]);
  });

  const print = page.locator('[data-slot~=media-detail] .frame [data-slot~=shot] img').first();
  const pixels = () => print.evaluate((img: HTMLImageElement) => img.naturalWidth);
  await watchLayoutShift(page);
  const held = await holdAnswers(page, '*/large?*');
  await page.goto(`/dashboard/media/${newer}`);
  await expect.poll(pixels).toBe(480);
  await expect.poll(() => asked.toSorted()).toEqual([older, newer].toSorted());

  await held.release();
  await expect.poll(pixels).toBeGreaterThan(480);
  const { total, moved } = await layoutShiftOf(page);
  expect(total, moved.join('; ')).toBeLessThanOrEqual(LARGEST_SHIFT);

  await page.getByRole('link', { name: 'Next item' }).first().click();
  await expect(page).toHaveURL(new RegExp(older));
  await expect.poll(pixels).toBeGreaterThan(480);
});
