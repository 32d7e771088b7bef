import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { joinTrial } from './account.ts';
import { fixture } from './fixtures.ts';
import { codeOfGuides } from './guide-code.ts';
import { expect, test } from './journey.ts';
import type { UsedServer } from './server.ts';
import { type Shop, startShop } from './shop.ts';

/** A picture of more bytes than a connection carries at once. A file on disk: Uppy knows it again by its time too. */
const folder = mkdtempSync(join(tmpdir(), 'clearframe-uppy-'));
const picture = join(folder, 'pears.png');
writeFileSync(picture, Buffer.concat([readFileSync(fixture('formats/pears.png')), randomBytes(3_000_000)]));
test.afterAll(() => rmSync(folder, { recursive: true }));

/** The shop of a new account, closed when `visit` has ended. */
async function withShop(page: Page, server: UsedServer, visit: (shop: Shop, token: string) => Promise<void>) {
  await joinTrial(page, server);
  const made = await page.request.post('/api/access-tokens', { data: { name: 'Shop', scopes: ['upload', 'read'] } });
  const Made = z.object({ data: z.object({ access_token: z.object({ token: z.string() }) }) });
  const { token } = Made.parse(await made.json()).data.access_token;
  const shop = await startShop(server.url, token);
  try {
    await visit(shop, token);
  } finally {
    await shop.stop();
  }
}

/** The page has sent everything, and what it was told is the account's only item and its only charge. */
async function expectOneItem(page: Page, server: UsedServer): Promise<void> {
  const told = page.getByText(/^pears\.png is [0-9a-f-]{36}$/);
  await expect(told).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveJSProperty('value', 100);
  const id = (await told.textContent())?.split(' ').at(-1);
  await page.goto(`${server.url}/dashboard/media`);
  const item = page.getByRole('article');
  await expect(item).toHaveText(/pears\.png.*Safe/);
  await expect(page.locator('[data-slot~=frames-meter]')).toContainText('1 / 15');
  await page.goto(`${server.url}/dashboard/media/${id}`);
  await expect(page.getByRole('heading', { name: 'pears.png' })).toBeVisible();
}

test('DOOR-A6 Uppy has the settings of the guide', () => {
  const [inPage] = codeOfGuides().filter(({ guide, text }) => guide === 'resumable-uploads' && text.includes('uppy.use'));
  expect(inPage?.text).toContain('retryDelays');
  expect(readFileSync(join(import.meta.dirname, 'uppy-page.ts'), 'utf8')).toContain(inPage?.text);
});

test('DOOR-A6 Uppy goes on where its connection broke: all is sent, one item, one charge', async ({ page, server, expected }) => {
  await withShop(page, server, async (shop) => {
    // The browser's own lines about the connection, and about the moment in which the upload is still taken.
    expected.push('/uploads/');
    await page.goto(shop.url);
    shop.failAfter(1_000_000, 'break');
    await page.getByLabel('Picture').setInputFiles(picture);
    await expectOneItem(page, server);
    const parts = shop.forwarded.filter(({ method, offset }) => method === 'PATCH' && offset !== null);
    expect(parts[0]).toEqual({ method: 'PATCH', offset: 0 });
    expect(parts.at(-1)?.offset).toBeGreaterThan(500_000);
    expect(shop.forwarded.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

test('DOOR-A6 Uppy goes on with a file that is chosen again, after the connection fell silent', async ({
  page,
  server,
  expected,
}) => {
  await withShop(page, server, async (shop) => {
    // The browser's own lines about what it gave up, and about the time until the upload is free again.
    expected.push('/uploads/');
    await page.goto(shop.url);
    shop.failAfter(1_000_000, 'silence');
    await page.getByLabel('Picture').setInputFiles(picture);
    await expect.poll(() => shop.forwarded.some(({ method }) => method === 'PATCH')).toBe(true);
    await page.reload();
    await page.getByLabel('Picture').setInputFiles(picture);
    await expectOneItem(page, server);
    const parts = shop.forwarded.filter(({ method }) => method === 'PATCH');
    expect(parts.at(-1)?.offset).toBeGreaterThan(500_000);
    expect(shop.forwarded.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

test('DOOR-A6 Uppy is told of a wrong token in a sentence, and sends it once', async ({ page, server, expected }) => {
  await withShop(page, server, async (shop, token) => {
    const wrong = await startShop(server.url, `${token.slice(0, -1)}?`);
    expected.push('401');
    await page.goto(wrong.url);
    await page.getByLabel('Picture').setInputFiles(picture);
    await expect(page.getByText(/API token/)).toBeVisible();
    expect(wrong.forwarded).toEqual([{ method: 'POST', offset: null }]);
    expect(shop.forwarded).toEqual([]);
    await wrong.stop();
  });
});
