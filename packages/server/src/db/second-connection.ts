import { AsyncLocalStorage } from 'node:async_hooks';

type Held = { pool: object; isOver: boolean; outer: Held | undefined };

const held = new AsyncLocalStorage<Held>();

/** Runs work that holds a connection of the pool until it ends. */
export function whileHolding<T>(pool: object, work: () => Promise<T>): Promise<T> {
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
export function holdsConnection(pool: object): boolean {
  for (let one = held.getStore(); one; one = one.outer) if (one.pool === pool && !one.isOver) return true;
  return false;
}
