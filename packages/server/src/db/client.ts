import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as tables from './schema.ts';

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
  /** Told of connections that broke while nobody used them. */
  onError?: (error: Error) => void;
};

export type DbHandle = { db: Db; pool: pg.Pool; close(): Promise<void> };

/** Connection settings that every part uses, pools and single connections alike. */
export function clientConfig({ url, name }: Pick<DbOptions, 'url' | 'name'>): pg.ClientConfig {
  return { connectionString: url, application_name: name ?? 'clearframe', connectionTimeoutMillis: 10_000, keepAlive: true };
}

/** A pool and drizzle over it. Column names in the database are snake_case (drizzle.config.ts says the same). */
export function createDb(options: DbOptions): DbHandle {
  const pool = new pg.Pool({ ...clientConfig(options), max: options.max ?? 10 });
  // Without a listener the end of an idle connection (57P01, the database restarts) would end Node.
  // While the pool closes, nobody waits for what the server says to connections that are being given up.
  pool.on('error', (error) => pool.ending || options.onError?.(error));
  // The pool hears its idle connections only. One that ends while a transaction holds it, between two statements, would end
  // Node as well; the transaction learns of it by its next statement.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    db: drizzle(pool, { schema: tables, casing: 'snake_case' }),
    pool,
    close: async () => void (pool.ended || (await pool.end())),
  };
}
