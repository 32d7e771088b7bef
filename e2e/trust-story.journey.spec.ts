import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { invite, joinTrial, newEmail, uploadOverHttp } from './account.ts';
import { audit } from './audit.ts';
import { fixture } from './fixtures.ts';
import { expect } from './journey.ts';
import { testWith } from './own-server.ts';
import { startServer } from './server.ts';
import { appealOn, openStatement, statementOf } from './statements.ts';

/** What the account told others: a webhook at `/hook`, and a channel of Slack at `/chat`. */
async function startHearer() {
  const heard: { path: string; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      heard.push({ path: request.url ?? '', body });
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  const address = `127.0.0.1:${bound.port}`;
  const textsOf = (path: string) => heard.filter((one) => one.path === path).map(({ body }) => body);
  return {
    address,
    /** Events by name, in the order of their names. */
    events: () =>
      textsOf('/hook')
        .map((body) => /"event":"([a-z._]+)"/.exec(body)?.[1] ?? '')
        .sort(),
    hooks: () => textsOf('/hook'),
    chats: () => textsOf('/chat'),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A server of its own: the clock moves for every notice of one. */
const test = testWith(startHearer, ({ address }) => startServer({ env: { TENANT_PRIVATE_TARGETS: address } }));
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const hourMs = 3_600_000;
/** Chats are told each minute. */
const eachMinuteMs = 100_000;
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

const copiesOf = (word: string, count: number): string[] => Array.from({ length: count }, () => word);
const region = (page: Page) => page.getByRole('region', { name: /^Appeal of / });

test('TRUST-B4 TRUST-B5 from an upload and a notice to a reversal that the measured quality keeps', async ({
  page,
  server,
  browser,
  host,
}) => {
  const email = await joinTrial(page, server);
  const ines = await invite(page, { browser, server, role: 'moderator', name: 'Ines Example' });
  await page.request.post('/api/statement-settings', { data: { platform_name: 'Kestrel Market' } });
  const created = await page.request.post('/api/access-tokens', { data: { name: 'Shop' } });
  const token: string = (await created.json()).data.access_token.token;
  const told = ['notice.received', 'notice.due', 'notice.decided', 'statement.created', 'appeal.received', 'appeal.decided'];
  const hook = await page.request.post('/api/webhooks', { data: { webhookUrl: `http://${host.address}/hook`, events: told } });
  expect(hook.ok(), await hook.text()).toBe(true);
  const channel = { kind: 'slack', name: 'Moderators', url: `http://${host.address}/chat`, digest_minutes: 0 };
  const chat = await page.request.post('/api/chat-hooks', { data: { ...channel, events: ['notice', 'appeal'] } });
  expect(chat.ok(), await chat.text()).toBe(true);
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
  await expect.poll(() => host.chats().join(), { timeout: eachMinuteMs }).toContain('1 notice came in.');

  // Half of the time passes, and the team is reminded.
  const advanced = await page.request.post('/dev/clock', { data: { advance_ms: 25 * hourMs, of: 'trust' } });
  expect(advanced.status(), await advanced.text()).toBe(200);
  await server.findInMail(email, /(Notice 1 waits for a decision)/);

  // One decision on the page, with a reason, fails all four.
  await page.goto('/dashboard/notices');
  await expect(page.getByRole('heading', { name: 'The item and 3 copies' })).toBeVisible();
  await page.getByRole('radio', { name: /^Remove/ }).check();
  await page.getByRole('combobox', { name: 'Reason' }).selectOption({ label: 'Adult content' });
  await page.getByRole('textbox', { name: 'Answer' }).fill('We removed it and three copies.');
  await page.getByRole('button', { name: 'Remove 4 and send' }).click();
  await expect(page.getByRole('heading', { name: 'Removed: 4 items' })).toBeFocused();
  await server.findInMail(notifier, /(Notice 1: decision)/);
  await page.goto('/dashboard/media?status=flagged');
  await expect(page.getByRole('article')).toHaveCount(4);

  // Each uploader is told why, by a link without an account or a script. The notifier stays unnamed.
  const statement = await statementOf(page, first);
  for (const id of Object.values(copies)) await statementOf(page, id);
  const author = await openStatement(browser, statement.url);
  await expect(author.getByRole('heading', { level: 1, name: 'We removed your upload' })).toBeVisible();
  await expect(author.getByText('Kestrel Market', { exact: true })).toBeVisible();
  await expect(author.getByText('Somebody who reported it')).toBeVisible();
  await expect(author.getByText('Nora')).toHaveCount(0);
  const mail = newEmail();
  await author.getByLabel('Email address (optional)').fill(mail);
  await appealOn(author, 'This is a statue. It is nobody.');
  await expect.poll(() => host.chats().join(), { timeout: eachMinuteMs }).toContain('1 appeal came in.');

  // Whoever decided cannot decide again. The item leads to the appeal.
  await page.goto(`/dashboard/media/${first}`);
  const card = page.getByRole('region', { name: 'Statement', exact: true });
  await expect(card.getByRole('link', { name: /^Statement \d, public page$/ })).toHaveAttribute('href', statement.url);
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
  await expect(region(ines).getByText(/^Lifted on /)).toBeVisible();

  // The uploader reads it, on the page and by mail; their strike is gone, the copies stay.
  await author.reload();
  await expect(author.getByText('You were right. We lifted the restriction.')).toBeVisible();
  await expect(author.getByText('You are right. It is a statue.')).toBeVisible();
  expect(await server.findInMail(mail, /(You were right, and we have lifted the restriction)/)).not.toBe('');
  await page.goto('/dashboard/uploaders/maria');
  await expect(page.getByRole('heading', { name: 'Strikes' })).toHaveCount(0);
  await page.goto('/dashboard/uploaders/lucky');
  await expect(page.getByRole('heading', { name: 'Strikes' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Adult content' })).toHaveCount(3);
  await page.goto('/dashboard/media?status=flagged');
  await expect(page.getByRole('article')).toHaveCount(3);

  // The reversal stands in the measured quality.
  await page.goto('/dashboard/quality');
  const quality = page.getByRole('region', { name: 'Appeals' });
  await expect(quality.getByText('1 of 1, too few to say')).toBeVisible();
  await expect(page.locator('[data-slot~=quality-ledger] > div').filter({ hasText: 'Overturned' })).toContainText('1 of 4');
  await audit(page);

  // Everybody was told, and nobody of who wrote the notice.
  const events = [...told, ...copiesOf('statement.created', 3)].sort();
  await expect.poll(() => host.events(), { timeout: eachMinuteMs }).toEqual(events);
  expect([...host.hooks(), ...host.chats()].join()).not.toContain('Nora');

  // And in the report of the period.
  const day = (ago: number) => new Date(Date.now() - ago * 24 * hourMs).toISOString().slice(0, 10);
  const period = { from: day(3), to: day(0) };
  const figures = await page.request.get('/api/transparency/figures', { params: period });
  expect((await figures.json()).data.transparency).toMatchObject({
    restrictions: { total: 4 },
    notices: { received: 1, decided: 1, in_time: { n: 1, hits: 1 } },
    appeals: { received: 1, decided: 1, reversed: { n: 1, hits: 1 } },
  });
  const asked = await page.request.post('/api/transparency/report', { data: { ...period, format: 'csv' } });
  const made: string = (await asked.json()).data.export.id;
  const csv = async () => {
    const link = await page.request.get(`/api/users/me/exports/${made}/download`);
    return link.ok() ? await (await page.request.get((await link.json()).data.url)).text() : '';
  };
  await expect.poll(csv, { timeout: eachMinuteMs }).toContain('appeals_reversed,,1,1');
  await author.context().close();
  await ines.context().close();
});
