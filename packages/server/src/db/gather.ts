import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from './client.ts';

/** More than this are asked for by further statements: one answer stays small. */
const mostKeys = 100;

type Waiting<Found> = Map<string, { found: Promise<Found | undefined>; settle: PromiseWithResolvers<Found | undefined> }>;

/** Whatever began a statement for many is none of its matter: neither its trace nor its transaction. */
const outside = AsyncLocalStorage.snapshot();

/**
 * Look-ups by a key: all that are asked for in one turn of the event loop become one statement. It begins after each of them was asked
 * for, so everybody sees what was committed before.
 * @param read gives what it finds, by key; what it throws, all of that statement get
 */
export function gather<Found>(
  read: (db: Db, keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (db: Db, key: string) => Promise<Found | undefined> {
  const waiting = new WeakMap<Db, Waiting<Found>>();

  async function ask(db: Db, some: Waiting<Found>): Promise<void> {
    try {
      const found = await read(db, [...some.keys()]);
      for (const [key, { settle }] of some) settle.resolve(found.get(key));
    } catch (error) {
      for (const { settle } of some.values()) settle.reject(error);
    }
  }

  function begin(db: Db): Waiting<Found> {
    const some: Waiting<Found> = new Map();
    waiting.set(db, some);
    outside(() =>
      setImmediate(() => {
        if (waiting.get(db) === some) waiting.delete(db);
        void ask(db, some);
      }),
    );
    return some;
  }

  return (db, key) => {
    const known = waiting.get(db);
    const some = known && known.size < mostKeys ? known : begin(db);
    const asked = some.get(key);
    if (asked) return asked.found;
    const settle = Promise.withResolvers<Found | undefined>();
    some.set(key, { found: settle.promise, settle });
    return settle.promise;
  };
}
