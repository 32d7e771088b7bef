import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { giveUpConnections } from './give-up-connections.ts';
import * as tables from './schema.ts';
import { connectMs, statementMs } from './session-limits.ts';

export type Db = NodePgDatabase<typeof tables>;
/** What a transaction's callback gets; everything that takes a `Db` takes it too. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

export type DbOptions = {
  /** `postgres://…`; the embedded server's carries the socket's folder as `?host=`. */
  url: string;
  /** Connections at most. */
  max?: number;
  /** Name under which the connections show in pg_stat_activity. */
  name?: string;
  /** How long the client waits for a statement before it gives up the connection; null = for ever. Default 20 s. */
  statementMs?: number | null;
  /** The server ends no statement either: for commands of an operator, who waits. */
  patient?: boolean;
  /** Told of connections that broke while nobody used them. */
  onError?: (error: Error) => void;
  /** Told of each statement that failed, and each connection that could not be had. */
  onFailure?: (error: unknown) => void;
};

export type DbHandle = { db: Db; pool: pg.Pool; close(): Promise<void> };

/** Connection settings that every part uses, pools and single connections alike. The server's limits stand in `session-limits.ts`. */
export function clientConfig(options: Pick<DbOptions, 'url' | 'name' | 'statementMs'>): pg.ClientConfig {
  const { url, name = 'clearframe', statementMs: waitMs = statementMs } = options;
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    ...(waitMs === null ? {} : { query_timeout: waitMs }),
  };
}

/** A pool and drizzle over it. Column names in the database are snake_case (drizzle.config.ts says the same). */
export function createDb(options: DbOptions): DbHandle {
  const { max = 10, patient = false } = options;
  const pool = new pg.Pool({
    ...clientConfig(patient ? { ...options, statementMs: null } : options),
    max,
    ...(patient ? { onConnect: (client: pg.ClientBase) => client.query('set statement_timeout = 0') } : {}),
  });
  // Without a listener the end of an idle connection (57P01, the database restarts) would end Node.
  // While the pool closes, nobody waits for what the server says to connections that are being given up.
  pool.on('error', (error) => pool.ending || options.onError?.(error));
  giveUpConnections(pool, options.onFailure);
  // The pool hears its idle connections only. One that ends while a transaction holds it, between two statements, would end
  // Node as well; the transaction learns of it by its next statement.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    db: drizzle(pool, { schema: tables, casing: 'snake_case' }),
    pool,
    close: async () => void (pool.ended || (await pool.end())),
  };
}
