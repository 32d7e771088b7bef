import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from './client.ts';

/** More than this are asked for by further statements: one answer stays small. */
const mostKeys = 100;
/** Nobody waits longer for statements that take their time. */
const mostWaitMs = 20;

type Waiting<Found> = Map<string, { found: Promise<Found | undefined>; settle: PromiseWithResolvers<Found | undefined> }>;
/** Of one database: the statement that others may still join, and those under way. */
type Statements<Found> = { next: { keys: Waiting<Found>; begin(): void } | null; underWay: number };

/** Whatever began a statement for many is none of its matter: neither its trace nor its transaction. */
const outside = AsyncLocalStorage.snapshot();

/**
 * Look-ups by a key: all that are asked for in one turn of the event loop become one statement. It begins after each of them was asked for,
 * so everybody sees what was committed before.
 * @param read gives what it finds, by key; what it throws, all of that statement get
 * @param mostUnderWay while so many statements are under way, what is asked for gathers for the next one. For statements that commit
 */
export function gather<Found>(
  read: (db: Db, keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
  mostUnderWay = Number.POSITIVE_INFINITY,
): (db: Db, key: string) => Promise<Found | undefined> {
  const statements = new WeakMap<Db, Statements<Found>>();

  async function ask(db: Db, some: Waiting<Found>): Promise<void> {
    try {
      const found = await read(db, [...some.keys()]);
      for (const [key, { settle }] of some) settle.resolve(found.get(key));
    } catch (error) {
      for (const { settle } of some.values()) settle.reject(error);
    }
  }

  function prepare(db: Db, own: Statements<Found>): Waiting<Found> {
    const keys: Waiting<Found> = new Map();
    let hasBegun = false;
    const begin = async (): Promise<void> => {
      if (hasBegun) return;
      hasBegun = true;
      if (own.next?.keys === keys) own.next = null;
      own.underWay += 1;
      await ask(db, keys);
      own.underWay -= 1;
      own.next?.begin();
    };
    own.next = { keys, begin: () => void begin() };
    outside(() => (own.underWay < mostUnderWay ? setImmediate(begin) : setTimeout(begin, mostWaitMs)));
    return keys;
  }

  return (db, key) => {
    const own = statements.get(db) ?? { next: null, underWay: 0 };
    statements.set(db, own);
    const full = own.next && own.next.keys.size >= mostKeys ? own.next : null;
    const some = own.next && !full ? own.next.keys : prepare(db, own);
    if (full) outside(() => setImmediate(full.begin));
    const asked = some.get(key);
    if (asked) return asked.found;
    const settle = Promise.withResolvers<Found | undefined>();
    some.set(key, { found: settle.promise, settle });
    return settle.promise;
  };
}
