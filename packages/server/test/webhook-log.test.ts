import { randomUUID } from 'node:crypto';
import {
  type Delivery,
  type DeliveryDetail,
  limits,
  type MediaDelivery,
  type MediaPagination,
  type MediaUpload,
  type OpenDay,
  type Webhook,
} from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { delivery, webhook } from '../src/db/schema.ts';
import { forgetBodies } from '../src/webhooks/forget-bodies.ts';
import { resendFailed } from '../src/webhooks/resend.ts';
import { type Built, build } from './helpers/build.ts';
import { deliver } from './helpers/deliver.ts';
import { addMember, openSession } from './helpers/members.ts';
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

type Person = { headers: object };
async function call<T>(person: Person, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) {
  const answer = await built.app.inject({
    method,
    url: `/api${url}`,
    headers: { ...person.headers },
    ...(payload ? { payload } : {}),
  });
  return { code: answer.statusCode, ...answer.json<{ status: string; message?: string; data: T }>() };
}

type Log = { deliveries: Delivery[]; pagination: MediaPagination; open_days: OpenDay[] };
const logOf = async (person: Person, hook: { id: string }, query = '') =>
  (await call<Log>(person, 'GET', `/webhooks/${hook.id}/deliveries${query}`)).data;
const detailOf = async (person: Person, id: string) =>
  (await call<{ delivery: DeliveryDetail }>(person, 'GET', `/webhook-deliveries/${id}`)).data.delivery;
const resend = (person: Person, id: string) =>
  call<{ delivery: DeliveryDetail }>(person, 'POST', `/webhook-deliveries/${id}/resend`);

async function makeHook(person: Person): Promise<Webhook> {
  return (await call<{ webhook: Webhook }>(person, 'POST', '/webhooks', { webhookUrl: receiver.url })).data.webhook;
}
const upload = async (person: Uploader): Promise<MediaUpload> =>
  resultOf(await person.upload({ media: file(picture('formats/pears.png')), title: 'Three pears' })).media_upload;
async function rowOf(id: string) {
  const [row] = await built.context.db.select().from(delivery).where(eq(delivery.id, id));
  if (!row) throw new Error('no such delivery');
  return row;
}
/** Makes attempts, each when it is due, until the delivery waits no more. */
async function attemptAll(id: string): Promise<void> {
  for (let row = await rowOf(id); row.state === 'waiting'; row = await rowOf(id)) {
    built.clock.advance(Math.max(0, row.nextAttemptAt.getTime() - built.clock.now().getTime()));
    await deliver(built.context, { deliveryId: id, attempt: row.attempts + 1 });
  }
}
/** A person with a hook, and the one delivery of a fresh item. */
async function withDelivery() {
  const person = await createUploader(built);
  const hook = await makeHook(person);
  const item = await upload(person);
  const [one] = (await logOf(person, hook)).deliveries;
  if (!one) throw new Error('nothing was logged');
  return { person, hook, item, id: one.id };
}
const givenUp = async () => {
  const made = await withDelivery();
  receiver.answer = (response) => response.writeHead(500).end('{"error":"database is full"}');
  await attemptAll(made.id);
  receiver.answer = (response) => response.end('thanks');
  return made;
};

describe('the log of a webhook', () => {
  it('HOOK-04 shows each attempt with time, duration, status, answer and what comes next', async () => {
    const { person, hook, item, id } = await withDelivery();
    expect((await logOf(person, hook)).deliveries).toMatchObject([
      { id, status: 'pending', attempts_made: 0, media: { id: item.id, name: 'Three pears' }, by_decision: false },
    ]);
    receiver.answer = (response) => response.writeHead(503, { 'retry-after': '100' }).end('x'.repeat(10_000));
    const firstAt = built.clock.now();
    await deliver(built.context, { deliveryId: id, attempt: 1 });
    const nextAt = new Date(firstAt.getTime() + 100_000).toISOString();
    const error = 'The endpoint answered 503 Service Unavailable.';
    expect(await detailOf(person, id)).toMatchObject({
      status: 'failed',
      webhook: { id: hook.id, webhookUrl: receiver.url },
      next_attempt_at: nextAt,
      last_error: error,
      attempts: [{ number: 1, at: firstAt.toISOString(), http_status: 503, error, response: 'x'.repeat(4_096) }],
      not_resendable: 'waiting',
    });
    receiver.answer = (response) => response.end('thanks');
    built.clock.advance(100_000);
    await deliver(built.context, { deliveryId: id, attempt: 2 });
    const sent = await detailOf(person, id);
    expect(sent).toMatchObject({ status: 'sent', next_attempt_at: null, not_resendable: null, last_status: 200 });
    expect(sent.attempts).toMatchObject([
      { number: 1 },
      { number: 2, at: nextAt, http_status: 200, error: null, response: 'thanks' },
    ]);
    expect(sent.attempts.every(({ duration_ms }) => duration_ms < 10_000)).toBe(true);
    expect(JSON.parse(sent.body ?? '')).toMatchObject({ event: 'media.analysis.completed' });
  });

  it('HOOK-04 says of an endpoint that cannot be reached why, with no status and no answer', async () => {
    const { person, id } = await withDelivery();
    receiver.answer = (response) => response.destroy();
    await deliver(built.context, { deliveryId: id, attempt: 1 });
    expect((await detailOf(person, id)).attempts).toMatchObject([
      { http_status: null, error: 'The endpoint closed the connection without an answer.', response: null },
    ]);
  });

  it('HOOK-04 is filtered by state and by day in UTC, newest first, twenty a page', async () => {
    const { person, hook, item, id } = await givenUp();
    const { accountId } = await rowOf(id);
    const of = { accountId, webhookId: hook.id, mediaId: item.id, event: 'media.analysis.completed', body: '{}' };
    const at = (text: string) => ({ createdAt: new Date(text), nextAttemptAt: new Date(text) });
    const day = '2026-01-02';
    await built.context.db
      .insert(delivery)
      .values([
        { ...of, ...at(`${day}T00:00:00Z`), state: 'delivered', attempts: 1 },
        { ...of, ...at(`${day}T23:59:59.999Z`), state: 'waiting', attempts: 0 },
        { ...of, ...at('2026-01-03T00:00:00Z'), state: 'waiting', attempts: 1 },
        ...Array.from({ length: 21 }, () => ({ ...of, ...at('2026-01-01T12:00:00Z'), state: 'cancelled' as const })),
      ]);
    const statuses = async (query: string) => (await logOf(person, hook, query)).deliveries.map(({ status }) => status);
    expect(await statuses('?status=failed')).toEqual(['gave_up', 'failed']);
    expect(await statuses('?status=pending')).toEqual(['pending']);
    expect(await statuses('?status=sent')).toEqual(['sent']);
    expect(await statuses(`?day=${day}`)).toEqual(['pending', 'sent']);
    const second = await logOf(person, hook, '?page=2');
    expect(second.deliveries).toHaveLength(5);
    expect(second.pagination).toEqual({ page: 2, limit: limits.deliveriesPageSize, total: 25, capped: false });
    expect((await call(person, 'GET', `/webhooks/${hook.id}/deliveries?day=2026-02-30`)).code).toBe(400);
  });

  it('HOOK-04 is announced to open pages with each attempt', async () => {
    const { person, hook, id } = await withDelivery();
    const heard: string[] = [];
    await built.context.live.listening();
    const leave = built.context.live.subscribe(person.accountId, (event) => {
      if (event.type === 'delivery.updated') heard.push(event.webhook_id);
    });
    await deliver(built.context, { deliveryId: id, attempt: 1 });
    await expect.poll(() => heard).toEqual([hook.id]);
    leave();
  });

  it('AUTH-09 is the owner’s; others see the attempts of an item without address and answer', async () => {
    const { person, hook, item, id } = await givenUp();
    const viewer = await addMember(built, 'viewer', person.accountId);
    for (const [method, url] of [
      ['GET', `/webhooks/${hook.id}/deliveries`],
      ['GET', `/webhook-deliveries/${id}`],
      ['POST', `/webhook-deliveries/${id}/resend`],
      ['POST', `/webhooks/${hook.id}/resend-failed`],
    ] as const)
      expect((await call(viewer, method, url, method === 'POST' ? { day: '2026-11-21' } : undefined)).code).toBe(403);
    const { data } = await call<{ deliveries: MediaDelivery[] }>(viewer, 'GET', `/media/${item.id}/deliveries`);
    expect(data.deliveries).toMatchObject([
      {
        id,
        webhook_id: hook.id,
        webhook_host: receiver.address,
        status: 'gave_up',
        not_resendable: null,
        attempts: [{ number: 1 }, {}, {}, { number: 4, http_status: 500 }],
      },
    ]);
    expect(JSON.stringify(data)).not.toContain('database is full');
    expect(JSON.stringify(data)).not.toContain('/hook');
  });

  it('HOOK-04 forgets answers with what was sent, after a week; then it cannot be sent again', async () => {
    const { person, id } = await givenUp();
    built.clock.advance(limits.webhookBodyKeptMs + 1);
    await forgetBodies(built.context);
    const later = { headers: (await openSession(built, person.userId, person.accountId)).headers() };
    const known = await detailOf(later, id);
    expect(known).toMatchObject({ status: 'gave_up', body: null, not_resendable: 'forgotten' });
    expect(known.attempts.map(({ response, http_status }) => [response, http_status])).toEqual(Array(4).fill([null, 500]));
    expect(await resend(later, id)).toMatchObject({ code: 409, message: expect.stringContaining('keep events for 7 days') });
  });
});

describe('an event that is sent again', () => {
  it('HOOK-04 bears the same id and bytes, and has a round of attempts of its own', async () => {
    const { person, item, id } = await givenUp();
    expect(receiver.received).toHaveLength(4);
    expect(await resend(person, id)).toMatchObject({
      code: 202,
      data: { delivery: { status: 'pending', not_resendable: 'waiting', attempts_made: 4 } },
    });
    expect(await rowOf(id)).toMatchObject({ state: 'waiting', attempts: 4, attemptsBefore: 4 });
    receiver.answer = (response) => response.writeHead(500).end();
    await deliver(built.context, { deliveryId: id, attempt: 5 });
    const waitMs = (await rowOf(id)).nextAttemptAt.getTime() - built.clock.now().getTime();
    expect(waitMs).toBeGreaterThanOrEqual(8_000);
    expect(waitMs).toBeLessThanOrEqual(12_000);
    receiver.answer = (response) => response.end();
    await attemptAll(id);
    expect(receiver.received).toHaveLength(6);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([`msg_${id}`]));
    expect(await detailOf(person, id)).toMatchObject({ status: 'sent', attempts_made: 6 });
    const { data } = await call<{ media_upload: MediaUpload }>(person, 'GET', `/media/${item.id}`);
    expect(data.media_upload).toMatchObject({ webhookStatus: 'sent', webhookLastError: null });
  });

  it('HOOK-04 that had arrived stays Sent on its item, whatever becomes of the repeat', async () => {
    const { person, item, id } = await withDelivery();
    await attemptAll(id);
    const read = async () => (await call<{ media_upload: MediaUpload }>(person, 'GET', `/media/${item.id}`)).data.media_upload;
    const { webhookSentAt } = await read();
    built.clock.advance(1_000);
    expect((await resend(person, id)).code).toBe(202);
    expect(await read()).toMatchObject({ webhookStatus: 'sent', webhookSentAt });
    receiver.answer = (response) => response.writeHead(404).end();
    await attemptAll(id);
    const lastError = 'The endpoint answered 404 Not Found.';
    expect(await read()).toMatchObject({ webhookStatus: 'sent', webhookSentAt, webhookLastError: lastError });
    expect(await detailOf(person, id)).toMatchObject({ status: 'gave_up' });
  });

  it('HOOK-04 is sent once when it is asked for many times at once', async () => {
    const { person, id } = await givenUp();
    const answers = await Promise.all(Array.from({ length: 8 }, () => resend(person, id)));
    expect(answers.map(({ code }) => code).sort()).toEqual([202, 409, 409, 409, 409, 409, 409, 409]);
    expect(await rowOf(id)).toMatchObject({ state: 'waiting', attempts: 4, attemptsBefore: 4 });
  });

  it('HOOK-04 is refused while its hook is off, and when it was taken back', async () => {
    const { person, hook, id } = await givenUp();
    await call(person, 'PATCH', `/webhooks/${hook.id}`, { isActive: false });
    const off = { code: 409, message: 'This webhook is off. Switch it on first.' };
    expect(await resend(person, id)).toMatchObject(off);
    expect(await call(person, 'POST', `/webhooks/${hook.id}/resend-failed`, { day: '2026-11-21' })).toMatchObject(off);
    await call(person, 'PATCH', `/webhooks/${hook.id}`, { isActive: true });
    await built.context.db.update(delivery).set({ state: 'cancelled' }).where(eq(delivery.id, id));
    expect(await resend(person, id)).toMatchObject({ code: 409, message: expect.stringContaining('was cancelled') });
    await built.context.db.delete(webhook).where(eq(webhook.id, hook.id));
    expect((await resend(person, id)).code).toBe(409);
    expect((await resend(person, randomUUID())).code).toBe(404);
  });

  it('HOOK-04 are all that were given up on a day, by one job that may run twice and sends nothing else', async () => {
    const { person, hook, item, id } = await givenUp();
    const { accountId, createdAt, finishedAt } = await rowOf(id);
    const day = createdAt.toISOString().slice(0, 10);
    const of = { accountId, webhookId: hook.id, mediaId: item.id, event: 'media.analysis.completed', nextAttemptAt: createdAt };
    const more = await built.context.db
      .insert(delivery)
      .values(
        Array.from({ length: 120 }, () => ({ ...of, createdAt, finishedAt, body: '{}', state: 'failed' as const, attempts: 4 })),
      )
      .returning({ id: delivery.id });
    const yesterday = new Date(Date.parse(`${day}T00:00:00Z`) - 1);
    const others = await built.context.db
      .insert(delivery)
      .values([
        { ...of, createdAt, finishedAt, body: '{}', state: 'delivered', attempts: 1 },
        { ...of, createdAt, finishedAt, body: '{}', state: 'cancelled', attempts: 1 },
        { ...of, createdAt, finishedAt, body: null, state: 'failed', attempts: 4 },
        { ...of, createdAt: yesterday, finishedAt, body: '{}', state: 'failed', attempts: 4 },
      ])
      .returning();
    expect((await logOf(person, hook)).open_days).toEqual([
      { day, gave_up: 121, waiting: 0 },
      { day: yesterday.toISOString().slice(0, 10), gave_up: 1, waiting: 0 },
    ]);
    const asked = await call<{ events: number }>(person, 'POST', `/webhooks/${hook.id}/resend-failed`, { day });
    expect(asked).toMatchObject({ code: 202, data: { events: 121 } });
    const { rows } = await built.context.db.execute<{ data: { webhookId: string; day: string; before: string } }>(
      `select data from pgboss.job where name = 'resend-failed' and data ->> 'webhookId' = '${hook.id}'`,
    );
    const [job, ...further] = rows;
    if (!job) throw new Error('no job was added');
    expect(further).toEqual([]);
    const { signal } = new AbortController();
    await Promise.all([resendFailed(built.context, job.data, signal), resendFailed(built.context, job.data, signal)]);
    await resendFailed(built.context, job.data, signal);
    for (const one of [{ id }, ...more]) {
      expect(await rowOf(one.id)).toMatchObject({ state: 'waiting', attempts: 4, attemptsBefore: 4 });
    }
    for (const row of others) expect(await rowOf(row.id)).toEqual(row);
    expect((await logOf(person, hook)).open_days[0]).toEqual({ day, gave_up: 0, waiting: 121 });
    // What fails again after it was asked for waits for a person.
    built.clock.advance(1_000);
    receiver.answer = (response) => response.writeHead(500).end();
    await attemptAll(id);
    await resendFailed(built.context, job.data, signal);
    expect(await rowOf(id)).toMatchObject({ state: 'failed', attempts: 8 });
  });
});
