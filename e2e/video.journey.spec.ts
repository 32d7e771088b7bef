import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { joinTrial } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Eight seconds, explicit from 3 to 5. VP9, which every browser of a test plays. */
const video = { name: 'vp9.webm', mimeType: 'video/webm', buffer: readFileSync(fixture('videos/vp9.webm')) };

/** Sends the video with a token, as a customer's program does. @returns the item's id */
async function uploadVideo(page: Page): Promise<string> {
  const made = await page.request.post('/api/access-tokens', { data: { name: 'program' } });
  const token = /cf_live_[\w-]+/.exec(await made.text())?.[0];
  const answer = await page.request.post('/api/v1/upload', {
    headers: { authorization: `Bearer ${token}` },
    multipart: { media: video, title: 'Pears and more' },
  });
  expect(answer.status()).toBe(202);
  return /"id":"([0-9a-f-]{36})"/.exec(await answer.text())?.[1] ?? '';
}

const player = (page: Page) => page.locator('video');
const timeOf = (page: Page) => player(page).evaluate((element) => Math.floor((element as HTMLVideoElement).currentTime));

test('API-04 a flagged second of a video is found, revealed and looked at by keyboard', async ({ page, server }) => {
  test.setTimeout(180_000);
  await joinTrial(page, server);
  const id = await uploadVideo(page);
  await page.goto('/dashboard/media?type=video');
  const card = page.getByRole('article');
  await expect(card.getByText('Flagged')).toBeVisible({ timeout: 90_000 });
  await expect(card.getByText('0:08')).toBeVisible();
  await expect(card.getByRole('img', { name: 'Hidden: flagged media' })).toBeVisible();
  await page.goto('/dashboard/media?type=image');
  await expect(card).toHaveCount(0);

  await page.goto(`/dashboard/media/${id}`);
  const slider = page.getByRole('slider', { name: 'Second of the video' });
  await expect(slider).toHaveValue('0');
  await expect(page.getByLabel('Hidden: flagged media')).toBeVisible();
  await expect(player(page)).not.toHaveAttribute('controls');
  await expect(page.getByText('2 seconds flagged, in one stretch.')).toBeVisible();
  const hit = page.getByRole('list', { name: 'Flagged seconds' }).getByRole('button');
  await expect(hit).toHaveCount(1);
  await expect(hit).toContainText('0:03 to 0:04');
  await audit(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.keyboard.press('.');
  await expect(slider).toHaveValue('3');
  await expect(slider).toHaveAttribute('aria-valuetext', /^0:03 of 0:08, flagged: Sexually explicit 0\.9\d$|1\.00$/);
  await expect(page.getByRole('heading', { name: 'Second 0:03' })).toBeVisible();
  await expect.poll(() => timeOf(page)).toBe(3);
  await page.keyboard.press('r');
  await expect(player(page)).toHaveAttribute('controls');
  await expect(page.getByLabel('Pears and more')).toBeVisible();
  await slider.focus();
  await page.keyboard.press('End');
  await expect(slider).toHaveValue('7');
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveValue('6');
  await page.keyboard.press(',');
  await expect(slider).toHaveValue('3');
  await page.keyboard.press('Home');
  await expect(slider).toHaveValue('0');
  await hit.click();
  await expect.poll(() => timeOf(page)).toBe(3);
  await expect(hit).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('button', { name: /^Next hit/ })).toBeDisabled();
  // It plays, and the timeline follows.
  await player(page).evaluate((element) => (element as HTMLVideoElement).play());
  await expect(slider).toHaveValue('5');
  await audit(page);
});

test('API-04 the player gets over an address that expired, and says what it cannot play', async ({ page, server, expected }) => {
  test.setTimeout(180_000);
  expected.push(/status of 403/);
  await joinTrial(page, server);
  const id = await uploadVideo(page);
  await page.goto(`/dashboard/media/${id}`);
  await expect(page.getByRole('slider', { name: 'Second of the video' })).toBeVisible({ timeout: 90_000 });

  // The first reading carries an address that is no longer good.
  let readings = 0;
  await page.route(`**/api/media/${id}`, async (route) => {
    const answer = await route.fetch();
    readings += 1;
    const text = await answer.text();
    await route.fulfill({
      response: answer,
      body: readings === 1 ? text.replace(/("signedUrl":"[^"]*sig=)/, '$1x') : text,
    });
  });
  await page.reload();
  await expect.poll(() => player(page).evaluate((element) => (element as HTMLVideoElement).readyState)).toBeGreaterThan(0);
  expect(readings).toBeGreaterThan(1);
  await expect(page.getByText('This browser cannot play or reach the file.')).toHaveCount(0);

  await page.route('**/files/**/*.webm*', (route) => route.fulfill({ status: 403 }));
  await page.reload();
  const fault = page.getByText('This browser cannot play or reach the file.');
  await expect(fault).toBeVisible();
  await expect(page.getByRole('list', { name: 'Flagged seconds' })).toBeVisible();
  await audit(page);
  await page.unroute('**/files/**/*.webm*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(fault).toHaveCount(0);

  await page.unroute(`**/api/media/${id}`);
  await page.route(`**/api/media/${id}`, async (route) => {
    const answer = await route.fetch();
    const { data } = await answer.json();
    const early = { video: null, moderation: null, moderationFlagged: null, moderationCheckedAt: null };
    const media_upload = { ...data.media_upload, ...early, processing: true, progress: { seconds_done: 3, seconds_total: 8 } };
    await route.fulfill({ response: answer, json: { status: 'success', data: { media_upload } } });
  });
  await page.reload();
  await expect(page.getByText('3 of 8 seconds analysed')).toBeVisible();
  await audit(page);
});
