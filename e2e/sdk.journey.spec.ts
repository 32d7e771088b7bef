import { openAsBlob, readFileSync } from 'node:fs';
import { createClient, verifyWebhook } from '@clearframe/sdk';
import { z } from 'zod';
import { joinTrial } from './account.ts';
import { fixture } from './fixtures.ts';
import { expect, test } from './journey.ts';

const Token = z.object({ data: z.object({ access_token: z.object({ token: z.string() }) }) });
const Hook = z.object({ data: z.object({ webhook: z.object({ signingSecret: z.string(), webhookToken: z.string() }) }) });

test('API-01 API-03 API-05 HOOK-04 a program uploads, waits, decides and deletes by the SDK, and believes true webhooks only', async ({
  page,
  server,
  pictures,
}) => {
  await joinTrial(page, server);
  const created = await page.request.post('/api/access-tokens', { data: { name: 'sdk' } });
  const { token } = Token.parse(await created.json()).data.access_token;
  const hooked = await page.request.post('/api/webhooks', { data: { webhookUrl: pictures.hook } });
  const { signingSecret: secret, webhookToken } = Hook.parse(await hooked.json()).data.webhook;
  const client = createClient({ baseUrl: server.url, token });

  // A file, an address, a stream; without waiting, so that the waiting is the SDK's.
  const options = { title: 'Pears', tags: ['fruit', 'kitchen'], metadata: { order: 42 }, waitMs: 0 };
  const uploads = [
    await client.upload({ ...options, media: await openAsBlob(fixture('benign/pears.webp')), filename: 'pears.webp' }),
    await client.upload({ ...options, media: new URL(pictures.picture) }),
    await client.upload({ ...options, media: new Blob([readFileSync(fixture('flagged/explicit-1.png'))]).stream() }),
  ];
  const verdicts = [];
  for (const { status, media_upload } of uploads) {
    expect(status).toBe('processing');
    verdicts.push(await client.waitForVerdict(media_upload.id));
  }
  expect(verdicts.map(({ moderation }) => moderation?.passed)).toEqual([true, true, false]);
  for (const item of verdicts)
    expect(item).toMatchObject({ title: 'Pears', tags: ['fruit', 'kitchen'], metadata: { order: 42 } });

  const listed: string[] = [];
  for await (const { id } of client.listMedia({ pageSize: 1, source: 'api' })) listed.push(id);
  const [pears, , explicit] = verdicts;
  expect(listed).toEqual(verdicts.map(({ id }) => id).reverse());
  expect((await client.passMedia(explicit?.id ?? '', { note: 'A work of art' })).media_upload.moderationFlagged).toBe(false);
  expect((await client.failMedia(pears?.id ?? '')).media_upload.moderationFlagged).toBe(true);
  await client.deleteMedia(pears?.id ?? '');
  await expect(client.getMedia(pears?.id ?? '')).rejects.toMatchObject({ status: 404, message: 'Media not found' });
  expect((await client.usage()).frames).toMatchObject({ allowed: 15, charged: 3, reserved: 0 });

  // The same key twice: one item, one frame.
  const once = { media: await openAsBlob(fixture('benign/oranges.webp')), idempotencyKey: 'order-43' };
  const both = await Promise.all([client.upload(once), client.upload(once)]);
  expect(new Set(both.map(({ media_upload }) => media_upload.id)).size).toBe(1);
  expect((await client.usage()).frames?.charged).toBe(4);

  const { id } = await client.createBatch({ items: [{ url: pictures.picture, reference: 'a' }, { url: pictures.refusal(404) }] });
  await expect.poll(async () => (await client.getBatch(id)).status).toBe('complete');
  const batch = await client.getBatch(id);
  expect(batch.items.map(({ status, passed }) => ({ status, passed }))).toEqual([
    // A copy of the pears that were failed above.
    { status: 'complete', passed: false },
    { status: 'failed', passed: null },
  ]);

  const stranger = createClient({ baseUrl: server.url, token: 'cf_live_none' });
  await expect(stranger.usage()).rejects.toMatchObject({
    name: 'ClearframeError',
    status: 401,
    message: 'Invalid API token',
    requestId: expect.stringMatching(/\S/),
  });

  // A receiver as a customer writes it: it believes what is signed, and drops what it has seen.
  const receive = async (seen: Set<string>, { headers, body }: (typeof pictures.received)[number]) => {
    const event = await verifyWebhook(body, headers, { secret });
    const messageId = String(headers['webhook-id']);
    if (seen.has(messageId)) return null;
    seen.add(messageId);
    return event.event === 'media.analysis.completed' ? event.data.media_upload.id : null;
  };
  // Journeys before this one had hooks at the same host.
  const mine = () => pictures.received.filter(({ headers }) => headers['x-webhook-token'] === webhookToken);
  await expect.poll(() => mine().length).toBeGreaterThanOrEqual(3);
  const [first] = mine();
  if (!first) throw new Error('nothing came');
  const seen = new Set<string>();
  expect(await receive(seen, first)).toMatch(/^[0-9a-f-]{36}$/);
  expect(await receive(seen, first)).toBeNull();
  expect((await verifyWebhook(first.body, first.headers, { token: webhookToken })).event).toBe('media.analysis.completed');
  await expect(receive(seen, { ...first, body: first.body.replace('true', 'false') })).rejects.toMatchObject({
    reason: 'signature_wrong',
  });
});
