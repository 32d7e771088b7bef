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
  await expect(page.getByLabel('Pears and more', { exact: true })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Revealed: Pears and more$/ })).toHaveCount(1);
  const exactTime = () => player(page).evaluate((element) => (element as HTMLVideoElement).currentTime);
  const before = await exactTime();
  await page.keyboard.press('Shift+>');
  await expect.poll(exactTime).toBeGreaterThan(before);
  const one = (await exactTime()) - before;
  expect(one).toBeLessThan(0.2);
  await page.getByRole('button', { name: 'Frame on' }).click();
  await expect.poll(exactTime).toBeGreaterThan(before + one);
  const two = await exactTime();
  await page.keyboard.press('Shift+<');
  await expect.poll(exactTime).toBeLessThan(two);
  const speed = page.getByRole('group', { name: 'Speed' });
  await speed.getByRole('button', { name: '1.5×' }).click();
  await expect(speed.getByRole('button', { name: '1.5×' })).toHaveAttribute('aria-pressed', 'true');
  expect(await player(page).evaluate((element) => (element as HTMLVideoElement).playbackRate)).toBe(1.5);
  await speed.getByRole('button', { name: '1×', exact: true }).click();
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
  // It plays, and the timeline follows. A busy machine may look away for one of its seconds.
  await player(page).evaluate((element) => (element as HTMLVideoElement).play());
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThanOrEqual(5);
  await audit(page);

  await page.getByRole('button', { name: 'Analyse again' }).click();
  await expect(page.getByRole('dialog')).toContainText('It costs 8 frames, like an upload; 7 frames left.');
  await expect(page.getByRole('button', { name: 'Analyse for 8 frames' })).toBeVisible();
});

test('API-04 a page that opened before the verdict gets it, also where no live line gets through', async ({ page, server }) => {
  await joinTrial(page, server);
  const id = await uploadVideo(page);
  // A network that keeps the stream for itself, and a first answer from before the analysis.
  await page.route('**/api/events?*', () => new Promise(() => undefined));
  await page.route(
    `**/api/media/${id}`,
    async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      const early = { video: null, moderation: null, moderationFlagged: null, moderationCheckedAt: null };
      const media_upload = { ...data.media_upload, ...early, processing: true, progress: null };
      await route.fulfill({ response: answer, json: { status: 'success', data: { media_upload } } });
    },
    { times: 1 },
  );
  await page.goto(`/dashboard/media/${id}`);
  await expect(page.getByText('The video is queued for analysis.')).toBeVisible();
  // Asked for after 5, 15, 35, 65 and 95 seconds.
  await expect(page.getByRole('slider', { name: 'Second of the video' })).toBeVisible({ timeout: 150_000 });
});

test('API-04 the player gets over an address that expired, and says what it cannot play', async ({ page, server, expected }) => {
  expected.push(/status of 403/);
  await joinTrial(page, server);
  const id = await uploadVideo(page);
  await page.goto(`/dashboard/media/${id}`);
  await expect(page.getByRole('slider', { name: 'Second of the video' })).toBeVisible({ timeout: 90_000 });

  // The first reading carries an address that is no longer good, later all of them do. Never one that played: the browser has its bytes.
  let readings = 0;
  let isAlwaysBad = false;
  await page.route(`**/api/media/${id}`, async (route) => {
    const answer = await route.fetch();
    readings += 1;
    const text = await answer.text();
    await route.fulfill({
      response: answer,
      body: readings === 1 || isAlwaysBad ? text.replace(/("signedUrl":"[^"]*sig=)/, '$1x') : text,
    });
  });
  await page.reload();
  await expect.poll(() => player(page).evaluate((element) => (element as HTMLVideoElement).readyState)).toBeGreaterThan(0);
  expect(readings).toBeGreaterThan(1);
  await expect(page.getByText('This browser cannot play the file.')).toHaveCount(0);

  isAlwaysBad = true;
  await page.reload();
  const fault = page.getByText('This browser cannot play the file.');
  await expect(fault).toBeVisible();
  await expect(page.getByRole('list', { name: 'Flagged seconds' })).toBeVisible();
  await audit(page);
  isAlwaysBad = false;
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
  // Before anybody judged it, it may be anything.
  await expect(page.getByLabel('Hidden: not checked yet')).toBeVisible();
  await expect(player(page)).not.toHaveAttribute('controls');
  await audit(page);
});

/** Two hours with a flagged second every ten minutes, in the place of what the server says of the seconds. */
async function serveTwoHours(page: Page, id: string): Promise<void> {
  const total = 7_200;
  // The file itself is of eight seconds: a player would go back to its end.
  await page.route('**/files/**/*.webm*', (route) => route.fulfill({ status: 403 }));
  await page.route(`**/api/media/${id}`, async (route) => {
    const answer = await route.fetch();
    const { data } = await answer.json();
    const facts = { duration_ms: total * 1_000, seconds: total };
    const video = { ...data.media_upload.video, ...facts };
    const media_upload = { ...data.media_upload, duration_ms: facts.duration_ms, video };
    await route.fulfill({ response: answer, json: { status: 'success', data: { media_upload } } });
  });
  await page.route(`**/api/media/${id}/frames?*`, async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('from'));
    const seconds = Array.from({ length: Math.min(1_000, total - from) }, (_, index) => {
      const second = from + index;
      const flagged = second % 60 === 30;
      const scores = { sexual_explicit: flagged ? 0.93 : 0.02, synthetic: 0.3 };
      return { second, scores, flagged, needs_review: false, same_as: second % 60 === 31 ? second - 1 : null };
    });
    const next = from + seconds.length;
    const data = { duration_ms: total * 1_000, seconds, thumbnails: [], next_from: next < total ? next : null };
    await route.fulfill({ json: { status: 'success', data } });
  });
}

test('API-04 two hours of video fit a phone: no more columns than pixels, and its hits a few at a time', async ({
  page,
  server,
  expected,
}) => {
  expected.push(/status of 403/);
  await joinTrial(page, server);
  const id = await uploadVideo(page);
  await page.goto(`/dashboard/media/${id}`);
  await expect(page.getByRole('slider', { name: 'Second of the video' })).toBeVisible({ timeout: 90_000 });
  await serveTwoHours(page, id);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const slider = page.getByRole('slider', { name: 'Second of the video' });
  await expect(slider).toHaveAttribute('max', '7199');
  await expect(page.getByText('120 seconds flagged, in 120 stretches.')).toBeVisible();
  const strips = page.locator('[data-slot~=video-drawing]');
  await expect(strips).toHaveCount(2);
  // 390 px wide, three pixels a column at least, and every hit of a strip in one of them.
  await expect.poll(() => strips.first().locator('rect').count()).toBeLessThan(130);
  expect(await strips.first().locator('[data-slot~=video-flagged-column]').count()).toBeGreaterThan(80);
  const hits = page.getByRole('list', { name: 'Flagged seconds' }).getByRole('button');
  await expect(hits).toHaveCount(24);
  await page.getByRole('button', { name: 'Show more of 120' }).click();
  await expect(hits).toHaveCount(48);
  await page.getByRole('button', { name: /^Next hit/ }).click();
  await expect(slider).toHaveValue('30');
  await slider.focus();
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', '1:59:59 of 2:00:00');
  await audit(page);
});

test('MED-03 the veil over videos is the one that the person set', async ({ page, server }) => {
  await joinTrial(page, server);
  const id = await uploadVideo(page);
  await page.goto('/dashboard/media');
  await expect(page.getByRole('article').getByText('Flagged')).toBeVisible({ timeout: 90_000 });
  const filterOf = () => player(page).evaluate((element) => getComputedStyle(element).filter);
  for (const [look, filter] of [
    ['Grey', 'grayscale(1)'],
    ['As it is', 'none'],
  ] as const) {
    await page.goto('/dashboard/media');
    await page.getByLabel('Flagged media').selectOption(look);
    await page.goto(`/dashboard/media/${id}`);
    await expect(player(page)).toHaveAttribute('controls');
    await expect.poll(filterOf).toBe(filter);
    await expect(page.getByRole('button', { name: 'Reveal' })).toHaveCount(0);
  }
  // Without sound until the person wants it otherwise, here and after a reload.
  const isMuted = () => player(page).evaluate((element) => (element as HTMLVideoElement).muted);
  expect(await isMuted()).toBe(true);
  await page.getByRole('button', { name: 'Your view' }).click();
  await page.getByLabel('Start flagged videos without sound').uncheck();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(player(page)).toHaveAttribute('controls');
  expect(await isMuted()).toBe(false);
  await page.goto('/dashboard/media');
  await page.getByLabel('Flagged media').selectOption('Blurred');
  await page.goto(`/dashboard/media/${id}`);
  await expect.poll(filterOf).toMatch(/^blur\(30(\.\d+)?px\)/);
  await expect
    .poll(() => page.locator('[data-slot~=video-hit] img').evaluate((element) => getComputedStyle(element).filter))
    .toMatch(/^blur\(7(\.\d+)?px\)/);
  await page.getByRole('button', { name: 'Reveal' }).click();
  // Without colour, as the account has it until somebody chooses.
  await expect.poll(filterOf).toBe('grayscale(1)');
  await expect
    .poll(() => page.locator('[data-slot~=video-hit] img').evaluate((element) => getComputedStyle(element).filter))
    .toBe('grayscale(1)');
  // Away from the pill: resting on it lifts the blur for a look.
  await page.getByRole('button', { name: 'Hide' }).click();
  await page.mouse.move(0, 0);
  await expect.poll(filterOf).toMatch(/^blur\(30(\.\d+)?px\)/);
});
