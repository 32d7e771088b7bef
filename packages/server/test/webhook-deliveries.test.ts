import { limits, type MediaUpload, type Webhook, WebhookEnvelope } from '@clearframe/contract';
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { delivery, securityEvent, webhook } from '../src/db/schema.ts';
import { forgetBodies } from '../src/webhooks/forget-bodies.ts';
import { runLanes } from '../src/webhooks/lanes/run-lanes.ts';
import { webhookSignature } from '../src/webhooks/signature.ts';
import { type Built, build } from './helpers/build.ts';
import { deliver } from './helpers/deliver.ts';
import { type Receiver, startReceiver } from './helpers/receiver.ts';
import { createUploader, file, picture, quickExaminer, resultOf, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

let built: Built;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  built = await build({ config: { allowPrivateTargets: [receiver.address], throughputScale: 1_000 } });
  await runQueuedModeration(built, quickExaminer);
});
afterEach(() => {
  receiver.received = [];
  receiver.answer = (response) => response.end();
});
afterAll(async () => {
  await built.close();
  await receiver.close();
});

async function send<T>(person: Uploader, method: 'POST' | 'PATCH' | 'DELETE', url: string, payload: object = {}): Promise<T> {
  const answer = await built.app.inject({ method, url: `/api${url}`, headers: person.headers, payload });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json<{ data: T }>().data;
}

const makeHook = async (person: Uploader, webhookUrl = receiver.url): Promise<Webhook> =>
  (await send<{ webhook: Webhook }>(person, 'POST', '/webhooks', { webhookUrl })).webhook;
const upload = async (person: Uploader): Promise<MediaUpload> =>
  resultOf(await person.upload({ media: file(picture('formats/pears.png')), caption: 'Three pears' })).media_upload;
const read = async (person: Uploader, { id }: { id: string }): Promise<MediaUpload> =>
  (await person.get(`/api/media/${id}`)).json<{ data: { media_upload: MediaUpload } }>().data.media_upload;
const deliveriesOf = ({ id }: { id: string }) =>
  built.context.db.select().from(delivery).where(eq(delivery.mediaId, id)).orderBy(asc(delivery.createdAt), delivery.id);
/** The item's one delivery. */
async function deliveryOf(item: { id: string }) {
  const [one, ...more] = await deliveriesOf(item);
  if (!one || more.length > 0) throw new Error(`${more.length + (one ? 1 : 0)} deliveries`);
  return one;
}
const attempt = ({ id }: { id: string }, number: number, signal?: AbortSignal) =>
  deliver(built.context, { deliveryId: id, attempt: number }, signal);
const status = ({ webhookStatus, webhookSentAt, webhookRetryCount, webhookLastError }: MediaUpload) => ({
  webhookStatus,
  webhookSentAt,
  webhookRetryCount,
  webhookLastError,
});

describe('the delivery of a verdict', () => {
  it('HOOK-04 is queued with the verdict, and what is sent is the item as the contract shows it', async () => {
    const person = await createUploader(built);
    const hook = await makeHook(person);
    const item = await upload(person);
    expect(status(await read(person, item))).toMatchObject({ webhookStatus: 'pending', webhookSentAt: null });
    expect(receiver.received).toEqual([]);
    const row = await deliveryOf(item);
    expect(row).toMatchObject({ state: 'waiting', attempts: 0, nextAttemptAt: built.clock.now() });
    await attempt(row, 1);

    const [request] = receiver.received;
    if (!request) throw new Error('nothing was sent');
    const { headers, body } = request;
    const envelope = WebhookEnvelope.parse(JSON.parse(body));
    expect(envelope).toMatchObject({
      event: 'media.analysis.completed',
      timestamp: built.clock.now().toISOString(),
      data: {
        media_upload: { id: item.id, caption: 'Three pears', moderationFlagged: false },
        moderation: { passed: true, ai_analysis: { flagged: false }, keyword_check: { passed: true } },
        analysis_metadata: { processing_time_ms: 1, analysis_version: 'quick' },
      },
    });
    expect(envelope.data.decision).toBeUndefined();
    expect(headers['x-webhook-token']).toBe(hook.webhookToken);
    const id = `msg_${row.id}`;
    const timestamp = Math.floor(built.clock.now().getTime() / 1_000);
    expect(headers['webhook-id']).toBe(id);
    expect(headers['webhook-signature']).toBe(webhookSignature(hook.signingSecret, { id, timestamp, body }));
    expect(status(await read(person, item))).toEqual({
      webhookStatus: 'sent',
      webhookSentAt: built.clock.now().toISOString(),
      webhookRetryCount: 0,
      webhookLastError: null,
    });
    await attempt(row, 1);
    expect(receiver.received).toHaveLength(1);
  });

  it('HOOK-04 is not written without a hook, nor for one that is switched off', async () => {
    const person = await createUploader(built);
    const before = await upload(person);
    const hook = await makeHook(person);
    await send(person, 'PATCH', `/webhooks/${hook.id}`, { isActive: false });
    const item = await upload(person);
    for (const one of [before, item]) {
      expect(await deliveriesOf(one)).toEqual([]);
      expect(status(await read(person, one)).webhookStatus).toBeNull();
    }
  });

  it.each(['PATCH', 'DELETE'] as const)(
    'HOOK-04 does not reach a hook that was switched off or deleted meanwhile (%s)',
    async (method) => {
      const person = await createUploader(built);
      const hook = await makeHook(person);
      const item = await upload(person);
      const row = await deliveryOf(item);
      await send(person, method, `/webhooks/${hook.id}`, { isActive: false });
      await attempt(row, 1);
      expect(receiver.received).toEqual([]);
      expect(await deliveryOf(item)).toMatchObject({ state: 'cancelled' });
      expect(status(await read(person, item)).webhookStatus).toBeNull();
    },
  );

  it('HOOK-04 is tried again after 10, 60 and 360 s with the same bytes and id, then ends', async () => {
    const person = await createUploader(built);
    await makeHook(person);
    const item = await upload(person);
    const row = await deliveryOf(item);
    receiver.answer = (response) => response.writeHead(500).end();
    for (const [number, waitMs] of [
      [1, 10_000],
      [2, 60_000],
      [3, 360_000],
      [4, null],
    ] as const) {
      await attempt(row, number);
      const now = await deliveryOf(item);
      expect(now).toMatchObject({ attempts: number, state: waitMs ? 'waiting' : 'failed', lastStatus: 500 });
      if (waitMs === null) continue;
      const plannedMs = now.nextAttemptAt.getTime() - built.clock.now().getTime();
      expect(plannedMs).toBeGreaterThanOrEqual(waitMs * 0.8);
      expect(plannedMs).toBeLessThanOrEqual(waitMs * 1.2);
      expect(status(await read(person, item))).toMatchObject({
        webhookStatus: 'pending',
        webhookRetryCount: number - 1,
        webhookLastError: 'The endpoint answered 500 Internal Server Error.',
      });
      built.clock.advance(plannedMs);
    }
    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4);
    expect(status(await read(person, item))).toEqual({
      webhookStatus: 'failed',
      webhookSentAt: null,
      webhookRetryCount: 3,
      webhookLastError: 'The endpoint answered 500 Internal Server Error.',
    });
  });

  it('HOOK-04 that succeeds at a retry says so, and its error is gone', async () => {
    const person = await createUploader(built);
    await makeHook(person);
    const item = await upload(person);
    const row = await deliveryOf(item);
    receiver.answer = (response) => response.writeHead(503, { 'retry-after': '600' }).end();
    await attempt(row, 1);
    const { nextAttemptAt } = await deliveryOf(item);
    expect(nextAttemptAt.getTime() - built.clock.now().getTime()).toBe(600_000);
    receiver.answer = (response) => response.writeHead(204).end();
    built.clock.advance(600_000);
    await attempt(row, 2);
    const sentAt = built.clock.now().toISOString();
    expect(status(await read(person, item))).toEqual({
      webhookStatus: 'sent',
      webhookSentAt: sentAt,
      webhookRetryCount: 1,
      webhookLastError: null,
    });
  });

  it('HOOK-04 that is answered with 410 Gone switches the hook off', async () => {
    const person = await createUploader(built);
    const hook = await makeHook(person);
    const [item, waiting] = [await upload(person), await upload(person)];
    receiver.answer = (response) => response.writeHead(410).end();
    await attempt(await deliveryOf(item), 1);
    const [row] = await built.context.db.select().from(webhook).where(eq(webhook.id, hook.id));
    expect(row?.isActive).toBe(false);
    expect(await deliveryOf(item)).toMatchObject({ state: 'failed', lastStatus: 410 });
    expect(await deliveryOf(waiting)).toMatchObject({ state: 'cancelled' });
    const events = await built.context.db.select().from(securityEvent).where(eq(securityEvent.accountId, person.accountId));
    expect(events).toContainEqual(expect.objectContaining({ kind: 'webhook.changed', detail: 'switched off after 410 Gone' }));
  });

  it('HOOK-06 is refused to private addresses after the name was looked up, and follows no redirect into them', async () => {
    const person = await createUploader(built);
    await makeHook(person, `https://localhost:${receiver.address.split(':')[1]}/hook`);
    const item = await upload(person);
    const row = await deliveryOf(item);
    await attempt(row, 1);
    expect(await deliveryOf(item)).toMatchObject({ attempts: 1, lastError: 'The endpoint is not at a public address.' });

    const redirected = await createUploader(built);
    await makeHook(redirected);
    const other = await upload(redirected);
    receiver.answer = (response) => response.writeHead(307, { location: receiver.url }).end();
    await attempt(await deliveryOf(other), 1);
    expect(receiver.received).toHaveLength(1);
    expect(await deliveryOf(other)).toMatchObject({
      lastStatus: 307,
      lastError: 'The endpoint answered 307 Temporary Redirect. Redirects are not followed.',
    });
  });

  it('HOOK-04 tells each of several hooks, and the item the first success and the latest error', async () => {
    const person = await createUploader(built);
    const [good, bad] = [await makeHook(person), await makeHook(person)];
    const item = await upload(person);
    for (const row of await deliveriesOf(item)) {
      receiver.answer = (response) => response.writeHead(row.webhookId === bad.id ? 404 : 200).end();
      await attempt(row, 1);
    }
    expect(receiver.received.map(({ headers }) => headers['x-webhook-token']).sort()).toEqual(
      [good.webhookToken, bad.webhookToken].sort(),
    );
    expect(status(await read(person, item))).toMatchObject({
      webhookStatus: 'sent',
      webhookLastError: 'The endpoint answered 404 Not Found.',
    });
  });

  it('HOOK-04 survives a process that stops in the middle: the attempt does not count and is made again', async () => {
    const person = await createUploader(built);
    await makeHook(person);
    const item = await upload(person);
    const row = await deliveryOf(item);
    receiver.answer = () => undefined;
    const stop = new AbortController();
    const cut = attempt(row, 1, stop.signal);
    await receiver.got(1);
    stop.abort(new Error('stopping'));
    await expect(cut).rejects.toThrow('stopping');
    expect(await deliveryOf(item)).toMatchObject({ state: 'waiting', attempts: 0 });
    receiver.answer = (response) => response.end();
    // Another process, with nothing but the database.
    runLanes(built.context);
    await receiver.got(2);
    await expect.poll(async () => (await deliveryOf(item)).state).toBe('delivered');
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('HOOK-04 keeps what was sent for a week', async () => {
    const person = await createUploader(built);
    await makeHook(person);
    const item = await upload(person);
    await expect.poll(async () => (await deliveryOf(item)).state).toBe('delivered');
    built.clock.advance(limits.webhookBodyKeptMs - 1);
    await forgetBodies(built.context);
    expect((await deliveryOf(item)).body).not.toBeNull();
    built.clock.advance(2);
    await forgetBodies(built.context);
    expect(await deliveryOf(item)).toMatchObject({ body: null, state: 'delivered' });
  });

  it('HOOK-04 keeps the bytes of an event that a person sends again at the moment when they would go', async () => {
    const person = await createUploader(built);
    await makeHook(person);
    const item = await upload(person);
    const { id } = await deliveryOf(item);
    const { pool } = built.database;
    await pool.query("update delivery set state = 'failed', attempts = 4, finished_at = created_at where id = $1", [id]);
    built.clock.advance(limits.webhookBodyKeptMs + 1);
    const resending = await pool.connect();
    await resending.query('begin');
    await resending.query("update delivery set state = 'waiting', attempts_before = 4, finished_at = null where id = $1", [id]);
    const forgetting = forgetBodies(built.context);
    // The sweep of this server may wait beside it, because its clock went on as well.
    const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query ~ '^update "delivery" set "body"'`;
    try {
      await expect.poll(async () => (await pool.query(isWaiting)).rows.length).toBeGreaterThan(0);
    } finally {
      await resending.query('commit');
      resending.release();
      await forgetting;
    }
    expect(await deliveryOf(item)).toMatchObject({ state: 'waiting', body: expect.any(String) });
  });
});
