import { asc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { processRow } from '../db/schema.ts';

/** A process that has been silent for so long is gone, or cut off: what it had claimed may be taken over. */
const silentSeconds = 20;

const isThere = sql`${processRow.seenAt} > now() - ${silentSeconds} * interval '1 second'`;

/** Whether a process that is named there has ended, or is silent. Never of a name that is null. */
export const hasEnded = (id: SQLWrapper): SQL =>
  sql`(${id} is not null and not exists (select 1 from ${processRow} where ${processRow.id} = ${id} and ${isThere}))`;

export type ProcessSeen = {
  role: string;
  instance: string;
  version: string;
  startedAt: Date;
  /** By the database's clock. */
  silentSeconds: number;
  isThere: boolean;
};

/** Every process that was seen within the hour, by role and age. */
export function listProcesses(db: Db): Promise<ProcessSeen[]> {
  const { role, instance, version, startedAt, seenAt } = processRow;
  return db
    .select({
      role,
      instance,
      version,
      startedAt,
      silentSeconds: sql<number>`greatest(0, extract(epoch from now() - ${seenAt}))::int`,
      isThere: sql<boolean>`${isThere}`,
    })
    .from(processRow)
    .orderBy(asc(role), asc(startedAt));
}
