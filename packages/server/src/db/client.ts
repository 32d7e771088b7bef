import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { createPool, type PoolHandle, type PoolOptions } from './pool.ts';
import { replaceMethod } from './replace-method.ts';
import * as tables from './schema.ts';

type Held = { pool: object; isOver: boolean; outer: Held | undefined };

const held = new AsyncLocalStorage<Held>();

/** Runs work that holds a connection of the pool until it ends. */
function whileHolding<T>(pool: object, work: () => Promise<T>): Promise<T> {
  const own: Held = { pool, isOver: false, outer: held.getStore() };
  return held.run(own, () =>
    work().finally(() => {
      own.isOver = true;
    }),
  );
}

/**
 * Whether the work that runs now holds a connection of this pool. If it waits for another one, and everybody else does the same, all
 * wait for each other until their time is up: the more easily, the smaller the pool.
 */
function holdsConnection(pool: object): boolean {
  for (let one = held.getStore(); one; one = one.outer) if (one.pool === pool && !one.isOver) return true;
  return false;
}

export type Db = NodePgDatabase<typeof tables>;
/** What a transaction's callback gets; everything that takes a `Db` takes it too. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export type DbOptions = PoolOptions & {
  /** Told of work that holds a connection and asks for another one. What it throws, that work gets. */
  onSecond?: (error: Error) => void;
};

export type DbHandle = PoolHandle & { db: Db };

/** Has the pool tell of whoever waits for a second connection while it holds one. */
function watchSecond({ pool, first }: PoolHandle, onSecond: (error: Error) => void): Pick<PoolHandle, 'first'> {
  const look = (): void => {
    if (holdsConnection(pool)) onSecond(new Error('A transaction holds a connection, and asks the pool for another'));
  };
  replaceMethod(pool, 'connect', (own) => (...args) => {
    look();
    return own(...args);
  });
  return {
    first: {
      async query(text, values) {
        look();
        return await first.query(text, values);
      },
    },
  };
}

/** A pool and drizzle over it. Column names in the database are snake_case (drizzle.config.ts says the same). */
export function createDb(options: DbOptions): DbHandle {
  const handle = createPool(options);
  const { pool } = handle;
  const db: Db = drizzle(pool, { schema: tables, casing: 'snake_case' });
  const { onSecond } = options;
  if (!onSecond) return { ...handle, db };
  const begin = db.transaction.bind(db);
  db.transaction = (work, settings) => begin((tx) => whileHolding(pool, () => work(tx)), settings);
  return { ...handle, ...watchSecond(handle, onSecond), db };
}
