import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { installationKey } from '../../../src/storage/object-key.ts';
import { ObjectMissing, type Storage } from '../../../src/storage/storage.ts';
import { keysOf, newKey } from './objects.ts';

/** Which objects there are: listed, moved, removed, and under no other name. */
export function describeKeys(at: () => Storage): void {
  it('OPS-03 lists what lies in one folder', async () => {
    const [one, other] = [newKey(), newKey()];
    await at().put(one, Buffer.from('x'));
    await at().put(other, Buffer.from('x'));
    const found: string[] = [];
    for await (const { key } of at().list(one.split('/')[0])) found.push(key);
    expect(found).toEqual([one]);
    for (const bad of ['..', 'a/b', '/', '.']) await expect(at().list(bad)[Symbol.asyncIterator]().next(), bad).rejects.toThrow();
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

  it('OPS-03 removes objects; what is not there is no error', async () => {
    const keys = Array.from({ length: 5 }, newKey);
    for (const key of keys) await at().put(key, Buffer.from('x'));
    await at().remove([...keys, newKey()]);
    for (const key of keys) await expect(at().get(key)).rejects.toThrow(ObjectMissing);
    const left = await keysOf(at());
    expect(left.filter((key) => keys.includes(key))).toEqual([]);
    await at().remove([]);
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
}
