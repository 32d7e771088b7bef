import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { queueConnectionName } from './connection-name.ts';

/**
 * Whether an analysis process, on whatever machine, works on this database now. It looks for jobs every second, so its
 * connection stays open as long as it lives and is gone with it: no row to write, none to go stale.
 */
export async function isAnalysisPresent(db: Db): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from pg_stat_activity
        where datname = current_database() and application_name like ${`${queueConnectionName('analysis')}%`} limit 1`,
  );
  return rows.length > 0;
}
