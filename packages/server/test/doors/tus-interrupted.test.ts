import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { count, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { Upload } from 'tus-js-client';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import type { Context } from '../../src/context.ts';
import { createContext } from '../../src/create-context.ts';
import { media, tusPiece, tusUpload, usageEntry } from '../../src/db/schema.ts';
import { receiveTus } from '../../src/doors/tus/receive-tus.ts';
import { leaseUpload } from '../../src/doors/tus/tus-lease.ts';
import { type Built, build } from '../helpers/build.ts';
import { createUploader, picture, type Uploader } from '../helpers/uploads.ts';
import { createSteppedDb } from '../interleavings/stepped-db.ts';
import { type CuttingLine, createSender, openCuttingLine } from './tus-sender.ts';

const pears = picture('formats/pears.png');
const MB = 1_048_576;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let built: Built;
let person: Uploader;
let line: CuttingLine;
beforeEach(async () => {
  line = await openCuttingLine();
  built = await build({ config: { throughputScale: 1_000, publicUrl: line.origin } });
  person = await createUploader(built, 1_000);
});
afterEach(async () => {
  await line.close();
  await built.close();
});

const portOf = async (app: FastifyInstance) => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
};
const reserved = async () =>
  (await built.context.db.select({ n: count() }).from(usageEntry).where(eq(usageEntry.kind, 'reserve')))[0]?.n;
/** SHA-256 of the only item there is. */
const onlyItem = async () => {
  const items = await built.context.db.select().from(media);
  expect(items).toHaveLength(1);
  const { body } = await built.context.storage.open(items[0]?.objectKey ?? '');
  return sha256(await buffer(body));
};

/** Sends it as the client of tus.io does. @returns the item's id, as the last answer says */
function sendByClient(bytes: Buffer, options: { chunkSize?: number; parallel?: never } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    let mediaId = '';
    const upload = new Upload(bytes, {
      endpoint: `${line.origin}/api/v1/tus`,
      headers: { authorization: `Bearer ${person.token}` },
      metadata: { filename: 'pears.png', title: 'Birnen, süß' },
      retryDelays: Array.from({ length: 40 }, () => 50),
      ...options,
      onAfterResponse(_request, response) {
        mediaId = response.getHeader('x-clearframe-media-id') ?? mediaId;
      },
      onSuccess: () => resolve(mediaId),
      onError: reject,
    });
    upload.start();
  });
}

describe('a resumable upload whose connection breaks', () => {
  it('DOOR-A6 arrives by tus-js-client over ten broken connections: one item, one charge, the same bytes', async () => {
    const bytes = Buffer.concat([pears, randomBytes(30 * MB)]);
    line.lead([await portOf(built.app)]);
    line.cutAfter(Array.from({ length: 10 }, (_, n) => (n + 1) * 500_001));
    const mediaId = await sendByClient(bytes);
    expect(line.cuts()).toBe(10);
    expect(await onlyItem()).toBe(sha256(bytes));
    const [item] = await built.context.db.select().from(media);
    expect([item?.id, item?.title, await reserved()]).toEqual([mediaId, 'Birnen, süß', 1]);
    expect(await built.context.db.select().from(tusPiece)).toEqual([]);
  });

  it('DOOR-A6 arrives at two servers behind one address that take turns, in chunks, with its connections broken', async () => {
    const parts = {
      clock: built.clock,
      log: built.context.log,
      name: 'second',
      confinement: inject('confinement'),
      isStrict: true,
    };
    const second = await createContext(built.context.config, parts);
    const other = await createApp(second, `${built.dataDir}/no-pages`);
    try {
      const bytes = Buffer.concat([pears, randomBytes(3 * MB)]);
      line.lead([await portOf(built.app), await portOf(other)]);
      line.cutAfter([300_001, 200_003, 400_007, 90_001]);
      await sendByClient(bytes, { chunkSize: 500_000 });
      expect(line.cuts()).toBe(4);
      expect([await onlyItem(), await reserved()]).toEqual([sha256(bytes), 1]);
    } finally {
      await other.close();
      await second.close();
    }
  });

  it('DOOR-A6 keeps what came before the server stopped, and says so at once', async () => {
    const sender = createSender(built, person.token);
    const url = await sender.begin(pears.length);
    const lease = await leaseUpload(built.context, person, url.split('/').at(-1) ?? '');
    const stop = new AbortController();
    async function* slowly() {
      yield pears.subarray(0, 100);
      stop.abort(new Error('stopping'));
      await new Promise(() => undefined);
    }
    await expect(receiveTus(built.context, lease, slowly(), stop.signal)).rejects.toThrow();
    await lease.end();
    expect((await sender.head(url)).headers['upload-offset']).toBe('100');
  });

  it('DOOR-A6 stores what came of a sender that falls silent, and lets it go on in another request', async () => {
    const sender = createSender(built, person.token);
    const url = await sender.begin(pears.length);
    let renew = () => {};
    const lease = await leaseUpload(built.context, person, url.split('/').at(-1) ?? '', (work) => {
      renew = work;
      return () => {};
    });
    async function* silent() {
      yield pears.subarray(0, 100);
      await new Promise(() => undefined);
    }
    const impatient = () => ({ over: Promise.resolve(null), end: () => {} });
    const receiving = receiveTus(built.context, lease, silent(), new AbortController().signal, impatient);
    const end = expect(receiving).rejects.toMatchObject({ code: 'resumable_running' });
    await expect.poll(async () => (await sender.head(url)).headers['upload-offset']).toBe('100');
    expect((await sender.patch(url, 100, pears.subarray(100))).statusCode).toBe(423);
    // Its lease is over: it is not renewed, but taken over by whoever sends.
    await built.context.db.update(tusUpload).set({ leaseUntil: sql`now() - interval '1 second'` });
    renew();
    expect((await sender.patch(url, 100, pears.subarray(100))).statusCode).toBe(204);
    renew();
    await end;
    await lease.end();
    expect([await onlyItem(), await reserved()]).toEqual([sha256(pears), 1]);
  });

  it('DOOR-A6 takes a slow sender’s file in one request, whatever its silences', async () => {
    const sender = createSender(built, person.token);
    const url = await sender.begin(pears.length);
    const lease = await leaseUpload(built.context, person, url.split('/').at(-1) ?? '');
    async function* slow() {
      yield pears.subarray(0, 100);
      await expect.poll(async () => (await sender.head(url)).headers['upload-offset']).toBe('100');
      yield pears.subarray(100, 700);
      yield pears.subarray(700);
    }
    const impatient = () => ({ over: Promise.resolve(null), end: () => {} });
    await receiveTus(built.context, lease, slow(), new AbortController().signal, impatient);
    await lease.end();
    expect([await onlyItem(), await reserved()]).toEqual([sha256(pears), 1]);
  });

  it('DOOR-A6 lets nobody store bytes after another request took the upload over', async () => {
    const sender = createSender(built, person.token);
    const url = await sender.begin(pears.length);
    const late = await leaseUpload(built.context, person, url.split('/').at(-1) ?? '');
    async function* overtaken() {
      yield pears.subarray(0, 100);
      await built.context.db.update(tusUpload).set({ leaseUntil: sql`now() - interval '1 second'` });
      expect((await sender.patch(url, 0, pears.subarray(0, 7))).statusCode).toBe(204);
    }
    const never = new AbortController().signal;
    await expect(receiveTus(built.context, late, overtaken(), never)).rejects.toMatchObject({ code: 'resumable_running' });
    async function* whole() {
      yield pears;
    }
    await expect(receiveTus(built.context, late, whole(), never)).rejects.toMatchObject({ code: 'resumable_running' });
    await late.end();
    expect((await sender.head(url)).headers['upload-offset']).toBe('7');
    await sender.patch(url, 7, pears.subarray(7));
    expect([await onlyItem(), await reserved()]).toEqual([sha256(pears), 1]);
  });
});

type Death = { step: number; before: boolean };

/** A process that ends for good before or after one of its statements; `reached` tells that it came so far. */
function mortal({ step, before }: Death, name: string) {
  let steps = 0;
  const died = Promise.withResolvers<'died'>();
  const { db, close } = createSteppedDb(built.database.url, {
    name,
    async step(_label, work) {
      steps += 1;
      const own = steps;
      if (own > step || (own === step && before)) {
        died.resolve('died');
        return await new Promise<never>(() => undefined);
      }
      const done = await work();
      if (own < step) return done;
      died.resolve('died');
      return await new Promise<never>(() => undefined);
    },
  });
  const context: Context = { ...built.context, db };
  return { context, died: died.promise, close };
}

describe('a process that dies while it takes a resumable upload', () => {
  it('DOOR-A6 leaves an upload that goes on to one item and one charge, whichever statement it died at', async () => {
    const sender = createSender(built, person.token);
    let tried = 0;
    for (const before of [true, false])
      for (let step = 1; ; step += 1) {
        const url = await sender.begin(pears.length);
        await sender.patch(url, 0, pears.subarray(0, 1_000));
        const name = `mortal-${before}-${step}`;
        const { context, died, close } = mortal({ step, before }, name);
        const sending = (async () => {
          const lease = await leaseUpload(context, person, url.split('/').at(-1) ?? '', () => () => {});
          async function* last() {
            yield pears.subarray(1_000);
          }
          await receiveTus(context, lease, last(), new AbortController().signal);
          await lease.end();
          return 'ended' as const;
        })();
        const end = await Promise.race([sending, died]);
        await built.context.db.execute(
          sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like ${`%${name}%`}`,
        );
        void close().catch(() => undefined);
        await built.context.db.update(tusUpload).set({ leaseUntil: null });
        const offset = Number((await sender.head(url)).headers['upload-offset']);
        if (offset < pears.length) expect((await sender.patch(url, offset, pears.subarray(offset))).statusCode).toBe(204);
        const mediaId = String((await sender.head(url)).headers['x-clearframe-media-id']);
        const items = await built.context.db.select().from(media);
        expect([step, items.map(({ id }) => id), await reserved()]).toEqual([step, [mediaId], 1]);
        const { body } = await built.context.storage.open(items[0]?.objectKey ?? '');
        expect(sha256(await buffer(body))).toBe(sha256(pears));
        await built.context.db.delete(usageEntry);
        await built.context.db.delete(media);
        if (end === 'ended') break;
        tried += 1;
      }
    expect(tried).toBeGreaterThan(20);
  });
});
