/**
 * Draws packages/web/app/shared/assets/img/poster.webp, the picture of "Try it" on the first page that its one keyword fails: our own
 * picture of chips with a word painted over it. Run it after a change of that: node scripts/make-try-picture.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { installedBrowser } from './lib/browser.mjs';
import { root } from './lib/root.mjs';

const assets = join(root, 'packages/web/app/shared/assets');
const data = (path, type) => `data:${type};base64,${readFileSync(join(assets, path)).toString('base64')}`;
const size = { width: 720, height: 540 };

const executablePath = installedBrowser();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const page = await browser.newPage({ viewport: size });
await page.setContent(`<!doctype html><style>
@font-face{font-family:S;src:url(${data('fonts/schibsted-grotesk.woff2', 'font/woff2')});font-weight:400 900}</style>\
<b style="font:700 80px S">.</b>`);
const url = await page.evaluate(
  async ({ chips, width, height }) => {
    await document.fonts.ready;
    const image = new Image();
    image.src = chips;
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const paint = canvas.getContext('2d');
    paint.drawImage(image, 0, 0, width, height);
    paint.fillStyle = '#f3f6f6';
    paint.fillRect(0, 28, width, 132);
    paint.fillStyle = '#0d1517';
    paint.font = '700 84px S';
    paint.textAlign = 'center';
    paint.textBaseline = 'middle';
    paint.fillText('CASINO NIGHT', width / 2, 98);
    return canvas.toDataURL('image/webp', 0.82);
  },
  { chips: data('img/chips.webp', 'image/webp'), ...size },
);
writeFileSync(join(assets, 'img/poster.webp'), Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
await browser.close();
