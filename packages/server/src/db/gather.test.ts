import { setImmediate } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { describe, expect, it, vi } from 'vitest';
import type { Db } from './client.ts';
import { gather } from './gather.ts';
import * as tables from './schema.ts';

// Nobody connects: what reads is given below.
const database = (): Db => drizzle('postgres://nobody@localhost/none', { schema: tables });

const lengths = () => {
  const read = vi.fn(async (_db: Db, keys: readonly string[]) => new Map(keys.filter(Boolean).map((key) => [key, key.length])));
  return { read, find: gather(read) };
};

describe('look-ups that are gathered', () => {
  it('MED-07 are one statement in one turn, each key once', async () => {
    const { read, find } = lengths();
    const db = database();
    expect(await Promise.all([find(db, 'a'), find(db, 'bb'), find(db, 'a'), find(db, '')])).toEqual([1, 2, 1, undefined]);
    expect(read.mock.calls.map(([, keys]) => keys)).toEqual([['a', 'bb', '']]);
  });

  it('MED-07 see what was written before they were asked for: nobody joins a statement that has begun', async () => {
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    let stored = 'before';
    const find = gather(async (_db, keys) => {
      const read = stored;
      await held;
      return new Map(keys.map((key) => [key, read]));
    });
    const db = database();
    const first = find(db, 'a');
    await setImmediate();
    stored = 'after';
    const second = find(db, 'a');
    await setImmediate();
    goOn();
    expect(await Promise.all([first, second])).toEqual(['before', 'after']);
  });

  it('MED-07 wait for as many statements under way as they say, and are one again', async () => {
    const held = [0, 1, 2].map(() => Promise.withResolvers<void>());
    const read = vi.fn(async (_db: Db, keys: readonly string[]) => {
      await held[read.mock.calls.length - 1]?.promise;
      return new Map(keys.map((key) => [key, key]));
    });
    const find = gather(read, 2);
    const db = database();
    const asked: Promise<unknown>[] = [];
    for (const key of ['a', 'b', 'c', 'd']) {
      asked.push(find(db, key));
      await setImmediate();
    }
    expect(read.mock.calls.map(([, keys]) => keys)).toEqual([['a'], ['b']]);
    for (const { resolve } of held) resolve();
    expect(await Promise.all(asked)).toEqual(['a', 'b', 'c', 'd']);
    expect(read.mock.calls.map(([, keys]) => keys)).toEqual([['a'], ['b'], ['c', 'd']]);
  });

  it('MED-07 do not wait for statements that take long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const find = gather<string>(
        async (_db, keys) => (keys.includes('c') ? new Map([['c', 'found']]) : new Promise(() => undefined)),
        2,
      );
      const db = database();
      for (const key of ['a', 'b']) {
        void find(db, key);
        await setImmediate();
      }
      const third = find(db, 'c');
      vi.advanceTimersByTime(20);
      expect(await third).toBe('found');
    } finally {
      vi.useRealTimers();
    }
  });

  it('MED-07 of two databases are two statements, and more than a hundred as well', async () => {
    const { read, find } = lengths();
    const [one, other] = [database(), database()];
    const keys = Array.from({ length: 150 }, (_, n) => `key ${n}`);
    await Promise.all([...keys.map((key) => find(one, key)), find(other, 'a')]);
    expect(read.mock.calls.map(([db, asked]) => [db === one, asked.length]).sort()).toEqual([
      [false, 1],
      [true, 100],
      [true, 50],
    ]);
  });

  it('MED-07 fail together, and the next are asked for again', async () => {
    let fails = true;
    const find = gather(async (_db, keys) => {
      if (fails) throw new Error('away');
      return new Map(keys.map((key) => [key, key]));
    });
    const db = database();
    const both = await Promise.allSettled([find(db, 'a'), find(db, 'b')]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await find(db, 'a')).toBe('a');
  });
});
