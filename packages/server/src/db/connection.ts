import type pg from 'pg';
import { connectMs, statementMs } from './session-limits.ts';

export type ConnectionOptions = {
  /** `postgres://…`; the embedded server's carries the socket's folder as `?host=`. */
  url: string;
  /** Name under which the connections show in pg_stat_activity. */
  name?: string;
  /** How long the client waits for a statement before it gives up the connection; null = for ever. Default 20 s. */
  statementMs?: number | null;
};

/** Connection settings that every part uses, pools and single connections alike. The server's limits stand in `session-limits.ts`. */
export function clientConfig(options: ConnectionOptions): pg.ClientConfig {
  const { url, name = 'clearframe', statementMs: waitMs = statementMs } = options;
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    ...(waitMs === null ? {} : { query_timeout: waitMs }),
  };
}
