import type { Db } from '../../src/db/client.ts';

/** How many connections to this test's database wait for a lock: poll it until another has come as far as that. */
export async function lockWaiters(db: Pick<Db, 'execute'>): Promise<number> {
  const { rows } = await db.execute(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
