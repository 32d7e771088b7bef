/**
 * Draws packages/web/public/og.jpg, what other sites show beside a link to a public page: our name and a strip of our own
 * pictures. Run it after a change of those: node scripts/make-og-picture.mjs
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { installedBrowser } from './lib/browser.mjs';
import { root } from './lib/root.mjs';

const assets = join(root, 'packages/web/app/shared/assets');
const data = (path, type) => `data:${type};base64,${readFileSync(join(assets, path)).toString('base64')}`;
const frames = ['pears', 'vases', 'car', 'ridge'].map((name) => `<img src="${data(`img/${name}.webp`, 'image/webp')}">`);

const html = `<!doctype html><style>
@font-face{font-family:S;src:url(${data('fonts/schibsted-grotesk.woff2', 'font/woff2')});font-weight:400 900}
body{margin:0;width:1200px;height:630px;background:#f3f6f6;color:#0d1517;font-family:S;display:grid;grid-template-rows:1fr auto}
header{padding:56px 64px;display:grid;align-content:space-between}
b{display:flex;gap:14px;align-items:center;font-size:34px;letter-spacing:-.02em}svg{width:44px;color:#0d1517}
p{margin:0;font-size:32px;color:#414e53}h1{margin:0;font-size:84px;line-height:1;font-weight:600;letter-spacing:-.042em}
div{background:#0a0e10;padding:22px;display:flex;gap:16px}img{flex:1;min-width:0;height:190px;object-fit:cover;border-radius:3px}
</style><header><b><svg viewBox="0 0 24 24" fill="none">
<path d="M3 9V4.5A1.5 1.5 0 0 1 4.5 3H9M15 21h4.5a1.5 1.5 0 0 0 1.5-1.5V15M15 3h4.5A1.5 1.5 0 0 1 21 4.5V9M9 21H4.5A1.5 1.5 0 0 1 3 19.5V15"
stroke="currentColor" stroke-width="2.2" stroke-linecap="square"/><circle cx="12" cy="12" r="3.6" fill="#14507d"/></svg>Clearframe</b>
<h1>Every frame, checked before it’s seen.</h1>
<p>Open-source image and video moderation on your own server</p></header>
<div>${frames.join('')}</div>`;

const executablePath = installedBrowser();
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(html);
await page.evaluate(() => document.fonts.ready);
await page.screenshot({ path: join(root, 'packages/web/public/og.jpg'), type: 'jpeg', quality: 82 });
await browser.close();
