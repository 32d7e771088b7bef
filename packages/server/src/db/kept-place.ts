import type pg from 'pg';
import { noteFault, poolFull } from './database-fault.ts';
import { replaceMethod } from './replace-method.ts';
import { connectMs } from './session-limits.ts';

/** What the queue asks of a pool. */
export type Statements = {
  /** @throws what the database says; the connection is given up then */
  query(text: string, values?: unknown[]): Promise<pg.QueryResult>;
};

export type KeptPlace = {
  /** Statements that do not wait behind everybody else's. */
  first: Statements;
  /** How many calls wait for a connection now. */
  waiting(): number;
};

/** A smaller pool has no place to spare. */
const smallestShared = 4;

type Connected = (error: unknown, client?: pg.PoolClient, release?: () => void) => void;

/**
 * Leaves one connection of a pool to statements that must not wait: a job whose heartbeat stands behind a crowd of requests for 15 s
 * counts as dead. Two pools a process would do the same with more connections.
 * @param onFailure told when those statements get no connection
 */
export function keepPlace(pool: pg.Pool, onFailure: (error: unknown) => void = () => undefined): KeptPlace {
  const most = pool.options.max >= smallestShared ? pool.options.max - 1 : pool.options.max;
  const connect = pool.connect.bind(pool);
  const queue = new Set<() => void>();
  let inUse = 0;

  function enter(): Promise<void> {
    if (inUse < most) {
      inUse += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const come = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.delete(come);
        // The pool's own words, by which this fault is known.
        reject(new Error(poolFull));
      }, connectMs);
      timer.unref();
      queue.add(come);
    });
  }

  /** Whoever waits longest gets the place itself: nobody who comes in this moment slips in between. */
  function leave(): void {
    const [next] = queue;
    if (!next) inUse -= 1;
    else {
      queue.delete(next);
      next();
    }
  }

  async function connectInTurn(): Promise<pg.PoolClient> {
    await enter();
    try {
      const client = await connect();
      const { release } = client;
      let isHeld = true;
      client.release = (error) => {
        if (isHeld) leave();
        isHeld = false;
        release(error);
      };
      return client;
    } catch (error) {
      leave();
      throw error;
    }
  }

  replaceMethod(pool, 'connect', () => (callback) => {
    const connected = connectInTurn();
    if (!isCallback(callback)) return connected;
    return void connected.then(
      (client) => callback(undefined, client, client.release),
      (error: unknown) => callback(error, undefined, () => undefined),
    );
  });
  return {
    first: {
      async query(text, values) {
        const client = await connect().catch((error: unknown) => {
          noteFault(error, true);
          onFailure(error);
          throw error;
        });
        try {
          const result = await client.query(text, values);
          client.release();
          return result;
        } catch (error) {
          // Statements that begin a transaction of their own may have left it open.
          client.release(true);
          throw error;
        }
      },
    },
    waiting: () => queue.size + pool.waitingCount,
  };
}

const isCallback = (one: unknown): one is Connected => typeof one === 'function';
