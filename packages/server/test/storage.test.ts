import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '@clearframe/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendError } from '../src/app.ts';
import { fileRoutes } from '../src/routes/media/files.ts';
import { createSecrets } from '../src/security/secrets.ts';
import { createDiskStorage } from '../src/storage/disk-storage.ts';
import type { Storage } from '../src/storage/storage.ts';
import { describeStorage } from './helpers/storage-compliance.ts';

const publicUrl = 'http://localhost:3000';
const clock = { now: () => new Date() };
const secrets = createSecrets('a secret of more than thirty-two characters');

async function openDisk() {
  const folder = await mkdtemp(join(tmpdir(), 'clearframe-storage-'));
  const storage = createDiskStorage({ folder, publicUrl, secrets, clock });
  const app: FastifyInstance = Fastify();
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof AppError) return sendError(reply, error);
    throw error;
  });
  await fileRoutes(app, { clock, storage }, async () => true);
  const serve = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: url.slice(publicUrl.length), headers });
  return {
    storage,
    folder,
    app,
    serve,
    async close() {
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}

describeStorage('disk', async () => {
  const { storage, serve, close } = await openDisk();
  return {
    storage,
    close,
    async serve(url) {
      const answer = await serve(url);
      const type = answer.headers['content-type'];
      return { status: answer.statusCode, contentType: type ?? null, body: answer.rawPayload };
    },
  };
});

it('OPS-01 is not ready where a file cannot be stored, and leaves none behind where it can', async () => {
  const { storage, folder, close } = await openDisk();
  await storage.ready();
  expect(await readdir(join(folder, 'unfinished'))).toEqual([]);
  // Also root is stopped by a file in the place of a folder.
  await rm(join(folder, 'unfinished'), { recursive: true });
  await writeFile(join(folder, 'unfinished'), '');
  await expect(storage.ready()).rejects.toThrow(/EEXIST|ENOTDIR/);
  await close();
});

describe('files on this disk', () => {
  let disk: Awaited<ReturnType<typeof openDisk>>;
  let storage: Storage;
  let url: string;
  const key = 'account/item/original.png';
  const sign = (contentType: string, filename = 'x') =>
    storage.signedUrl(key, { expiresAt: new Date(Date.now() + 3_600_000), contentType, filename });
  beforeAll(async () => {
    disk = await openDisk();
    storage = disk.storage;
    await storage.put(key, Buffer.from('0123456789'));
    url = sign('image/png');
  });
  afterAll(() => disk.close());

  it('SEC-02 are served as what was signed, in a sandbox, to our own pages', async () => {
    const { headers } = await disk.serve(url);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-length': '10',
    });
    expect(headers['cache-control']).toMatch(/^private, max-age=3[56]\d\d, immutable$/);
  });

  it('SEC-02 are shown only when they are pictures that browsers know, else offered for saving', async () => {
    expect((await disk.serve(sign('image/webp', 'a.webp'))).headers['content-disposition']).toMatch(/^inline; filename="a.webp"/);
    for (const type of ['image/heic', 'image/heif', 'video/mp4'])
      expect((await disk.serve(sign(type))).headers['content-disposition']).toMatch(/^attachment;/);
  });

  it('MED-08 answer ranges', async () => {
    const part = await disk.serve(url, { range: 'bytes=2-4' });
    expect(part).toMatchObject({ statusCode: 206, body: '234' });
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 2-4/10', 'content-length': '3' });
    const beyond = await disk.serve(url, { range: 'bytes=10-' });
    expect(beyond.statusCode).toBe(416);
    expect(beyond.headers['content-range']).toBe('bytes */10');
    expect((await disk.serve(url, { range: 'bytes=5-2' })).body).toBe('0123456789');
  });

  it('MED-08 answer HEAD without a body', async () => {
    const answer = await disk.serve(url, {}, 'HEAD');
    expect(answer).toMatchObject({ statusCode: 200, body: '' });
    expect(answer.headers['content-length']).toBe('10');
  });

  it('MED-08 that are gone answer like a wrong address', async () => {
    const gone = storage.signedUrl('account/item/gone.png', {
      expiresAt: new Date(Date.now() + 3_600_000),
      contentType: 'image/png',
      filename: 'x',
    });
    expect(await disk.serve(gone)).toMatchObject({ statusCode: 403 });
  });

  it('SEC-02 are never reached by a path that climbs, in whatever form it is written', async () => {
    const query = url.slice(url.indexOf('?'));
    for (const path of [
      '../../etc/passwd',
      '%2e%2e/%2e%2e/etc/passwd',
      '..%2f..%2fetc%2fpasswd',
      'account%2fitem%2f..%2f..',
      'account/item/original.png%00',
    ])
      expect([403, 404], path).toContain((await disk.app.inject({ url: `/files/${path}${query}` })).statusCode);
    expect((await disk.app.inject({ url: `/files/${key}?sig[]=a&expires=1&type=image/png&name=x` })).statusCode).toBe(403);
  });

  it('OPS-04 leave no unfinished file behind when a stream breaks off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('x');
        throw new Error('broke off');
      })(),
    );
    await expect(storage.put('account/other/original.png', broken)).rejects.toThrow('broke off');
    expect(await readdir(join(disk.folder, 'unfinished'))).toEqual([]);
    expect(await readdir(join(disk.folder, 'account'))).toEqual(['item']);
  });

  it('SEC-02 lie in folders that no other user of the machine may look into', async () => {
    await storage.put('other/item/original.png', Buffer.from('x'));
    const modes = ['other', 'other/item', 'other/item/original.png'].map(
      async (path) => (await stat(join(disk.folder, path))).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o600]);
  });

  it('OPS-04 that the disk does not show are neither missing nor left out', async () => {
    const broken = 'broken/item/original.png';
    // A link that leads to itself: there, and not to be read.
    await mkdir(join(disk.folder, 'broken/item'), { recursive: true });
    await symlink('original.png', join(disk.folder, broken));
    await expect(storage.move(broken, `quarantine/2026-11-22/${broken}`)).rejects.toThrow('ELOOP');
    await expect(storage.list('broken')[Symbol.asyncIterator]().next()).rejects.toThrow('ELOOP');
    await rm(join(disk.folder, 'broken'), { recursive: true });
  });

  it('MED-07 take the folder of an item along with its last object', async () => {
    await storage.put('account/short/original.png', Buffer.from('x'));
    await storage.put('account/short/display.webp', Buffer.from('x'));
    await storage.remove(['account/short/original.png']);
    expect(await readdir(join(disk.folder, 'account'))).toContain('short');
    await storage.remove(['account/short/display.webp']);
    expect(await readdir(join(disk.folder, 'account'))).not.toContain('short');
  });
});
