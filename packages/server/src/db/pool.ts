import pg from 'pg';
import { type ConnectionOptions, clientConfig } from './connection.ts';
import { giveUpConnections } from './give-up-connections.ts';
import { type KeptPlace, keepPlace } from './kept-place.ts';

export type PoolOptions = ConnectionOptions & {
  /** Connections at most. Default 10. */
  max?: number;
  /** The server ends no statement either: for commands of an operator, who waits. */
  patient?: boolean;
  /** Told of connections that broke while nobody used them. */
  onError?: (error: Error) => void;
  /** Told of each statement that failed, and each connection that could not be had. */
  onFailure?: (error: unknown) => void;
};

export type PoolHandle = KeptPlace & { pool: pg.Pool; close(): Promise<void> };

/** The connections of a process: one pool, for everything that it does. */
export function createPool(options: PoolOptions): PoolHandle {
  const { max = 10, patient = false } = options;
  const pool = new pg.Pool({
    ...clientConfig(patient ? { ...options, statementMs: null } : options),
    max,
    ...(patient ? { onConnect: (client: pg.ClientBase) => client.query('set statement_timeout = 0') } : {}),
  });
  // Without a listener the end of an idle connection (57P01, the database restarts) would end Node.
  // While the pool closes, nobody waits for what the server says to connections that are being given up.
  pool.on('error', (error) => pool.ending || options.onError?.(error));
  const kept = keepPlace(pool, options.onFailure);
  giveUpConnections(pool, options.onFailure);
  // The pool hears its idle connections only. One that ends while a transaction holds it, between two statements, would end
  // Node as well; the transaction learns of it by its next statement.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { ...kept, pool, close: async () => void (pool.ended || (await pool.end())) };
}
