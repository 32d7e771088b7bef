import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { invite, joinTrial, newEmail, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect } from './journey.ts';
import { testWith } from './own-server.ts';
import { startServer } from './server.ts';
import { appealOn, openStatement, statementOf } from './statements.ts';

/** A server of its own: the clock moves for every notice of one. */
const test = testWith(
  async () => ({ stop: async () => undefined }),
  () => startServer(),
);
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 400_000 });

const hourMs = 3_600_000;
const original = readFileSync(fixture('flagged/explicit-1.png'));

/** The picture as somebody uploads it again: drawn by a browser and saved in its own way. */
async function redrawn(page: Page, { scale = 1, isMirrored = false, type = 'image/png' }): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ({ source, scale, isMirrored, type }) => {
      const bytes = Uint8Array.from(atob(source), (character) => character.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
      const drawing = canvas.getContext('2d');
      if (!drawing) throw new Error('This browser draws nothing');
      if (isMirrored) {
        drawing.translate(canvas.width, 0);
        drawing.scale(-1, 1);
      }
      drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const saved = await canvas.convertToBlob({ type, quality: 0.8 });
      return btoa(Array.from(new Uint8Array(await saved.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''));
    },
    { source: original.toString('base64'), scale, isMirrored, type },
  );
  return Buffer.from(base64, 'base64');
}

type Copy = { media_id: string; mirrored: boolean; distance: number };
type Notice = { id: string; number: number; due_at: string; received_at: string; copies: Copy[] };

const region = (page: Page) => page.getByRole('region', { name: /^Appeal of / });

test('TRUST-B4 TRUST-B5 from an upload and a notice to a reversal that the measured quality keeps', async ({
  page,
  server,
  browser,
}) => {
  const email = await joinTrial(page, server);
  const ines = await invite(page, { browser, server, role: 'moderator', name: 'Ines Example' });
  await page.request.post('/api/statement-settings', { data: { platform_name: 'Kestrel Market' } });
  const created = await page.request.post('/api/access-tokens', { data: { name: 'Shop' } });
  const token: string = (await created.json()).data.access_token.token;
  await page.goto('/dashboard');

  // A picture, and three copies of it by somebody else.
  const upload = (name: string, author: string, buffer: Buffer, mimeType = 'image/png') =>
    uploadOverHttp(page, { name, mimeType, buffer }, { author: JSON.stringify({ id: author }) });
  const first = await upload('statue.png', 'maria', original);
  const copies = {
    smaller: await upload('smaller.png', 'lucky', await redrawn(page, { scale: 0.6 })),
    mirrored: await upload('mirrored.png', 'lucky', await redrawn(page, { isMirrored: true })),
    resaved: await upload('resaved.jpg', 'lucky', await redrawn(page, { type: 'image/jpeg' }), 'image/jpeg'),
  };

  // A notice with a signature: 48 hours, and all copies found.
  const notifier = newEmail();
  const filed = await page.request.post('/api/v1/notices', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      kind: 'take_it_down',
      media_id: first,
      ground: 'illegal',
      legal_reference: 'TAKE IT DOWN Act',
      explanation: 'This shows me, and I did not agree.',
      name: 'Nora Example',
      email: notifier,
      good_faith: true,
      signature: 'Nora Example',
    },
  });
  expect(filed.ok(), await filed.text()).toBe(true);
  const notice: Notice = (await filed.json()).data.notice;
  expect(Date.parse(notice.due_at) - Date.parse(notice.received_at)).toBe(48 * hourMs);
  expect(notice.copies.map((copy) => copy.media_id).sort()).toEqual(Object.values(copies).sort());
  expect(notice.copies.filter((copy) => copy.mirrored).map((copy) => copy.media_id)).toEqual([copies.mirrored]);
  await server.findInMail(notifier, /(Notice 1 received)/);

  // Half of the time passes, and the team is reminded.
  const advanced = await page.request.post('/dev/clock', { data: { advance_ms: 25 * hourMs, of: 'trust' } });
  expect(advanced.status(), await advanced.text()).toBe(200);
  await server.findInMail(email, /(Notice 1 waits for a decision)/);

  // One decision with a reason fails all four.
  const decided = await page.request.post(`/api/notices/${notice.id}/decide`, {
    data: { outcome: 'removed', label: 'adult', answer: 'We removed it and three copies.' },
  });
  expect(decided.ok(), await decided.text()).toBe(true);
  await server.findInMail(notifier, /(Notice 1: decision)/);
  await page.goto('/dashboard/media?status=flagged');
  await expect(page.getByRole('article')).toHaveCount(4);

  // Each uploader is told why, by a link without an account or a script. The notifier stays unnamed.
  const told = await statementOf(page, first);
  for (const id of Object.values(copies)) await statementOf(page, id);
  const author = await openStatement(browser, told.url);
  await expect(author.getByRole('heading', { level: 1, name: 'We removed your upload' })).toBeVisible();
  await expect(author.getByText('Kestrel Market', { exact: true })).toBeVisible();
  await expect(author.getByText('Somebody who reported it')).toBeVisible();
  await expect(author.getByText('Nora')).toHaveCount(0);
  const mail = newEmail();
  await author.getByLabel('Email address (optional)').fill(mail);
  await appealOn(author, 'This is a statue. It is nobody.');

  // Whoever decided cannot decide again. The item leads to the appeal.
  await page.goto(`/dashboard/media/${first}`);
  const card = page.getByRole('region', { name: 'Statement', exact: true });
  await expect(card.getByRole('link', { name: /^Statement \d, public page$/ })).toHaveAttribute('href', told.url);
  await card.getByRole('link', { name: 'Appeal open' }).click();
  await expect(region(page).getByText('Another person decides this appeal')).toBeVisible();

  // Another person looks and reverses.
  await ines.goto('/dashboard/appeals');
  await expect(region(ines).getByText('Ada Example failed it: Adult content')).toBeVisible();
  await region(ines).getByRole('button', { name: 'Reveal' }).click();
  await region(ines)
    .getByRole('radio', { name: /^Reverse/ })
    .check();
  await region(ines).getByLabel('Answer').fill('You are right. It is a statue.');
  await ines.keyboard.press('Control+Enter');
  await expect(region(ines).getByRole('heading', { name: 'Reversed: the item passes' })).toBeFocused();

  // The uploader reads it, on the page and by mail; their strike is gone, the copies stay.
  await author.reload();
  await expect(author.getByText('You were right. We lifted the restriction.')).toBeVisible();
  await expect(author.getByText('You are right. It is a statue.')).toBeVisible();
  expect(await server.findInMail(mail, /(You were right, and we have lifted the restriction)/)).not.toBe('');
  await page.goto('/dashboard/uploaders/maria');
  await expect(page.getByRole('heading', { name: 'Strikes' })).toHaveCount(0);
  await page.goto('/dashboard/uploaders/lucky');
  await expect(page.getByRole('heading', { name: 'Strikes' })).toBeVisible();
  await page.goto('/dashboard/media?status=flagged');
  await expect(page.getByRole('article')).toHaveCount(3);

  // The reversal stands in the measured quality.
  await page.goto('/dashboard/quality');
  const quality = page.getByRole('region', { name: 'Appeals' });
  await expect(quality.getByText('1 of 1, too few to say')).toBeVisible();
  await expect(page.locator('[data-slot~=quality-ledger] > div').filter({ hasText: 'Overturned' })).toContainText('1 of 4');
  await audit(page);
  await author.context().close();
  await ines.context().close();
});
