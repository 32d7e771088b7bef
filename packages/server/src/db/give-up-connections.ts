import type pg from 'pg';
import { noteFault } from './database-fault.ts';
import { replaceMethod } from './replace-method.ts';
import { statementMsNow } from './statement-limit.ts';

const textOf = (query: unknown): unknown => (typeof query === 'object' && query !== null && 'text' in query ? query.text : query);

/** The client's own limit for one statement, above that of its connection where the work asked for more. */
function withLimit([query, ...rest]: unknown[]): unknown[] {
  const limitMs = statementMsNow();
  if (limitMs === undefined || typeof query !== 'object' || query === null) return [query, ...rest];
  return [{ ...query, query_timeout: limitMs }, ...rest];
}

/**
 * Ends a connection whose server does not answer, stops, or became read-only. `pg` keeps one that a transaction holds: a statement
 * that timed out goes on blocking it, and a session with a primary of yesterday stays read-only for good.
 */
function watchClient(client: pg.PoolClient, onFailure: (error: unknown) => void): void {
  let fault: unknown = null;
  const giveUp = (error: unknown): void => {
    fault ??= error;
    // With a statement under way this closes the socket at once. The pool forgets a client that ends as soon as it is released.
    void client.end().catch(() => undefined);
  };
  replaceMethod(client, 'query', (own) => (...args) => {
    // The pool's own calls end with a callback, and it forgets the connection after any error.
    if (typeof args.at(-1) === 'function') return own(...withLimit(args));
    // A rollback over a connection that was given up would hide why it was.
    if (fault !== null) return Promise.reject(fault);
    const answer = own(...withLimit(args));
    // A cursor is no promise: whoever reads it sees its errors.
    if (!(answer instanceof Promise)) return answer;
    const text = textOf(args[0]);
    return answer.catch((error: unknown) => {
      onFailure(error);
      if (noteFault(error)) giveUp(error);
      // drizzle releases what it has begun: a transaction that did not begin would keep its place in the pool for good.
      if (typeof text === 'string' && text.startsWith('begin')) client.release(error instanceof Error ? error : true);
      throw error;
    });
  });
}

/**
 * Makes a pool give up connections that are of no use any more, and mark what went wrong with them (`database-fault.ts`).
 * @param onError told once of each statement and connection that failed
 */
export function giveUpConnections(pool: pg.Pool, onError: (error: unknown) => void = () => undefined): void {
  const told = new WeakSet<object>();
  // The pool's own calls pass an error on from one to the next.
  const onFailure = (error: unknown): void => {
    if (typeof error !== 'object' || error === null || told.has(error)) return;
    told.add(error);
    onError(error);
  };
  pool.on('connect', (client) => watchClient(client, onFailure));
  replaceMethod(pool, 'connect', (own) => (...args) => {
    const [callback] = args;
    if (typeof callback !== 'function')
      return Promise.resolve(own()).catch((error: unknown) => {
        onFailure(error);
        noteFault(error, true);
        throw error;
      });
    return own((error: unknown, ...rest: unknown[]) => {
      if (error) {
        onFailure(error);
        noteFault(error, true);
      }
      callback(error, ...rest);
    });
  });
  replaceMethod(
    pool,
    'query',
    (own) =>
      (...args) =>
        Promise.resolve(own(...args)).catch((error: unknown) => {
          onFailure(error);
          noteFault(error);
          throw error;
        }),
  );
}
