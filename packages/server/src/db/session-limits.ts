import type pg from 'pg';

/**
 * What the server ends by itself, so that nothing waits for ever: neither a statement, nor whoever needs a lock that a dead or
 * forgetful session holds. Values as PostgreSQL writes them.
 */
export const sessionLimits = {
  statement_timeout: '15s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
} as const;

/** How long a connection may take to be made, or to be free. */
export const connectMs = 5_000;
/** How much longer than the server the client waits: past that the server is gone, or the way to it. */
export const clientGraceMs = 5_000;
/** How long a statement may take before the client gives up its connection: the server's 15 s, and the grace. */
export const statementMs = 15_000 + clientGraceMs;

const settingsOfRole = `select split_part(setting, '=', 1) as name
  from pg_db_role_setting kept cross join unnest(kept.setconfig) as setting
  where kept.setrole in (0, (select oid from pg_roles where rolname = session_user))
    and kept.setdatabase in (0, (select oid from pg_database where datname = current_database()))`;

const isRefused = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '42501';

/**
 * Writes the limits for our role in this database, where they hold for every later connection, also through a pooler. A value that
 * the operator has set for the role or the database stays.
 * @returns false when the role may not: then the server's own settings hold
 */
export async function limitSessions(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(settingsOfRole);
  const set = new Set(rows.map(({ name }) => name));
  for (const [name, value] of Object.entries(sessionLimits)) {
    if (set.has(name)) continue;
    const { rows: written } = await client.query<{ statement: string }>(
      "select format('alter role %I in database %I set %I = %L', session_user, current_database(), $1::text, $2::text) as statement",
      [name, value],
    );
    try {
      await client.query(written[0]?.statement ?? '');
    } catch (error) {
      if (isRefused(error)) return false;
      throw error;
    }
  }
  return true;
}
