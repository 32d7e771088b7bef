/**
 * Photographs every screen of a running demo: light, dark and on a phone.
 *   npm run demo                          (in another terminal)
 *   node scripts/screenshots.mjs          writes WebP files to .cache/screenshots
 *   node scripts/screenshots.mjs review   only screens whose name holds "review"
 *   node scripts/screenshots.mjs --docs   also renews docs/images: the README and the guides, in both themes
 * URL=http://localhost:3100 for a demo on another port. It uploads and decides nothing.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { installedBrowser } from './lib/browser.mjs';
import { root } from './lib/root.mjs';
import { docsPictures, looks, publicScreens, signedInScreens } from './screenshots/screens.mjs';

const url = process.env.URL ?? 'http://localhost:3000';
const folder = join(root, '.cache/screenshots');
const [wanted = ''] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const forDocs = process.argv.includes('--docs');
const person = { email: 'owner@shop.example', password: 'Sample-account-9', recaptchaToken: 'off' };

/** Chromium writes WebP by itself; its window's picture is 5 to 10 times smaller than as PNG. */
async function photograph(page, path, quality = 82) {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  await session.detach();
  writeFileSync(path, Buffer.from(data, 'base64'));
}

async function settle(page) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('load');
  // Everything that was asked for is there, no skeleton is left, and no picture in sight is half drawn.
  await page.waitForFunction(
    () =>
      document.querySelector('h1') &&
      !document.querySelector(
        'main[data-slot~=spinner-wait], [data-slot~=skeleton], main [data-slot~=spinner], main [aria-busy=true]',
      ) &&
      [...document.images].every(
        (image) => image.complete || !image.checkVisibility() || image.getBoundingClientRect().top > innerHeight,
      ),
  );
}

/** One sign-in for all: a person has ten in a quarter of an hour. */
async function signIn(browser) {
  const context = await browser.newContext({ baseURL: url });
  const answer = await context.request.post('/api/auth/login', { data: person });
  if (!answer.ok()) throw new Error(`No demo answers at ${url}: ${answer.status()} ${await answer.text()}`);
  const session = await context.storageState();
  await context.close();
  return session;
}

async function open(browser, { width, height, theme, scale = 1 }, session) {
  return await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: theme,
    reducedMotion: 'reduce',
    hasTouch: width < 640,
    isMobile: width < 640,
    ...(session && { storageState: session }),
  });
}

async function visit(context, { path, prepare, isSettled = false }) {
  const page = await context.newPage();
  const address = typeof path === 'function' ? await path(context.request) : path;
  await page.goto(address);
  await settle(page);
  if (prepare) {
    await prepare(page);
    if (!isSettled) await settle(page);
  }
  return page;
}

const executablePath = installedBrowser();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
mkdirSync(folder, { recursive: true });
const session = await signIn(browser);
for (const [lookName, look] of Object.entries(looks)) {
  for (const [screens, known] of [
    [signedInScreens, session],
    [publicScreens, null],
  ]) {
    const context = await open(browser, look, known);
    for (const [name, screen] of Object.entries(screens)) {
      if (!name.includes(wanted) || (screen.only && screen.only !== lookName)) continue;
      const page = await visit(context, screen);
      await photograph(page, join(folder, `${name}-${lookName}.webp`));
      await page.close();
    }
    await context.close();
  }
}
if (forDocs) {
  for (const [name, { screen, look }] of Object.entries(docsPictures)) {
    for (const theme of ['light', 'dark']) {
      const context = await open(browser, { ...look, theme }, session);
      const page = await visit(context, signedInScreens[screen]);
      // Typing scrolled to where it was typed.
      await page.evaluate(() => scrollTo(0, 0));
      const file = theme === 'light' ? name : `${name}-${theme}`;
      await photograph(page, join(root, 'docs/images', `${file}.webp`), 78);
      await context.close();
    }
  }
}
await browser.close();
console.log(`The screenshots lie in ${folder}`);
