import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { sessionLimits } from './session-limits.ts';

/** Limits that do not hold for this connection, and so for none like it: names of settings. */
export async function missingLimits(db: Db): Promise<string[]> {
  const names = sql.join(
    Object.keys(sessionLimits).map((name) => sql`${name}`),
    sql`, `,
  );
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from pg_settings where name in (${names}) and setting = '0' order by name`,
  );
  return rows.map(({ name }) => name);
}
