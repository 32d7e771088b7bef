import { and, asc, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { processRow } from '../db/schema.ts';

/** A process that has been silent for so long is gone, or cut off: what it had claimed may be taken over. */
const silentSeconds = 20;

/** Of a row: whether its process was seen just now. */
export const isThere = sql<boolean>`${processRow.seenAt} > now() - ${silentSeconds} * interval '1 second'`;

/** Whether a process that is named there has ended, or is silent. Never of a name that is null. */
export const hasEnded = (id: SQLWrapper): SQL =>
  sql`(${id} is not null and not exists (select 1 from ${processRow} where ${processRow.id} = ${id} and ${isThere}))`;

/** What a process of the version before this one called its role: it knows one queue for pictures and videos. */
const olderRoles = ['api', 'analysis'];

/** Whether processes of the version before this one work on the database. */
export async function hasOlderVersion(tx: Tx): Promise<boolean> {
  const [older] = await tx
    .select({ id: processRow.id })
    .from(processRow)
    .where(and(inArray(processRow.role, olderRoles), isThere))
    .limit(1);
  return older !== undefined;
}

export type ProcessSeen = {
  /** What it does, separated by commas: `http,jobs`. */
  role: string;
  instance: string;
  version: string;
  startedAt: Date;
  /** By the database's clock. */
  silentSeconds: number;
  isThere: boolean;
  /** It is silent, and one with its tasks began on its machine since: nothing is missing. */
  isReplaced: boolean;
  /** Settings of the installation that were changed since it started: it goes on with the old ones. */
  otherSettings: string[];
};

/** Names that the process and the installation both know, with different values. */
const otherSettings = sql<string[]>`array(
  select own.key from installation, jsonb_each_text(process.settings) own
  where installation.settings -> 'values' ? own.key and installation.settings -> 'values' ->> own.key is distinct from own.value
  order by own.key)`;

/** A machine starts a new process where one ended without a word, whose row stays for an hour. */
const isReplaced = sql<boolean>`(not ${isThere} and exists (select 1 from ${processRow} later
  where later.id <> process.id and later.instance = process.instance and later.role = process.role
    and later.started_at > process.seen_at))`;

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
      isThere,
      isReplaced,
      otherSettings,
    })
    .from(processRow)
    .orderBy(asc(role), asc(startedAt));
}

/** What a process does, one by one, also of the version before this one. */
export function rolesOfProcess({ role }: Pick<ProcessSeen, 'role'>): string[] {
  if (role === 'api') return ['http', 'jobs'];
  if (role === 'analysis') return ['pictures', 'videos'];
  return role.split(',');
}
