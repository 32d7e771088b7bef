import { AppError } from '@clearframe/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendError } from '../../../src/app.ts';
import { fileRoutes } from '../../../src/routes/media/files.ts';
import { createFileUrls } from '../../../src/security/file-urls.ts';
import { createSecrets } from '../../../src/security/secrets.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { inAnHour, newKey } from './objects.ts';

const publicUrl = 'http://localhost:3000';
const clock = { now: () => new Date() };
const fileUrls = createFileUrls({ publicUrl, secrets: createSecrets('a secret of more than thirty-two characters'), clock });

/** The files of a storage as they are served. */
export function describeServing(at: () => Storage): void {
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
      await fileRoutes(
        app,
        { clock, fileUrls, storage: watched(at()) },
        async () => true,
        async () => null,
      );
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
      const { etag } = part.headers;
      expect((await serve(url, { range: 'bytes=2-4', 'if-range': String(etag) })).statusCode).toBe(206);
      // Who has the beginning of something else would put both together.
      for (const other of ['"other"', `W/${etag}`, 'Mon, 23 Nov 2026 12:00:00 GMT'])
        expect(await serve(url, { range: 'bytes=2-4', 'if-range': other }), other).toMatchObject({
          statusCode: 200,
          body: '0123456789',
        });
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
