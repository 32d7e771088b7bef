import { randomUUID } from 'node:crypto';
import { type ApiUsage, endpoints, type MediaPagination, type MediaUpload, WebhookEnvelope } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decision, delivery } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { deliver } from './helpers/deliver.ts';
import { type Receiver, startReceiver } from './helpers/receiver.ts';
import {
  createUploader,
  dayMs,
  file,
  picture,
  quickExaminer,
  resultOf,
  runQueuedModeration,
  type Uploader,
} from './helpers/uploads.ts';

let built: Built;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  built = await build({ config: { allowPrivateTargets: [receiver.address], throughputScale: 1_000 } });
  await runQueuedModeration(built, quickExaminer);
});
afterAll(async () => {
  await built.close();
  await receiver.close();
});

const png = () => file(picture('formats/pears.png'));
const api = (person: Uploader, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: InjectOptions['payload']) =>
  built.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${person.token}` },
    ...(payload ? { payload } : {}),
  });
type Answer = Awaited<ReturnType<typeof api>>;
const dataOf = <T>(answer: Answer): T => {
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json<{ data: T }>().data;
};
type Page = { media_uploads: MediaUpload[]; pagination: MediaPagination };
type Decided = { media_upload: MediaUpload; decision_id: string };

describe('the external API', () => {
  it('API-03 MED-02 lists items with the filters and pages of the dashboard', async () => {
    const person = await createUploader(built);
    const first = resultOf(await person.apiUpload({ media: png(), title: 'Pears' })).media_upload.id;
    built.clock.advance(1_000);
    const second = resultOf(await person.upload({ media: png(), tags: 'fruit' })).media_upload.id;
    for (const query of ['', '?limit=1&page=2', '?source=api', '?search=fruit', '?status=flagged', '?sort=oldest']) {
      const page = dataOf<Page>(await api(person, 'GET', `/media${query}`));
      const shown = dataOf<Page>(await person.get(`/api/media${query}`));
      expect(page.media_uploads.map(({ id }) => id)).toEqual(shown.media_uploads.map(({ id }) => id));
      expect(page.pagination).toEqual(shown.pagination);
    }
    const all = dataOf<Page>(await api(person, 'GET', '/media'));
    expect(all.media_uploads.map(({ id }) => id)).toEqual([second, first]);
    expect((await api(person, 'GET', '/media?limit=101')).statusCode).toBe(400);
  });

  it('API-06 gives metadata and tags back as they were sent, at every door', async () => {
    const person = await createUploader(built);
    const sent = { order: 7, lines: [{ sku: 'ä-1', price: 1.5 }], none: null };
    const { media_upload: item } = resultOf(
      await person.apiUpload({ media: png(), tags: ' a, b ,,a', metadata: JSON.stringify(sent) }),
    );
    const got = dataOf<{ media_upload: MediaUpload }>(await api(person, 'GET', `/media/${item.id}`)).media_upload;
    for (const shown of [item, got]) {
      expect(shown.metadata).toEqual(sent);
      expect(shown.tags).toEqual(['a', 'b']);
    }
  });

  it('API-01 MED-05 decides as the token, with note, and the log keeps its name when it is gone', async () => {
    const person = await createUploader(built);
    const { id } = resultOf(await person.apiUpload({ media: png() })).media_upload;
    const failed = dataOf<Decided>(await api(person, 'POST', `/media/${id}/fail`, { note: 'Not ours' }));
    expect(failed.media_upload).toMatchObject({
      moderationFlagged: true,
      decisions: [{ id: failed.decision_id, user: null, token: 'test', from: false, to: true, note: 'Not ours' }],
    });
    const passed = dataOf<Decided>(await api(person, 'POST', `/media/${id}/pass`));
    expect(passed.media_upload.moderationFlagged).toBe(false);
    const tokens = await person.get('/api/access-tokens');
    for (const token of tokens.json<{ data: { access_tokens: { id: string }[] } }>().data.access_tokens)
      await built.app.inject({ method: 'DELETE', url: `/api/access-tokens/${token.id}`, headers: person.headers });
    const rows = await built.context.db.select().from(decision).where(eq(decision.mediaId, id));
    expect(rows.map(({ userId, tokenName }) => ({ userId, tokenName }))).toEqual([
      { userId: null, tokenName: 'test' },
      { userId: null, tokenName: 'test' },
    ]);
  });

  it('MED-05 nobody takes back what a token decided, not even within its hold', async () => {
    const person = await createUploader(built);
    const { id } = resultOf(await person.apiUpload({ media: png() })).media_upload;
    const { decision_id } = dataOf<Decided>(await api(person, 'POST', `/media/${id}/fail`, { hold_ms: 5_000 }));
    const undone = await built.app.inject({
      method: 'POST',
      url: `/api/media/${id}/undo`,
      headers: person.headers,
      payload: { decision_id },
    });
    expect(undone.statusCode).toBe(403);
    expect((await api(person, 'POST', `/media/${id}/fail`, { hold_ms: 10_001 })).statusCode).toBe(400);
  });

  it('HOOK-05 API-06 tells the webhooks of a Fail by a token, with metadata and the name of the token', async () => {
    const person = await createUploader(built);
    const { id } = resultOf(await person.apiUpload({ media: png(), metadata: '{"order":7}' })).media_upload;
    await built.app.inject({
      method: 'POST',
      url: '/api/webhooks',
      headers: person.headers,
      payload: { webhookUrl: receiver.url },
    });
    receiver.received = [];
    await api(person, 'POST', `/media/${id}/fail`);
    const [row] = await built.context.db.select().from(delivery).where(eq(delivery.mediaId, id));
    await deliver(built.context, { deliveryId: row?.id ?? '', attempt: 1 });
    const { data } = WebhookEnvelope.parse(JSON.parse(receiver.received[0]?.body ?? ''));
    expect(data).toMatchObject({
      media_upload: { id, metadata: { order: 7 } },
      moderation: { passed: false, reason: 'Failed through the API.' },
      decision: { user: null, token: 'test', to: true },
    });
  });

  it('API-01 deletes an item with its files', async () => {
    const person = await createUploader(built);
    const { id } = resultOf(await person.apiUpload({ media: png() })).media_upload;
    const answer = await api(person, 'DELETE', `/media/${id}`);
    expect(answer.json()).toEqual({ status: 'success', data: null });
    for (const method of ['GET', 'DELETE'] as const) expect((await api(person, method, `/media/${id}`)).statusCode).toBe(404);
    for await (const { key } of built.context.storage.list()) expect(key).not.toContain(id);
  });

  it('SEC-03 API-05 answers 404 to every call about an item of another account, as if there were none', async () => {
    const [owner, stranger] = [await createUploader(built), await createUploader(built)];
    const { id } = resultOf(await owner.apiUpload({ media: png() })).media_upload;
    // What is no item has an id of its own kind (`foreign-ids.test.ts`).
    const ofItems = (path: string) => path.startsWith('/v1/media/:id');
    const withId = Object.values(endpoints).filter(({ access, path }) => access === 'token' && ofItems(path));
    expect(withId.length).toBeGreaterThanOrEqual(4);
    for (const { method, path } of withId) {
      if (method === 'PATCH') throw new Error('there is no such call');
      const foreign = await api(stranger, method, path.replace('/v1', '').replace(':id', id));
      const unknown = await api(stranger, method, path.replace('/v1', '').replace(':id', randomUUID()));
      expect(foreign.statusCode, path).toBe(404);
      expect(foreign.body, path).toBe(unknown.body);
    }
    expect(dataOf<Page>(await api(stranger, 'GET', '/media')).media_uploads).toEqual([]);
    const kept = dataOf<{ media_upload: MediaUpload }>(await api(owner, 'GET', `/media/${id}`)).media_upload;
    expect(kept).toMatchObject({ moderationFlagged: false, decisions: [] });
  });

  it('API-07 tells plan, period and frames: charged, held by analyses under way, and remaining', async () => {
    const slow = await build();
    const person = await createUploader(slow, 10);
    const usage = async () =>
      dataOf<ApiUsage>(await slow.app.inject({ url: '/api/v1/usage', headers: { authorization: `Bearer ${person.token}` } }));
    const start = slow.clock.now();
    expect(await usage()).toEqual({
      plan: null,
      period: { start: start.toISOString(), end: new Date(start.getTime() + 30 * dayMs).toISOString() },
      frames: { allowed: 10, charged: 0, reserved: 0, remaining: 10 },
    });
    expect((await person.apiUpload({ media: png() }, { query: '?wait=0' })).statusCode).toBe(202);
    expect((await usage()).frames).toEqual({ allowed: 10, charged: 0, reserved: 1, remaining: 9 });
    await runQueuedModeration(slow, quickExaminer);
    await expect.poll(async () => (await usage()).frames).toEqual({ allowed: 10, charged: 1, reserved: 0, remaining: 9 });
    const subscribed = await slow.app.inject({
      method: 'POST',
      url: '/api/subscriptions/subscribe',
      headers: person.headers,
      payload: { plan_id: 'free' },
    });
    expect(subscribed.statusCode).toBe(200);
    expect(await usage()).toMatchObject({ plan: { id: 'free' }, frames: { allowed: 25, charged: 1, remaining: 24 } });
    slow.clock.advance(60 * dayMs);
    expect(await usage()).toEqual({ plan: null, period: null, frames: null });
    expect((await person.apiUpload({ media: png() })).statusCode).toBe(403);
    await slow.close();
  });

  it('API-05 SEC-09 tells the rate in every answer and refuses with 429, Retry-After and the state', async () => {
    const strict = await build();
    const person = await createUploader(strict);
    const headers = { authorization: `Bearer ${person.token}` };
    const answers = [];
    for (let turn = 0; turn < 61; turn += 1) answers.push(await strict.app.inject({ url: '/api/v1/usage', headers }));
    expect(answers[0]?.headers).toMatchObject({
      'ratelimit-policy': '"api-token";q=60;w=60',
      ratelimit: expect.stringMatching(/^"api-token";r=59;t=\d+$/),
    });
    const last = answers.at(-1);
    expect(last?.statusCode).toBe(429);
    expect(last?.json()).toEqual({ status: 'error', message: expect.any(String), data: null });
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    expect(last?.headers.ratelimit).toMatch(/^"api-token";r=0;t=\d+$/);
    expect((await person.apiUpload({ media: png() })).statusCode).toBe(429);
    await strict.close();
  });

  it('API-05 answers 500 with the envelope when we are at fault, says nothing of why, and lets the request be repeated', async () => {
    const other = await build({ config: { throughputScale: 1_000 } });
    const { storage } = other.context;
    const put = storage.put.bind(storage);
    let isFull = false;
    storage.put = async (...args) => {
      if (isFull) throw new Error('ENOSPC: no space left on /var/secret');
      return await put(...args);
    };
    const person = await createUploader(other);
    await runQueuedModeration(other, quickExaminer);
    const headers = { 'idempotency-key': 'full' };
    isFull = true;
    const failed = await person.apiUpload({ media: png() }, { headers });
    expect(failed.statusCode).toBe(500);
    expect(failed.json()).toEqual({ status: 'error', message: 'Something went wrong on the server', data: null });
    isFull = false;
    const again = resultOf(await person.apiUpload({ media: png() }, { headers }));
    expect(again.usage).toEqual({ frames_charged: 1, frames_remaining: 99 });
    await other.close();
  });

  it('API-07 UP-08 accepts exactly 15 of 40 parallel uploads on 15 frames', async () => {
    const person = await createUploader(built, 15);
    const answers = await Promise.all(Array.from({ length: 40 }, () => person.apiUpload({ media: png() })));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(15);
    expect(statuses.filter((status) => status === 403)).toHaveLength(25);
    const { frames } = dataOf<ApiUsage>(await api(person, 'GET', '/usage'));
    expect(frames).toEqual({ allowed: 15, charged: 15, reserved: 0, remaining: 0 });
  });

  it('API-01 UP-09 makes one item, one charge and one answer of a request that is sent 50 times at once under one key', async () => {
    const person = await createUploader(built, 15);
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 50 }, () => person.apiUpload({ media: png() }, { headers })));
    const last = resultOf(await person.apiUpload({ media: png() }, { headers }));
    for (const answer of answers)
      if (answer.statusCode === 409) expect(answer.headers['retry-after']).toBe('2');
      else expect(resultOf(answer)).toMatchObject({ media_upload: { id: last.media_upload.id }, usage: last.usage });
    expect(dataOf<Page>(await api(person, 'GET', '/media')).pagination.total).toBe(1);
    expect(last.usage).toEqual({ frames_charged: 1, frames_remaining: 14 });
  });
});
