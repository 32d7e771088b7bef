import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ObjectMissing } from '../storage/storage.ts';
import { createMetrics } from './create-metrics.ts';
import { measureStorage } from './measure-storage.ts';

function measured<T extends object>(storage: T) {
  const metrics = createMetrics({ version: '1', revision: 'unknown' });
  const counts = async () =>
    [...(await metrics.expose()).matchAll(/^clearframe_storage_seconds_count\{op="(\w+)",outcome="(\w+)"\} (\d+)$/gm)].map(
      ([, op, outcome, count]) => `${op} ${outcome} ${count}`,
    );
  return { storage: measureStorage(storage, metrics), counts };
}

describe('a measured storage', () => {
  it('OPS-03 counts each call by what came of it, and passes everything on', async () => {
    const { storage, counts } = measured({
      get: async (key: string) => {
        if (key === 'none') throw new ObjectMissing('none');
        if (key === 'broken') throw new Error('the disk');
        return key;
      },
      plainUrl: (key: string) => `/${key}`,
    });
    expect(await storage.get('a')).toBe('a');
    await expect(storage.get('none')).rejects.toThrow(ObjectMissing);
    await expect(storage.get('broken')).rejects.toThrow('the disk');
    expect(storage.plainUrl('a')).toBe('/a');
    expect(await { ...storage }.get('b')).toBe('b');
    expect(await counts()).toEqual(['get ok 2', 'get missing 1', 'get error 1']);
  });

  it('OPS-03 blames the caller for an upload that breaks off, and for what is done with a file', async () => {
    const { storage, counts } = measured({
      async put(_key: string, body: Readable) {
        for await (const _piece of body);
      },
      withFile: (key: string, work: (path: string) => Promise<void>) => work(`/tmp/${key}`),
    });
    const body = new Readable({
      read() {
        this.destroy(new Error('the caller left'));
      },
    });
    await expect(storage.put('a', body)).rejects.toThrow('the caller left');
    await expect(storage.withFile('a', () => Promise.reject(new Error('no picture')))).rejects.toThrow('no picture');
    expect(await counts()).toEqual(['put aborted 1', 'with_file ok 1']);
  });
});
