import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { backup } from '../db/schema.ts';

export type DatabaseSeen = {
  version: string;
  /** By the database's clock. */
  now: Date;
  /** When the last whole backup was begun. */
  lastBackupAt: Date | null;
  isStandby: boolean;
  isReadOnly: boolean;
  connections: { used: number; max: number };
  /** From asking to the answer, waiting for a connection of the pool included. */
  tookMs: number;
};

type Row = {
  version: string;
  now: string;
  last: string | null;
  standby: boolean;
  readOnly: boolean;
  used: number;
  max: number;
};

/** What the database server says of itself. Its other databases use its connections, too. @throws when it does not answer */
export async function readDatabase(db: Db): Promise<DatabaseSeen> {
  const begun = performance.now();
  await db.execute(sql`select 1`);
  const tookMs = performance.now() - begun;
  const { rows } = await db.execute<Row>(sql`
    select current_setting('server_version') as version, now()::text as now, pg_is_in_recovery() as standby,
      current_setting('transaction_read_only') = 'on' as "readOnly",
      (select sum(numbackends)::int from pg_stat_database) as used, current_setting('max_connections')::int as max,
      (select max(started_at)::text from ${backup} where finished_at is not null) as last`);
  const [row] = rows;
  if (!row) throw new Error('The database says nothing of itself');
  const { version, now, last, standby: isStandby, readOnly: isReadOnly, used, max } = row;
  const lastBackupAt = last === null ? null : new Date(last);
  return { version, now: new Date(now), lastBackupAt, isStandby, isReadOnly, connections: { used, max }, tookMs };
}
