/**
 * Makes what moves on the first page: real screens of a running demo, from an upload over its verdict to a person's decision, light
 * and dark, each with the still that stands there as long as nothing moves.
 *   npm run demo                          (in another terminal)
 *   node scripts/make-product-loop.mjs
 * URL=http://localhost:3100 for a demo on another port. It uploads one picture for each look, decides about it and deletes it.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { holdAnswers } from '../e2e/held-answer.ts';
import { installedBrowser } from './lib/browser.mjs';
import { root } from './lib/root.mjs';

// The engine's, which decodes with it.
const sharp = createRequire(join(root, 'packages/engine/package.json'))('sharp');

const url = process.env.URL ?? 'http://localhost:3000';
const folder = join(root, 'packages/web/app/shared/assets/img');
const person = { email: 'owner@shop.example', password: 'Sample-account-9', recaptchaToken: 'off' };
const size = { width: 1120, height: 700 };
/** What a visitor's browser may have to load for it (issue 7). */
const MAX_BYTES = 400_000;
const TITLE = 'Gift set, red';
/** The verdict is what the still shows. */
const STILL_AT = 3;

/** The walk, one picture an entry: how long it stands, and what brings it about. */
const walk = [
  {
    standsMs: 1_200,
    async bring(page) {
      await page.goto('/dashboard/upload');
      // Until the plan is known the button says that it is being asked for.
      await page.getByRole('button', { name: 'Check image' }).waitFor();
    },
  },
  {
    standsMs: 1_800,
    async bring(page) {
      await page.locator('input[type=file]').setInputFiles(join(root, 'packages/engine/fixtures/benign/wine.webp'));
      await page.getByLabel('Title').fill(TITLE);
      await page.getByLabel('Caption').fill('A bottle from the cellar, with a replica pistol.');
      await page.getByRole('region', { name: 'Chosen image' }).getByRole('img').waitFor();
    },
  },
  {
    standsMs: 1_000,
    async bring(page) {
      await page.getByRole('button', { name: 'Check image' }).click();
      await page.getByText('You can leave this page').waitFor();
    },
  },
  { standsMs: 2_600, bring: (page) => page.getByText('Failed content moderation').waitFor() },
  {
    standsMs: 1_800,
    async bring(page) {
      await page.getByRole('link', { name: `Open ${TITLE}` }).click();
      // The page before has the same headings.
      await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
      await page.getByLabel('Note').waitFor();
    },
  },
  { standsMs: 1_600, bring: (page) => page.getByRole('button', { name: /^Reveal \S/ }).click() },
  {
    standsMs: 2_000,
    async bring(page) {
      await page.getByRole('button', { name: 'Fail', exact: true }).first().click();
      await page.getByRole('button', { name: /^Undo/ }).first().waitFor();
    },
  },
  {
    standsMs: 2_200,
    async bring(page) {
      await page.goto('/dashboard/media');
      await page.getByRole('article').nth(3).waitFor();
    },
  },
];

/** No skeleton, no half-drawn picture, and nothing on its way from one look to another; what moves without an end may go on. */
async function settle(page) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(
    () =>
      !document.querySelector('main[data-slot~=spinner-wait], [data-slot~=skeleton]') &&
      [...document.images].every((image) => image.complete) &&
      document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
  );
}

async function removeUploads(request) {
  const { data } = await (await request.get('/api/media', { params: { search: TITLE } })).json();
  for (const { id } of data.media_uploads) await request.delete(`/api/media/${id}`);
  // What was failed is known after its item is gone, and would decide the next upload instead of the keyword.
  const known = (await (await request.get('/api/known-pictures')).json()).data.known_pictures;
  const left = known.filter((picture) => picture.media_id === null && picture.import === null);
  for (const { id } of left) await request.delete(`/api/known-pictures/${id}`);
}

/** @returns the pictures of the walk as PNG, and leaves the demo as it was */
async function photograph(browser, theme) {
  const context = await browser.newContext({ baseURL: url, viewport: size, colorScheme: theme, reducedMotion: 'reduce' });
  const signedIn = await context.request.post('/api/auth/login', { data: person });
  if (!signedIn.ok()) throw new Error(`No demo answers at ${url}: ${signedIn.status()} ${await signedIn.text()}`);
  // What a run that was cut off left.
  await removeUploads(context.request);
  const page = await context.newPage();
  // The answer waits until the stages were photographed: the analysis is quicker than the camera.
  const answer = await holdAnswers(page, '*/api/media/upload');
  const pictures = [];
  for (const { bring } of walk) {
    await bring(page);
    await settle(page);
    pictures.push(await page.screenshot());
    if (pictures.length === STILL_AT) await answer.release();
  }
  await removeUploads(context.request);
  await context.close();
  return pictures;
}

/** @throws Error when the loop weighs more than it may */
async function write(name, pictures) {
  const delay = walk.map(({ standsMs }) => standsMs);
  const loop = await sharp(pictures, { join: { animated: true } })
    .webp({ quality: 62, effort: 6, loop: 0, delay, minSize: true })
    .toBuffer();
  if (loop.length > MAX_BYTES) throw new Error(`${name} has ${loop.length} bytes, ${MAX_BYTES} are allowed`);
  const still = await sharp(pictures[STILL_AT]).webp({ quality: 62, effort: 6 }).toBuffer();
  writeFileSync(join(folder, `${name}.webp`), loop);
  writeFileSync(join(folder, `${name}-still.webp`), still);
  console.log(`${name}: ${loop.length} bytes, its still ${still.length}`);
}

const browser = await chromium.launch({
  executablePath: installedBrowser() ?? undefined,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
for (const theme of ['light', 'dark']) await write(`product-${theme}`, await photograph(browser, theme));
await browser.close();
