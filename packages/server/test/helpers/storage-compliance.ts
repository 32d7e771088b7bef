import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installationKey, ObjectMissing, type Storage } from '../../src/storage/storage.ts';

/** How an address answers, wherever it leads. */
type Serve = (url: string) => Promise<{ status: number; contentType: string | null; body: Uint8Array }>;
export type StorageUnderTest = { storage: Storage; serve: Serve; close(): Promise<void> };

async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list()) keys.push(key);
  return keys.sort();
}

const inAnHour = () => new Date(Date.now() + 3_600_000);

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
    const newKey = () => `${randomUUID()}/${randomUUID()}/original.png`;

    it('OPS-03 gives back the bytes that were put, from memory and from a stream, and their size', async () => {
      const bytes = randomBytes(300_000);
      const [one, two] = [newKey(), newKey()];
      expect(await storage.put(one, bytes)).toEqual({ sizeBytes: 300_000 });
      expect(await storage.put(two, Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]))).toEqual({ sizeBytes: 300_000 });
      expect(Buffer.from(await storage.get(one)).equals(bytes)).toBe(true);
      expect(Buffer.from(await storage.get(two)).equals(bytes)).toBe(true);
    });

    it('OPS-03 gives an object as a stream, which may be left before its end; a missing one is known at once', async () => {
      const key = newKey();
      const bytes = randomBytes(300_000);
      await storage.put(key, bytes);
      expect(Buffer.concat(await (await storage.read(key)).toArray()).equals(bytes)).toBe(true);
      for await (const chunk of await storage.read(key)) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
      await expect(storage.read(newKey())).rejects.toThrow();
    });

    it('API-04 lets another program read an object under a path, for as long as the work takes', async () => {
      const key = newKey();
      const bytes = randomBytes(300_000);
      await storage.put(key, bytes);
      const same = await storage.withFile(key, async (path) => (await readFile(path)).equals(bytes));
      expect(same).toBe(true);
      await expect(storage.withFile(key, () => Promise.reject(new Error('the work failed')))).rejects.toThrow('the work failed');
      expect(Buffer.from(await storage.get(key)).equals(bytes)).toBe(true);
      let wasAsked = false;
      const missing = storage.withFile(newKey(), async () => {
        wasAsked = true;
      });
      await expect(missing).rejects.toThrow();
      expect(wasAsked).toBe(false);
    });

    it('OPS-03 lists what lies in one folder', async () => {
      const [one, other] = [newKey(), newKey()];
      await storage.put(one, Buffer.from('x'));
      await storage.put(other, Buffer.from('x'));
      const found: string[] = [];
      for await (const { key } of storage.list(one.split('/')[0])) found.push(key);
      expect(found).toEqual([one]);
      for (const bad of ['..', 'a/b', '/', '.'])
        await expect(storage.list(bad)[Symbol.asyncIterator]().next(), bad).rejects.toThrow();
    });

    it('OPS-03 replaces an object that is put again', async () => {
      const key = newKey();
      await storage.put(key, Buffer.from('first'));
      await storage.put(key, Buffer.from('second'));
      expect(Buffer.from(await storage.get(key)).toString()).toBe('second');
    });

    it('OPS-04 keeps nothing of a stream that broke off', async () => {
      const before = await keysOf(storage);
      const key = newKey();
      async function* broken() {
        yield Buffer.alloc(100_000);
        throw new Error('broke off');
      }
      await expect(storage.put(key, Readable.from(broken()))).rejects.toThrow('broke off');
      await expect(storage.get(key)).rejects.toThrow();
      expect(await keysOf(storage)).toEqual(before);
    });

    it('OPS-03 lists by key, and goes on behind any key', async () => {
      const account = randomUUID();
      const keys = ['a/x.png', 'a-b/x.png', 'a/b.c', 'a0/x.png', 'b/x.png'].map((key) => `${account}/${key}`);
      for (const key of keys) await storage.put(key, Buffer.from('x'));
      const listed = async (after?: string) => {
        const found: string[] = [];
        for await (const { key, sizeBytes } of storage.list(account, after)) if (sizeBytes === 1) found.push(key);
        return found;
      };
      const sorted = [...keys].sort();
      expect(await listed()).toEqual(sorted);
      for (const [place, key] of sorted.entries()) expect(await listed(key), key).toEqual(sorted.slice(place + 1));
      expect(await listed(`${account}/a/zzz`)).toEqual(sorted.filter((key) => key > `${account}/a/zzz`));
    });

    it('OPS-04 moves an object whole, and says when there is none', async () => {
      const [from, to] = [newKey(), `quarantine/2026-11-22/${newKey()}`];
      await storage.put(from, Buffer.from('x'));
      expect(await storage.move(from, to)).toBe(true);
      await expect(storage.get(from)).rejects.toThrow(ObjectMissing);
      expect(Buffer.from(await storage.get(to)).toString()).toBe('x');
      expect(await storage.move(from, to)).toBe(false);
      expect(Buffer.from(await storage.get(to)).toString()).toBe('x');
      await expect(storage.move(to, '../x')).rejects.toThrow();
    });

    it('OPS-03 holds the id of the installation beside the objects, and does not list it', async () => {
      const before = await keysOf(storage);
      await storage.put(installationKey, Buffer.from('{}'));
      expect(Buffer.from(await storage.get(installationKey)).toString()).toBe('{}');
      expect(await keysOf(storage)).toEqual(before);
      await storage.remove([installationKey]);
    });

    it('OPS-03 lists what is there with the time it was stored', async () => {
      const key = newKey();
      const before = Date.now();
      await storage.put(key, Buffer.from('x'));
      for await (const found of storage.list()) {
        if (found.key !== key) continue;
        // File systems and object stores keep whole seconds.
        expect(found.storedAt.getTime()).toBeGreaterThan(before - 2000);
        return;
      }
      expect.unreachable('the object was not listed');
    });

    it('OPS-03 removes objects; what is not there is no error', async () => {
      const key = newKey();
      await storage.put(key, Buffer.from('x'));
      await storage.remove([key, newKey()]);
      await expect(storage.get(key)).rejects.toThrow();
      expect(await keysOf(storage)).not.toContain(key);
    });

    it('SEC-02 takes no key that climbs or names anything but its own objects', async () => {
      const bad = [
        '../x',
        'a/../../x',
        '/etc/passwd',
        'a',
        '',
        'a/b\0c',
        'a//b',
        'a/.hidden',
        'A/B',
        'a\\..\\b',
        'a/b/c/d/e',
        'a/..',
      ];
      for (const key of bad) {
        await expect(storage.put(key, Buffer.from('x')), key).rejects.toThrow();
        await expect(storage.get(key), key).rejects.toThrow();
        await expect(storage.read(key), key).rejects.toThrow();
        await expect(storage.remove([key]), key).rejects.toThrow();
      }
    });

    it('MED-08 serves a signed address with the type that was signed', async () => {
      const key = newKey();
      await storage.put(key, Buffer.from('picture'));
      const url = storage.signedUrl(key, { expiresAt: inAnHour(), contentType: 'image/png', filename: 'ü "x".png' });
      const answer = await opened.serve(url);
      expect(answer).toMatchObject({ status: 200, contentType: 'image/png' });
      expect(Buffer.from(answer.body).toString()).toBe('picture');
    });

    it('MED-08 serves nothing without a signature, with a changed one, after its time, or with that of another object', async () => {
      const [key, other] = [newKey(), newKey()];
      await storage.put(key, Buffer.from('picture'));
      await storage.put(other, Buffer.from('other picture'));
      const options = { contentType: 'image/png', filename: 'x.png' };
      const url = storage.signedUrl(key, { ...options, expiresAt: inAnHour() });
      const refused = [
        storage.plainUrl(key),
        url.replace(key, other),
        url.replace(/(Signature|sig)=[^&]{4}/, '$1=AAAA'),
        url.replace('image%2Fpng', 'text%2Fhtml'),
        storage.signedUrl(key, { ...options, expiresAt: new Date(Date.now() - 120_000) }),
      ];
      for (const address of refused) expect((await opened.serve(address)).status, address).toBe(403);
    });

    it('OPS-01 says that it is ready', async () => {
      await expect(storage.ready()).resolves.toBeUndefined();
    });
  });
}
