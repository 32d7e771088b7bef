import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Batch, errorTable, limits } from '@clearframe/contract';
import { count, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failBatch, runBatch } from '../src/batches/run-batch.ts';
import { failLostBatches, removeOldBatches } from '../src/batches/sweep-batches.ts';
import { author, batch, idempotency, media, usageEntry, usagePeriod } from '../src/db/schema.ts';
import { requestErasure } from '../src/erasures/request-erasure.ts';
import { runBatchJob } from '../src/jobs/run-batch.ts';
import { createFetcher } from '../src/security/fetcher.ts';
import { type Built, build } from './helpers/build.ts';
import { asJson } from './helpers/sign-in.ts';
import { createUploader, picture, quickExaminer, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

const unchecked = 'Unable to validate image URL. Please check the URL and try again.';
const pears = picture('formats/pears.png');

describe('a batch of addresses', () => {
  let host: Server;
  let origin: string;
  const got: string[] = [];
  /** What happens while the host answers. */
  let meanwhile = async (): Promise<unknown> => undefined;
  let built: Built;
  let person: Uploader;

  beforeAll(async () => {
    host = createServer((request, response) => {
      const path = request.url ?? '';
      if (request.method === 'GET') got.push(path);
      if (path.startsWith('/missing')) return void response.writeHead(404).end();
      if (path.startsWith('/text')) return void response.end('no picture at all'.padEnd(200));
      const bytes = path.startsWith('/broken') ? Buffer.concat([pears, Buffer.from('broken')]) : pears;
      return void meanwhile().then(() => response.end(bytes));
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    host.closeAllConnections();
    host.close();
  });
  beforeEach(async () => {
    got.length = 0;
    meanwhile = async () => undefined;
    const fetcher = createFetcher({ allowPrivateTargets: [origin.slice(7)] });
    built = await build({ config: { throughputScale: 1_000 }, parts: { fetcher } });
    person = await createUploader(built, 10);
  });
  afterEach(() => built.close());

  const send = (items: unknown, headers: Record<string, string> = {}) =>
    built.app.inject({
      method: 'POST',
      url: '/api/v1/batches',
      headers: { authorization: `Bearer ${person.token}`, ...headers },
      payload: { items },
    });
  const batchOf = (answer: Awaited<ReturnType<typeof send>>): Batch => {
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${answer.body}`);
    return answer.json<{ data: { batch: Batch } }>().data.batch;
  };
  const read = async (id: string, by = person) =>
    await built.app.inject({ url: `/api/v1/batches/${id}`, headers: { authorization: `Bearer ${by.token}` } });
  const pictures = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => ({ url: `${origin}/${from + n}.png`, reference: `row ${from + n}` }));
  const never = new AbortController().signal;
  const run = (id: string) => runBatch(built.context, id, never);
  const period = async () => {
    const [row] = await built.context.db.select().from(usagePeriod);
    return { used: row?.used, reserved: row?.reserved };
  };
  const countOf = async (kind: 'reserve' | 'commit') =>
    (await built.context.db.select({ n: count() }).from(usageEntry).where(eq(usageEntry.kind, kind)))[0]?.n;

  it('API-01 API-03 is taken in with 202, worked off by its job, and tells each result or the exact error', async () => {
    const items = [
      { url: `${origin}/a.png`, reference: 'a', title: 'Pears', tags: ['x', 'y'], metadata: { order: 7 } },
      { url: `${origin}/missing.png`, reference: 'b' },
      { url: 'http://169.254.169.254/latest/meta-data/' },
      { url: 'no address' },
      { url: `${origin}/text.png` },
      { url: `${origin}/broken.png` },
    ];
    const answer = await send(items);
    expect(answer.statusCode).toBe(202);
    const taken = batchOf(answer);
    expect(taken).toMatchObject({ status: 'processing', progress: { total: 6, waiting: 6, processing: 0 } });
    expect(got).toEqual([]);
    await built.context.queue.work('run-batch', {}, (payload, job) => runBatchJob.run(built.context, payload, job));
    await expect.poll(async () => batchOf(await read(taken.id)).progress.waiting).toBe(0);
    expect(batchOf(await read(taken.id))).toMatchObject({ status: 'processing', progress: { processing: 2, failed: 4 } });
    expect(await period()).toEqual({ used: 0, reserved: 2 });
    await runQueuedModeration(built, quickExaminer);
    await expect.poll(async () => batchOf(await read(taken.id)).status).toBe('complete');

    const done = batchOf(await read(taken.id));
    expect(done.progress).toEqual({ total: 6, waiting: 0, processing: 0, complete: 1, failed: 5 });
    const refused = (status: number, message: string) => ({ status: 'failed', passed: null, error: { status, message } });
    expect(done.items).toMatchObject([
      { reference: 'a', url: items[0]?.url, status: 'complete', passed: true, error: null, media_id: expect.any(String) },
      { reference: 'b', media_id: null, ...refused(400, '404 Not Found: Image URL does not exist') },
      { reference: null, media_id: null, ...refused(400, unchecked) },
      { media_id: null, ...refused(400, 'Please enter a valid image URL') },
      { media_id: null, ...refused(415, errorTable.api_file_unsupported.message) },
      { media_id: expect.any(String), ...refused(400, errorTable.file_undecodable.message) },
    ]);
    expect(await period()).toEqual({ used: 1, reserved: 0 });
    const [item] = await built.context.db
      .select()
      .from(media)
      .where(eq(media.id, done.items[0]?.media_id ?? ''));
    expect(item).toMatchObject({
      source: 'api',
      title: 'Pears',
      tags: ['x', 'y'],
      metadata: { order: 7 },
      originalUrl: items[0]?.url,
      accessTokenId: expect.any(String),
    });
  });

  it('UP-09 OPS-04 goes on where it was cut off, and neither uploads nor charges anything twice', async () => {
    const { id } = batchOf(await send(pictures(0, 8)));
    let stored = 0;
    const { storage } = built.context;
    const dying: typeof storage = {
      ...storage,
      async put(...args) {
        stored += 1;
        if (stored > 3) throw new Error('the process died');
        return await storage.put(...args);
      },
    };
    await expect(runBatch({ ...built.context, storage: dying }, id, never)).rejects.toThrow('the process died');
    expect(batchOf(await read(id)).progress).toMatchObject({ waiting: 5, processing: 3 });
    // Two processes at once, and one more after them.
    await Promise.all([run(id), run(id)]);
    await run(id);
    expect(batchOf(await read(id)).progress).toMatchObject({ waiting: 0, processing: 8, failed: 0 });
    expect(await built.context.db.select().from(media)).toHaveLength(8);
    expect(await countOf('reserve')).toBe(8);
    const keys: string[] = [];
    for await (const { key } of storage.list()) keys.push(key);
    expect(keys).toHaveLength(8);
    await runQueuedModeration(built, quickExaminer, 2);
    await expect.poll(async () => batchOf(await read(id)).progress.complete).toBe(8);
    expect(await period()).toEqual({ used: 8, reserved: 0 });
    expect(await countOf('commit')).toBe(8);
  });

  it('TRUST-B1 does not bring back an author who is erased while a batch that names them is under way', async () => {
    const { accountId } = person;
    await built.context.db.insert(author).values({ accountId, externalId: 'm-9' });
    let erased: Promise<unknown> | undefined;
    meanwhile = async () => {
      erased ??= requestErasure(built.context, { accountId, tokenName: 'a' }, 'm-9', { items: 'delete' });
      await erased;
    };
    const { id } = batchOf(await send(pictures(0, 6).map((item) => ({ ...item, author: { id: 'm-9', name: 'Mia' } }))));
    await run(id);
    expect(batchOf(await read(id)).progress).toMatchObject({ waiting: 0, processing: 6, failed: 0 });
    expect(await built.context.db.select().from(author)).toEqual([]);
    const made = await built.context.db.select({ authorId: media.authorId }).from(media);
    expect(made).toEqual(Array(6).fill({ authorId: null }));
    expect(await period()).toEqual({ used: 0, reserved: 6 });
  });

  it('OPS-04 stops between addresses when the process does, and leaves the rest open', async () => {
    const { id } = batchOf(await send(pictures(0, 8)));
    const stop = new AbortController();
    stop.abort(new Error('stopping'));
    await expect(runBatch(built.context, id, stop.signal)).rejects.toThrow('stopping');
    expect(batchOf(await read(id)).progress.waiting).toBe(8);
  });

  it('UP-09 gives one batch to any number of requests under a key, and refuses another body', async () => {
    const headers = { 'idempotency-key': 'nightly' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(pictures(0, 3), headers)));
    const statuses = new Set(answers.map(({ statusCode }) => statusCode));
    expect([...statuses].every((status) => status === 202 || status === 409)).toBe(true);
    const again = batchOf(await send(pictures(0, 3), headers));
    for (const answer of answers.filter(({ statusCode }) => statusCode === 202)) expect(batchOf(answer).id).toBe(again.id);
    expect(await built.context.db.select().from(batch)).toHaveLength(1);
    expect((await send(pictures(0, 4), headers)).statusCode).toBe(422);
    await run(again.id);
    expect(await countOf('reserve')).toBe(3);
    expect(batchOf(await send(pictures(0, 3), headers)).progress.processing).toBe(3);
  });

  it('API-07 UP-08 is refused up front when nothing is left, and frees its key', async () => {
    await built.context.db.update(usagePeriod).set({ allowance: 0 });
    const refused = await send(pictures(0, 1), { 'idempotency-key': 'k' });
    expect(refused.statusCode).toBe(403);
    expect(asJson(refused)).toEqual({ status: 'error', message: errorTable.frames_exhausted.message, data: null });
    expect(await built.context.db.select().from(idempotency)).toEqual([]);
    await built.context.db.delete(usageEntry);
    await built.context.db.delete(usagePeriod);
    expect(asJson(await send(pictures(0, 1))).message).toBe(errorTable.subscription_required.message);
    expect(await built.context.db.select().from(batch)).toEqual([]);
  });

  it('UP-08 takes as many addresses as there are frames, and says so on each of the others', async () => {
    const { id } = batchOf(await send(pictures(0, 14)));
    await run(id);
    const { progress, items } = batchOf(await read(id));
    expect(progress).toMatchObject({ processing: 10, failed: 4 });
    const { status, message } = errorTable.frames_exhausted;
    expect(items.filter((item) => item.error).map(({ error }) => error)).toEqual(Array(4).fill({ status, message }));
    expect(await period()).toEqual({ used: 0, reserved: 10 });
  });

  it('SEC-03 hides a batch from other accounts', async () => {
    const { id } = batchOf(await send(pictures(0, 1)));
    const stranger = await createUploader(built);
    const foreign = await read(id, stranger);
    expect(foreign.statusCode).toBe(404);
    expect(foreign.body).toBe((await read('8c1ec6a0-8f7e-4f43-9f9e-9d9b0f0f0f0f')).body);
  });

  it.each([
    ['no address', [], /^items/],
    ['a hundred and one', Array(limits.batchItemsMax + 1).fill({ url: 'https://a.example/x.png' }), /^items/],
    ['a blank address', [{ url: ' ' }], /An address is missing/],
    ['an address with a control character', [{ url: 'https://a.example/\0' }], /cannot be stored/],
    ['half a character', [{ url: 'https://a.example', reference: '\ud800' }], /cannot be stored/],
    ['a tag with a comma', [{ url: 'https://a.example', tags: ['a,b'] }], /comma/],
    ['a title that is too long', [{ url: 'https://a.example', title: 'x'.repeat(201) }], /title/],
    ['unstorable metadata', [{ url: 'https://a.example' }, { url: 'https://a.example', metadata: '\0' }], /^items\.1: /],
  ])('API-05 SEC-06 refuses %s with 400 that names it, before anything is kept', async (_what, items, message) => {
    const answer = await send(items);
    expect(answer.statusCode).toBe(400);
    expect(asJson(answer)).toMatchObject({ status: 'error', message: expect.stringMatching(message), data: null });
    expect(await built.context.db.select().from(batch)).toEqual([]);
  });

  it('OPS-04 leaves open what the last run had not done when its process left and handed it over', async () => {
    const { id } = batchOf(await send(pictures(0, 2)));
    const left = new AbortController();
    const run = {
      id: 'x',
      attempt: 3,
      signal: left.signal,
      stopping: left.signal,
      alive: () => undefined,
      get isLast() {
        return !left.signal.aborted;
      },
    };
    const cut = runBatchJob.run(built.context, { batchId: id }, run);
    left.abort(new Error('handed over'));
    await expect(cut).rejects.toThrow('handed over');
    expect(batchOf(await read(id))).toMatchObject({ status: 'processing', progress: { waiting: 2, failed: 0 } });
    await failBatch(built.context, id);
  });

  it('OPS-04 ends what is open when every attempt failed or the job was lost, and forgets a batch after 30 days', async () => {
    const first = batchOf(await send(pictures(0, 2)));
    await failBatch(built.context, first.id);
    const { status, message } = errorTable.internal;
    expect(batchOf(await read(first.id)).items.map(({ error }) => error)).toEqual(Array(2).fill({ status, message }));
    const waiting = batchOf(await send(pictures(0, 2)));
    built.clock.advance(16 * 60_000);
    expect(await failLostBatches(built.context)).toBe(0);
    await built.database.pool.query('delete from pgboss.job');
    expect(await failLostBatches(built.context)).toBe(1);
    expect(batchOf(await read(waiting.id)).status).toBe('complete');
    expect(await removeOldBatches(built.context)).toBe(0);
    built.clock.advance(limits.batchKeptMs);
    expect(await removeOldBatches(built.context)).toBe(2);
  });
});
