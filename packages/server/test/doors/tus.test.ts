import { buffer } from 'node:stream/consumers';
import { limits, type OpenApiDocument } from '@clearframe/contract';
import { count, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { media, objectRemoval, tusPiece, tusUpload, usageEntry, usagePeriod } from '../../src/db/schema.ts';
import { sweepTus } from '../../src/doors/tus/sweep-tus.ts';
import { findMedia } from '../../src/moderation/item/media-row.ts';
import { namedObjects } from '../../src/moderation/item/named-objects.ts';
import { drainRemovals } from '../../src/objects/object-removal.ts';
import { StorageUnavailable } from '../../src/storage/storage.ts';
import { type Built, build } from '../helpers/build.ts';
import { closeAccount, removeClosed } from '../helpers/delete-themselves.ts';
import { routesOf } from '../helpers/routes-of.ts';
import { createUploader, moderateNow, picture, quickExaminer, type Uploader } from '../helpers/uploads.ts';
import { createSender, metadataOf, tusPath } from './tus-sender.ts';

const pears = picture('formats/pears.png');
const never = new AbortController().signal;
const unknownUpload = `${tusPath}/0190f7a0-0000-7000-8000-000000000000`;

let built: Built;
let person: Uploader;
let sender: ReturnType<typeof createSender>;
beforeEach(async () => {
  built = await build({ config: { throughputScale: 1_000 } });
  person = await createUploader(built, 5);
  sender = createSender(built, person.token);
});
afterEach(() => built.close());

const rows = () => built.context.db.select().from(tusUpload);
const countOf = async (kind: 'reserve' | 'commit') =>
  (await built.context.db.select({ n: count() }).from(usageEntry).where(eq(usageEntry.kind, kind)))[0]?.n;
const stored = async () => {
  const keys: string[] = [];
  for await (const { key } of built.context.storage.list()) keys.push(key);
  return keys;
};
const expire = () => built.context.db.update(tusUpload).set({ expiresAt: sql`now() - interval '1 second'` });
const freeLease = () => built.context.db.update(tusUpload).set({ leaseUntil: sql`now() - interval '1 second'` });
const tidy = async () => {
  await built.context.db.update(objectRemoval).set({ notBefore: sql`now()` });
  await drainRemovals(built.context, never);
};

describe('a resumable upload', () => {
  it('DOOR-A6 arrives in parts, becomes one item by its last byte, and costs what every upload costs', async () => {
    const url = await sender.begin(pears.length, {
      filename: 'pears.png',
      title: 'Pears',
      tags: 'a, b',
      metadata: '{"order":7}',
      author: '{"id":"them-7"}',
      colour: 'x',
    });
    const first = await sender.patch(url, 0, pears.subarray(0, 4_000));
    expect([first.statusCode, first.headers['upload-offset'], first.headers['x-clearframe-media-id']]).toEqual([
      204,
      '4000',
      undefined,
    ]);
    const head = await sender.head(url);
    expect([head.statusCode, head.headers]).toEqual([
      200,
      expect.objectContaining({
        'upload-offset': '4000',
        'upload-length': String(pears.length),
        'cache-control': 'no-store',
        'tus-resumable': '1.0.0',
        'upload-expires': expect.stringMatching(/ GMT$/),
        'x-request-id': expect.any(String),
      }),
    ]);
    expect(await countOf('reserve')).toBe(0);
    const last = await sender.patch(url, 4_000, pears.subarray(4_000));
    const mediaId = String(last.headers['x-clearframe-media-id']);
    expect([last.statusCode, last.headers['upload-offset']]).toEqual([204, String(pears.length)]);

    // A lost answer loses nothing.
    expect((await sender.head(url)).headers).toMatchObject({
      'x-clearframe-media-id': mediaId,
      'upload-offset': String(pears.length),
    });
    expect((await sender.patch(url, pears.length, Buffer.alloc(0))).headers['x-clearframe-media-id']).toBe(mediaId);
    const item = await findMedia(built.context.db, mediaId);
    expect(item).toMatchObject({
      source: 'api',
      originalFilename: 'pears.png',
      title: 'Pears',
      tags: ['a', 'b'],
      metadata: { order: 7 },
      authorId: expect.any(String),
      accessTokenId: expect.any(String),
      fileSizeBytes: pears.length,
    });
    const { body } = await built.context.storage.open(item?.objectKey ?? '');
    expect(pears.equals(await buffer(body))).toBe(true);
    await moderateNow(built.context, quickExaminer, { mediaId, attempt: 1 });
    expect([await countOf('reserve'), await countOf('commit')]).toEqual([1, 1]);
    const [period] = await built.context.db.select().from(usagePeriod);
    expect([period?.used, period?.reserved]).toEqual([1, 0]);
    await tidy();
    expect((await stored()).filter((key) => key.includes('piece'))).toEqual([]);
  });

  it('DOOR-A6 can send bytes as it begins, and all of them', async () => {
    const begin = (payload: Buffer) =>
      sender.send('POST', tusPath, {
        headers: { 'upload-length': String(pears.length), 'content-type': 'application/offset+octet-stream' },
        payload,
      });
    const part = await begin(pears.subarray(0, 100));
    expect([part.statusCode, part.headers['upload-offset']]).toEqual([201, '100']);
    const whole = await begin(pears);
    expect([whole.statusCode, whole.headers['upload-offset'], whole.headers['x-clearframe-media-id']]).toEqual([
      201,
      String(pears.length),
      expect.any(String),
    ]);
  });

  it('DOOR-A6 says which version, extensions and size it knows, without a token', async () => {
    for (const url of [tusPath, unknownUpload]) {
      const { statusCode, headers } = await built.app.inject({ method: 'OPTIONS', url });
      expect([statusCode, headers['tus-version'], headers['tus-extension'], headers['tus-max-size']]).toEqual([
        204,
        '1.0.0',
        'creation,creation-with-upload,expiration,termination',
        '104857600',
      ]);
    }
  });

  it('DOOR-A6 takes POST for PATCH and DELETE where the header says so', async () => {
    const url = await sender.begin(pears.length);
    const patched = await sender.send('POST', url, {
      headers: {
        'x-http-method-override': 'PATCH',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      payload: pears.subarray(0, 10),
    });
    expect([patched.statusCode, patched.headers['upload-offset']]).toEqual([204, '10']);
    expect((await sender.send('POST', url, { headers: { 'x-http-method-override': 'DELETE' } })).statusCode).toBe(204);
    expect((await sender.head(url)).statusCode).toBe(404);
    expect((await sender.send('POST', url)).statusCode).toBe(405);
  });

  it('DOOR-A6 ends at its sender’s wish, and its pieces go', async () => {
    const url = await sender.begin(pears.length);
    await sender.patch(url, 0, pears.subarray(0, 10));
    expect((await sender.send('DELETE', url)).statusCode).toBe(204);
    expect([(await sender.head(url)).statusCode, (await sender.send('DELETE', url)).statusCode]).toEqual([404, 404]);
    await tidy();
    expect(await stored()).toEqual([]);
  });
});

describe('a resumable upload is refused', () => {
  const told = async (answer: ReturnType<typeof sender.send>) => {
    const { statusCode, headers, body } = await answer;
    const { status, data } = JSON.parse(body);
    return { statusCode, status, data, version: headers['tus-resumable'], requestId: typeof headers['x-request-id'] };
  };
  const refusal = (statusCode: number) => ({
    statusCode,
    status: 'error',
    data: null,
    version: '1.0.0',
    requestId: 'string',
  });
  const create = (headers: Record<string, string>) => sender.send('POST', tusPath, { headers });

  it.each([
    ['no length', 400, {}],
    ['a length that is no number', 400, { 'upload-length': '12x' }],
    ['a deferred length', 400, { 'upload-defer-length': '1' }],
    ['an empty file', 400, { 'upload-length': '0' }],
    ['metadata that is no Base64', 400, { 'upload-length': '9', 'upload-metadata': 'title ???' }],
    ['a key twice', 400, { 'upload-length': '9', 'upload-metadata': 'a YQ==,a YQ==' }],
    ['a title that is too long', 400, { 'upload-length': '9', 'upload-metadata': metadataOf({ title: 'a'.repeat(201) }) }],
    ['texts that are no JSON', 400, { 'upload-length': '9', 'upload-metadata': metadataOf({ metadata: '{' }) }],
    ['a file over the maximum', 413, { 'upload-length': String(limits.apiUploadMaxBytes + 1) }],
    ['another version', 412, { 'upload-length': '9', 'tus-resumable': '0.2.2' }],
  ])('DOOR-A6 for %s with %i', async (_name, status, headers) => {
    expect(await told(create(headers))).toEqual(refusal(status));
    expect(await rows()).toEqual([]);
  });

  it('DOOR-A6 with the version that is known, where another is sent', async () => {
    expect((await create({ 'tus-resumable': '2' })).headers['tus-version']).toBe('1.0.0');
  });

  it('DOOR-A6 without a valid token, a scope, a subscription or a frame', async () => {
    const url = await sender.begin(9);
    for (const authorization of ['', `Bearer cf_live_${'A'.repeat(43)}`])
      for (const method of ['POST', 'HEAD', 'PATCH', 'DELETE'] as const)
        expect((await sender.send(method, method === 'POST' ? tusPath : url, { headers: { authorization } })).statusCode).toBe(
          401,
        );
    const made = await built.app.inject({
      method: 'POST',
      url: '/api/access-tokens',
      headers: person.headers,
      payload: { name: 'reads', scopes: ['read'] },
    });
    const reader = createSender(built, made.json<{ data: { access_token: { token: string } } }>().data.access_token.token);
    expect([(await reader.create(9)).statusCode, (await reader.head(url)).statusCode]).toEqual([403, 403]);
    await built.context.db.update(usagePeriod).set({ used: 5 });
    expect((await sender.create(9)).json()).toMatchObject({ message: 'No frames left in this period. Nothing was charged.' });
    await built.context.db.update(usagePeriod).set({ endsAt: new Date(0) });
    expect((await sender.create(9)).statusCode).toBe(403);
  });

  it('DOOR-A6 where it is unknown, no id, or of another account', async () => {
    const url = await sender.begin(9);
    const stranger = createSender(built, (await createUploader(built)).token);
    for (const [who, address] of [
      [sender, unknownUpload],
      [sender, `${tusPath}/..%2F1`],
      [stranger, url],
    ] as const) {
      expect((await who.head(address)).statusCode).toBe(404);
      expect(await told(who.patch(address, 0, Buffer.from('a')))).toEqual(refusal(404));
      expect(await told(who.send('DELETE', address))).toEqual(refusal(404));
    }
    expect((await sender.head(url)).statusCode).toBe(200);
  });

  it('DOOR-A6 at another offset, of another type, or longer than it said', async () => {
    const url = await sender.begin(9);
    expect(await told(sender.patch(url, 1, Buffer.from('a')))).toEqual(refusal(409));
    expect(await told(sender.patch(url, 0, Buffer.alloc(10)))).toEqual(refusal(413));
    const typed = { 'upload-offset': '0', 'content-type': 'application/octet-stream' };
    expect(await told(sender.send('PATCH', url, { headers: typed, payload: Buffer.from('a') }))).toEqual(refusal(415));
    const bare = { 'content-type': 'application/offset+octet-stream' };
    expect(await told(sender.send('PATCH', url, { headers: bare, payload: Buffer.from('a') }))).toEqual(refusal(400));
    expect((await sender.head(url)).headers['upload-offset']).toBe('0');
  });

  it('DOOR-A6 while another request sends it, until its lease is over', async () => {
    const url = await sender.begin(9);
    await built.context.db.update(tusUpload).set({
      leaseId: '0190f7a0-0000-7000-8000-000000000000',
      leaseUntil: sql`now() + interval '1 minute'`,
    });
    expect(await told(sender.patch(url, 0, Buffer.from('a')))).toEqual(refusal(423));
    expect(await told(sender.send('DELETE', url))).toEqual(refusal(423));
    expect((await sender.head(url)).statusCode).toBe(200);
    await freeLease();
    expect((await sender.patch(url, 0, Buffer.from('a'))).statusCode).toBe(204);
  });

  it('DOOR-A6 when the account has 20 unfinished ones, and parallel ones do not pass the limit together', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => sender.create(9)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
    const [open] = await rows();
    await sender.send('DELETE', `${tusPath}/${open?.id}`);
    expect((await sender.create(9)).statusCode).toBe(201);
  });

  it.each([
    ['no supported file', 415, Buffer.from('no picture at all')],
    ['no frame left', 403, pears],
  ])('DOOR-A6 by its last byte: %s ends it', async (_name, status, bytes) => {
    const url = await sender.begin(bytes.length);
    await sender.patch(url, 0, bytes.subarray(0, 5));
    if (status === 403) await built.context.db.update(usagePeriod).set({ used: 5 });
    expect(await told(sender.patch(url, 5, bytes.subarray(5)))).toEqual(refusal(status));
    expect((await sender.head(url)).statusCode).toBe(410);
    expect(await told(sender.patch(url, 5, bytes.subarray(5)))).toEqual(refusal(410));
    await tidy();
    expect([await stored(), await countOf('reserve')]).toEqual([[], 0]);
  });

  it('DOOR-A6 after a day without a byte, and is forgotten a day later', async () => {
    const url = await sender.begin(9);
    await sender.patch(url, 0, Buffer.from('a'));
    await expire();
    expect(await told(sender.patch(url, 1, Buffer.from('a')))).toEqual(refusal(410));
    expect(await sweepTus(built.context, never)).toBe(1);
    expect((await sender.head(url)).statusCode).toBe(410);
    await tidy();
    expect(await stored()).toEqual([]);
    await expire();
    expect(await sweepTus(built.context, never)).toBe(0);
    expect([await rows(), (await sender.head(url)).statusCode]).toEqual([[], 404]);
  });

  it('DOOR-A6 not by the sweep while somebody sends it', async () => {
    const url = await sender.begin(9);
    await expire();
    await built.context.db.update(tusUpload).set({ leaseUntil: sql`now() + interval '1 minute'` });
    expect(await sweepTus(built.context, never)).toBe(0);
    await built.context.db.update(tusUpload).set({ leaseUntil: null, expiresAt: sql`now() + interval '1 minute'` });
    expect((await sender.patch(url, 0, Buffer.from('a'))).statusCode).toBe(204);
  });
});

describe('the doors for files', () => {
  it('DOOR-A6 DOOR-A7 stand in the reference for programs, at addresses that answer', async () => {
    const { paths } = (await built.app.inject({ url: '/api/openapi.json' })).json<OpenApiDocument>();
    const ours = Object.entries(paths).filter(([path]) => /^\/(?:v1\/tus|s3-events)/.test(path));
    const calls = ours.flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
    expect(calls).toEqual([
      ...['options /v1/tus', 'post /v1/tus', 'options /v1/tus/{id}', 'head /v1/tus/{id}'],
      ...['patch /v1/tus/{id}', 'delete /v1/tus/{id}', 'post /s3-events/{secret}'],
    ]);
    const known = routesOf(built.app).map(({ method, url }) => `${method.toLowerCase()} ${url}`);
    for (const call of calls.filter((one) => !one.startsWith('options')))
      expect(known).toContain(call.replace(' /', ' /api/').replace(/\{(\w+)\}/g, ':$1'));
  });

  it('DOOR-A6 DOOR-A7 do not exist where DOORS leaves them out', async () => {
    const closed = await build({ config: { doors: ['openai'] } });
    try {
      expect((await closed.app.inject({ method: 'OPTIONS', url: tusPath })).statusCode).toBe(404);
      const sent = { method: 'POST', url: `/api/s3-events/s3e_${'A'.repeat(43)}`, payload: {} } as const;
      expect((await closed.app.inject(sent)).statusCode).toBe(404);
      expect((await closed.app.inject({ url: '/api/s3-sources' })).statusCode).toBe(404);
    } finally {
      await closed.close();
    }
  });
});

describe('what is stored of a resumable upload', () => {
  it('DOOR-A6 is known by the comparison of objects and rows, and goes with the account', async () => {
    const url = await sender.begin(pears.length);
    await sender.patch(url, 0, pears.subarray(0, 10));
    const keys = await stored();
    expect(keys).toHaveLength(1);
    expect(await namedObjects(built.context.db, keys)).toEqual(new Set(keys));
    await closeAccount(built, person);
    await removeClosed(built, person, person.accountId);
    await tidy();
    expect([await stored(), await rows(), await built.context.db.select().from(tusPiece)]).toEqual([[], [], []]);
  });

  it('DOOR-A6 is not told as stored before it is: storage that is away answers 503, and the same bytes come again', async () => {
    const url = await sender.begin(pears.length);
    await sender.patch(url, 0, pears.subarray(0, 10));
    const { put } = built.context.storage;
    for (const offset of [20, pears.length]) {
      built.context.storage.put = () => Promise.reject(new StorageUnavailable('away'));
      expect((await sender.patch(url, 10, pears.subarray(10, offset))).statusCode).toBe(503);
      built.context.storage.put = put;
      expect((await sender.head(url)).headers['upload-offset']).toBe('10');
    }
    expect((await sender.patch(url, 10, pears.subarray(10))).headers['x-clearframe-media-id']).toEqual(expect.any(String));
    expect(await built.context.db.select().from(media)).toHaveLength(1);
  });

  it('DOOR-A6 is refused for good where a piece is gone, as after a restored backup', async () => {
    const url = await sender.begin(pears.length);
    await sender.patch(url, 0, pears.subarray(0, 10));
    await built.context.storage.remove(await stored());
    expect((await sender.patch(url, 10, pears.subarray(10))).statusCode).toBe(410);
    expect((await sender.head(url)).statusCode).toBe(410);
  });
});
