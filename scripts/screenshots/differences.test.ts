import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureBrowser } from '../lib/browser.mjs';
import { differences } from './differences.mjs';

let browser: Browser;
let base: string;
const at = (name: string) => join(base, name);

beforeAll(async () => {
  const executablePath = await ensureBrowser();
  if (!executablePath) throw new Error('There is no browser');
  browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
});
afterAll(() => browser.close());
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'clearframe-screens-'));
  for (const folder of ['before', 'after']) mkdirSync(at(folder));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** A white picture of 20 × `height` with black pixels from its upper left corner on. */
async function draw(path: string, black: number, height = 10): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 20, height } });
  await page.setContent(`<body style="margin:0"><div style="width:${black}px;height:1px;background:#000"></div>`);
  writeFileSync(at(path), await page.screenshot());
  await page.close();
}

const compare = () => differences(browser, at('before'), at('after'), at('found'));

describe('the comparison of two folders of screenshots', () => {
  it('finds nothing between equal pictures', async () => {
    await draw('before/a.png', 3);
    await draw('after/a.png', 3);
    expect(await compare()).toEqual({ compared: 1, found: [] });
    expect(readdirSync(at('found'))).toEqual([]);
  });

  it('counts each pixel that differs and draws them', async () => {
    await draw('before/a.png', 3);
    await draw('after/a.png', 5);
    expect(await compare()).toEqual({ compared: 1, found: [{ name: 'a.png', problem: '2 pixels' }] });
    expect(readdirSync(at('found'))).toEqual(['a.png']);
  });

  it('counts what one picture is higher than the other', async () => {
    await draw('before/a.png', 0);
    await draw('after/a.png', 0, 12);
    expect((await compare()).found).toEqual([{ name: 'a.png', problem: '40 pixels' }]);
  });

  it('names a screen that only one folder has', async () => {
    await draw('before/a.png', 0);
    expect((await compare()).found).toEqual([{ name: 'a.png', problem: `only in ${at('before')}` }]);
  });
});
