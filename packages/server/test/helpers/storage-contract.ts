import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@clearframe/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendError } from '../../src/app.ts';
import { fileRoutes } from '../../src/routes/media/files.ts';
import { createFileUrls } from '../../src/security/file-urls.ts';
import { createSecrets } from '../../src/security/secrets.ts';
import { installationKey } from '../../src/storage/object-key.ts';
import { ObjectMissing, type Storage } from '../../src/storage/storage.ts';

export type StorageUnderTest = {
  storage: Storage;
  /** Leaves what a put leaves whose process was killed. */
  breakOff(): Promise<void>;
  close(): Promise<void>;
};

async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list()) keys.push(key);
  return keys;
}

const newKey = () => `${randomUUID()}/${randomUUID()}/original.png`;
const inAnHour = () => new Date(Date.now() + 3_600_000);

/** More than one part of what a storage may send in parts, and no whole number of them. */
const LARGE_BYTES = 9 * 1024 * 1024 + 7;

/** Bytes in chunks of a size that no part is a multiple of. */
async function* chunksOf(bytes: Buffer, chunkBytes = 65_521) {
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}

/** What every storage keeps to, whatever lies behind it. @param open makes an empty one */
export function describeStorage(name: string, open: () => Promise<StorageUnderTest>): void {
  describe(`${name} storage`, () => {
    let opened: StorageUnderTest;
    let storage: Storage;
    beforeAll(async () => {
      opened = await open();
      storage = opened.storage;
    });
    afterAll(() => opened.close());

    describeObjects(
      () => storage,
      () => opened.breakOff(),
    );
    describeFiles(() => storage);
  });
}

function describeObjects(at: () => Storage, breakOff: () => Promise<void>): void {
  it('OPS-03 gives back the bytes that were put, from memory and from a stream, and their size', async () => {
    const bytes = randomBytes(300_000);
    const [one, two] = [newKey(), newKey()];
    expect(await at().put(one, bytes)).toEqual({ sizeBytes: 300_000 });
    expect(await at().put(two, Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]))).toEqual({ sizeBytes: 300_000 });
    expect(Buffer.from(await at().get(one)).equals(bytes)).toBe(true);
    expect(Buffer.from(await at().get(two)).equals(bytes)).toBe(true);
    expect(await at().size(one)).toBe(300_000);
  });

  it('OPS-03 keeps a file of any size whole: none, and more than is sent at once', async () => {
    const large = randomBytes(LARGE_BYTES);
    const [empty, one, other] = [newKey(), newKey(), newKey()];
    expect(await at().put(empty, Readable.from([]))).toEqual({ sizeBytes: 0 });
    expect((await at().get(empty)).length).toBe(0);
    expect((await (await at().open(empty)).body.toArray()).length).toBe(0);
    let signs = 0;
    const alive = () => {
      signs += 1;
    };
    // Small ones are no long work.
    await at().put(newKey(), randomBytes(300_000), { alive });
    expect(signs).toBe(0);
    expect(await at().put(one, Readable.from(chunksOf(large)), { alive })).toEqual({ sizeBytes: LARGE_BYTES });
    expect(signs).toBeGreaterThan(0);
    expect(await at().put(other, large)).toEqual({ sizeBytes: LARGE_BYTES });
    for (const key of [one, other]) expect(Buffer.from(await at().get(key)).equals(large)).toBe(true);
    const { sizeBytes, body } = await at().open(one);
    expect(sizeBytes).toBe(LARGE_BYTES);
    expect((await buffer(body)).equals(large)).toBe(true);
    const same = await at().withFile(one, async (path) => (await readFile(path)).equals(large));
    expect(same).toBe(true);
    await at().remove([one, other]);
  });

  it('OPS-03 gives an object as a stream, which may be left before its end; a missing one is known at once', async () => {
    const key = newKey();
    const bytes = randomBytes(300_000);
    await at().put(key, bytes);
    expect((await buffer((await at().open(key)).body)).equals(bytes)).toBe(true);
    for await (const chunk of (await at().open(key)).body) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await expect(at().open(newKey())).rejects.toThrow(ObjectMissing);
    await expect(at().get(newKey())).rejects.toThrow(ObjectMissing);
    await expect(at().size(newKey())).rejects.toThrow(ObjectMissing);
  });

  it('OPS-03 gives a part of an object, as bytes and as a stream', async () => {
    const key = newKey();
    const bytes = randomBytes(10_000);
    await at().put(key, bytes);
    const range = { start: 17, end: 4_711 };
    const part = bytes.subarray(17, 4_712);
    expect(Buffer.from(await at().get(key, range)).equals(part)).toBe(true);
    const { sizeBytes, body } = await at().open(key, range);
    expect(sizeBytes).toBe(10_000);
    expect((await buffer(body)).equals(part)).toBe(true);
    await expect(at().get(newKey(), range)).rejects.toThrow(ObjectMissing);
  });

  it('API-04 lets another program read an object under a path, for as long as the work takes', async () => {
    const key = newKey();
    const bytes = randomBytes(300_000);
    await at().put(key, bytes);
    const same = await at().withFile(key, async (path) => (await readFile(path)).equals(bytes));
    expect(same).toBe(true);
    await expect(at().withFile(key, () => Promise.reject(new Error('the work failed')))).rejects.toThrow('the work failed');
    expect(Buffer.from(await at().get(key)).equals(bytes)).toBe(true);
    let wasAsked = false;
    const missing = at().withFile(newKey(), async () => {
      wasAsked = true;
    });
    await expect(missing).rejects.toThrow(ObjectMissing);
    expect(wasAsked).toBe(false);
  });

  it('OPS-03 lists what lies in one folder', async () => {
    const [one, other] = [newKey(), newKey()];
    await at().put(one, Buffer.from('x'));
    await at().put(other, Buffer.from('x'));
    const found: string[] = [];
    for await (const { key } of at().list(one.split('/')[0])) found.push(key);
    expect(found).toEqual([one]);
    for (const bad of ['..', 'a/b', '/', '.']) await expect(at().list(bad)[Symbol.asyncIterator]().next(), bad).rejects.toThrow();
  });

  it('OPS-04 keeps nothing of a stream that broke off, early or late, and throws what it threw', async () => {
    const before = await keysOf(at());
    async function* broken(sizeBytes: number) {
      yield* chunksOf(Buffer.alloc(sizeBytes));
      throw new AppError('file_too_large');
    }
    for (const sizeBytes of [0, 100_000, LARGE_BYTES]) {
      const key = newKey();
      await expect(at().put(key, Readable.from(broken(sizeBytes)))).rejects.toThrow(AppError);
      await expect(at().get(key)).rejects.toThrow(ObjectMissing);
    }
    expect(await keysOf(at())).toEqual(before);
    expect(await at().removeBrokenOff(inAnHour())).toBe(0);
  });

  it('OPS-04 clears away what puts have left that were killed, once they are old', async () => {
    const before = await keysOf(at());
    await breakOff();
    expect(await keysOf(at())).toEqual(before);
    expect(await at().removeBrokenOff(new Date(0))).toBe(0);
    expect(await at().removeBrokenOff(inAnHour())).toBe(1);
    expect(await at().removeBrokenOff(inAnHour())).toBe(0);
  });

  it('OPS-03 lists by key, and goes on behind any key', async () => {
    const account = randomUUID();
    const keys = ['a/x.png', 'a-b/x.png', 'a/b.c', 'a0/x.png', 'b/x.png'].map((key) => `${account}/${key}`);
    for (const key of keys) await at().put(key, Buffer.from('x'));
    const listed = async (after?: string) => {
      const found: string[] = [];
      for await (const { key, sizeBytes } of at().list(account, after)) if (sizeBytes === 1) found.push(key);
      return found;
    };
    const sorted = [...keys].sort();
    expect(await listed()).toEqual(sorted);
    for (const [place, key] of sorted.entries()) expect(await listed(key), key).toEqual(sorted.slice(place + 1));
    expect(await listed(`${account}/a/zzz`)).toEqual(sorted.filter((key) => key > `${account}/a/zzz`));
    const all = await keysOf(at());
    expect(all).toEqual([...all].sort());
  });

  it('OPS-04 moves an object whole, and says when there is none', async () => {
    const [from, to] = [newKey(), `quarantine/2026-11-22/${newKey()}`];
    await at().put(from, Buffer.from('x'));
    expect(await at().move(from, to)).toBe(true);
    await expect(at().get(from)).rejects.toThrow(ObjectMissing);
    expect(Buffer.from(await at().get(to)).toString()).toBe('x');
    expect(await at().move(from, to)).toBe(false);
    expect(Buffer.from(await at().get(to)).toString()).toBe('x');
    await expect(at().move(to, '../x')).rejects.toThrow();
  });

  it('OPS-03 holds the id of the installation beside the objects, and does not list it', async () => {
    const before = await keysOf(at());
    for (const text of ['{}', '{"later":true}']) {
      await at().put(installationKey, Buffer.from(text));
      expect(Buffer.from(await at().get(installationKey)).toString()).toBe(text);
    }
    expect(await keysOf(at())).toEqual(before);
    await at().remove([installationKey]);
  });

  it('OPS-03 lists what is there with its size and the time it was stored', async () => {
    const key = newKey();
    const before = Date.now();
    await at().put(key, Buffer.from('four'));
    for await (const found of at().list(key.split('/')[0])) {
      expect(found).toMatchObject({ key, sizeBytes: 4 });
      // File systems and object stores keep whole seconds.
      expect(found.storedAt.getTime()).toBeGreaterThan(before - 2000);
      return;
    }
    expect.unreachable('the object was not listed');
  });

  it('OPS-03 removes objects; what is not there is no error', async () => {
    const keys = Array.from({ length: 5 }, newKey);
    for (const key of keys) await at().put(key, Buffer.from('x'));
    await at().remove([...keys, newKey()]);
    for (const key of keys) await expect(at().get(key)).rejects.toThrow(ObjectMissing);
    const left = await keysOf(at());
    expect(left.filter((key) => keys.includes(key))).toEqual([]);
    await at().remove([]);
  });

  it('SEC-02 takes no key that climbs or names anything but its own objects', async () => {
    const bad = [
      ...['../x', 'a/../../x', '/etc/passwd', 'a', '', 'a/b\0c', 'a//b', 'a/.hidden', 'A/B', 'a\\..\\b', 'a/b/c/d/e', 'a/..'],
      'unfinished/x',
    ];
    for (const key of bad) {
      await expect(at().put(key, Buffer.from('x')), key).rejects.toThrow('Not an object key');
      await expect(at().get(key), key).rejects.toThrow('Not an object key');
      await expect(at().open(key), key).rejects.toThrow('Not an object key');
      await expect(at().size(key), key).rejects.toThrow('Not an object key');
      await expect(at().remove([key]), key).rejects.toThrow('Not an object key');
    }
  });

  it('OPS-01 says that it is ready, and leaves nothing behind', async () => {
    const before = await keysOf(at());
    await expect(at().ready()).resolves.toBeUndefined();
    expect(await keysOf(at())).toEqual(before);
    expect(await at().removeBrokenOff(inAnHour())).toBe(0);
  });
}

const publicUrl = 'http://localhost:3000';
const clock = { now: () => new Date() };
const fileUrls = createFileUrls({ publicUrl, secrets: createSecrets('a secret of more than thirty-two characters'), clock });

function describeFiles(at: () => Storage): void {
  describe('served', () => {
    let app: FastifyInstance;
    let url: string;
    const key = 'account/item/original.png';
    /** Calls of the storage by what is served. */
    const asked: string[] = [];
    const watched = (storage: Storage): Storage => ({
      ...storage,
      open(...args) {
        asked.push('open');
        return storage.open(...args);
      },
      size(...args) {
        asked.push('size');
        return storage.size(...args);
      },
    });
    const sign = (contentType: string, { filename = 'x', expiresAt = inAnHour(), of = key } = {}) =>
      fileUrls.signed(of, { expiresAt, contentType, filename });
    const serve = (address: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      app.inject({ method, url: address.slice(publicUrl.length), headers });
    beforeAll(async () => {
      app = Fastify();
      app.setErrorHandler((error, _request, reply) => {
        if (error instanceof AppError) return sendError(reply, error);
        throw error;
      });
      await fileRoutes(app, { clock, fileUrls, storage: watched(at()) }, async () => true);
      await at().put(key, Buffer.from('0123456789'));
      url = sign('image/png');
    });
    afterAll(() => app.close());

    it('MED-08 serves a signed address with the type that was signed', async () => {
      const answer = await serve(sign('image/png', { filename: 'ü "x".png' }));
      expect(answer).toMatchObject({ statusCode: 200, body: '0123456789' });
      expect(answer.headers['content-type']).toBe('image/png');
    });

    it('MED-08 serves nothing without a signature, with a changed one, after its time, or with that of another object', async () => {
      const other = newKey();
      await at().put(other, Buffer.from('other picture'));
      const refused = [
        fileUrls.plain(key),
        url.replace(key, other),
        url.replace(/sig=[^&]{4}/, 'sig=AAAA'),
        url.replace('image%2Fpng', 'text%2Fhtml'),
        sign('image/png', { expiresAt: new Date(Date.now() - 120_000) }),
      ];
      for (const address of refused) expect((await serve(address)).statusCode, address).toBe(403);
    });

    it('SEC-02 serves as what was signed, in a sandbox, to our own pages', async () => {
      const { headers } = await serve(url);
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'content-length': '10',
      });
      expect(headers['cache-control']).toMatch(/^private, max-age=3[56]\d\d, immutable$/);
    });

    it('SEC-02 shows only pictures that browsers know, and offers the rest for saving', async () => {
      const shown = await serve(sign('image/webp', { filename: 'a.webp' }));
      expect(shown.headers['content-disposition']).toMatch(/^inline; filename="a.webp"/);
      for (const type of ['image/heic', 'image/heif', 'video/mp4'])
        expect((await serve(sign(type))).headers['content-disposition']).toMatch(/^attachment;/);
    });

    it('MED-08 gives a file once to whoever keeps it, and asks before each answer whether it may', async () => {
      const { etag } = (await serve(url)).headers;
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
        expect(await serve(url, { 'if-none-match': String(known) })).toMatchObject({ statusCode: 304, body: '' });
      expect(await serve(url, { 'if-none-match': '"other"' })).toMatchObject({ statusCode: 200, body: '0123456789' });
      const gone = await serve(sign('image/png', { of: newKey() }));
      expect([gone.statusCode, gone.headers.etag, gone.headers['cache-control']]).toEqual([403, undefined, 'no-store']);
      const unsigned = fileUrls.plain(key);
      expect((await serve(unsigned, { 'if-none-match': String(etag) })).statusCode).toBe(403);
    });

    it('MED-08 answers ranges', async () => {
      const part = await serve(url, { range: 'bytes=2-4' });
      expect(part).toMatchObject({ statusCode: 206, body: '234' });
      expect(part.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' });
      expect((await serve(url, { range: 'bytes=-3' })).body).toBe('789');
      const beyond = await serve(url, { range: 'bytes=10-' });
      expect(beyond.statusCode).toBe(416);
      expect(beyond.headers['content-range']).toBe('bytes */10');
      expect((await serve(url, { range: 'bytes=5-2' })).body).toBe('0123456789');
    });

    it('MED-08 OPS-03 serves a part of an object as a file of its own, and asks the storage once for each answer', async () => {
      const packed = newKey();
      await at().put(packed, Buffer.from('0123456789'));
      const part = (start: number, end: number, contentType = 'video/mp4') =>
        fileUrls.signed(packed, { expiresAt: inAnHour(), contentType, filename: 'x', range: { start, end } });
      const address = part(2, 6);
      asked.length = 0;
      const whole = await serve(address);
      expect(whole).toMatchObject({ statusCode: 200, body: '23456' });
      expect(whole.headers['content-length']).toBe('5');
      const middle = await serve(address, { range: 'bytes=1-2' });
      expect(middle).toMatchObject({ statusCode: 206, body: '34' });
      expect(middle.headers['content-range']).toBe('bytes 1-2/5');
      expect((await serve(address, { range: 'bytes=-2' })).body).toBe('56');
      expect((await serve(address, { range: 'bytes=3-100' })).body).toBe('56');
      expect((await serve(address, { range: 'bytes=5-' })).statusCode).toBe(416);
      expect(asked).toEqual(['open', 'open', 'open', 'open']);
      const head = await serve(address, {}, 'HEAD');
      expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '5']);

      const etag = String(whole.headers.etag);
      expect((await serve(part(0, 1))).headers.etag).not.toBe(etag);
      asked.length = 0;
      expect((await serve(address, { 'if-none-match': etag })).statusCode).toBe(304);
      expect(asked).toEqual([]);

      for (const changed of ['part=2-7', 'part=0-6', 'part=2-6&part=0-9', 'part=-1-6', ''])
        expect((await serve(address.replace('part=2-6', changed))).statusCode, changed).toBe(403);
    });

    it('MED-08 serves a thumbnail from memory the second time, whole and in parts', async () => {
      const packed = newKey();
      await at().put(packed, Buffer.from('0123456789'));
      const small = (start: number, end: number) =>
        fileUrls.signed(packed, { expiresAt: inAnHour(), contentType: 'image/webp', filename: 'x', range: { start, end } });
      const address = small(2, 6);
      asked.length = 0;
      expect((await serve(address)).body).toBe('23456');
      expect((await serve(address)).body).toBe('23456');
      expect(await serve(address, { range: 'bytes=1-2' })).toMatchObject({ statusCode: 206, body: '34' });
      expect((await serve(address, { range: 'bytes=5-' })).statusCode).toBe(416);
      const head = await serve(address, {}, 'HEAD');
      expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '5']);
      expect(asked).toEqual(['open']);
      expect((await serve(small(3, 6))).body).toBe('3456');
      expect(asked).toEqual(['open', 'open']);
    });

    it('MED-08 answers HEAD without a body', async () => {
      const answer = await serve(url, {}, 'HEAD');
      expect(answer).toMatchObject({ statusCode: 200, body: '' });
      expect(answer.headers['content-length']).toBe('10');
    });

    it('MED-08 answers for what is gone like for a wrong address', async () => {
      const gone = sign('image/png', { of: 'account/item/gone.png' });
      expect((await serve(gone)).statusCode).toBe(403);
      expect((await serve(gone, { range: 'bytes=0-1' })).statusCode).toBe(403);
      expect((await serve(gone, {}, 'HEAD')).statusCode).toBe(403);
    });

    it('SEC-02 never reaches a path that climbs, in whatever form it is written', async () => {
      const query = url.slice(url.indexOf('?'));
      for (const path of [
        '../../etc/passwd',
        '%2e%2e/%2e%2e/etc/passwd',
        '..%2f..%2fetc%2fpasswd',
        'account%2fitem%2f..%2f..',
        'account/item/original.png%00',
      ])
        expect([403, 404], path).toContain((await app.inject({ url: `/files/${path}${query}` })).statusCode);
      expect((await app.inject({ url: `/files/${key}?sig[]=a&expires=1&type=image/png&name=x` })).statusCode).toBe(403);
    });
  });
}
