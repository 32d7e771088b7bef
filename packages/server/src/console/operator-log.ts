import { hostname, userInfo } from 'node:os';
import { type OperatorLogPage, operatorLimits } from '@clearframe/contract';
import { desc, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { operatorLog } from '../db/schema.ts';

export type OperatorAct = {
  /** Who did it; the user of this machine, unless given. */
  actor?: string;
  /** The command, such as `storage check --remove`. */
  action: string;
  /** By its id: the log outlasts people and their addresses. */
  subject?: string;
  reason?: string;
  detail?: Record<string, unknown>;
};

/** A user of a container may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/**
 * Writes down who did what. In the transaction that does it, or before it where there is none: nothing is done unrecorded, except in
 * a database from before there was a log, which a start does not migrate while it refuses it.
 */
export async function recordAct(db: Db | Tx, { actor, action, subject, reason, detail }: OperatorAct): Promise<void> {
  const { rows } = await db.execute<{ known: boolean }>(sql`select to_regclass('operator_log') is not null as known`);
  if (!rows[0]?.known) return;
  await db.insert(operatorLog).values({ actor: actor ?? `${userName()}@${hostname()}`, action, subject, reason, detail });
}

/**
 * A command that no transaction holds: an entry before it begins, and one with its figures when it has ended. An entry without
 * the second one was cut off.
 */
export async function recordLong<T>(db: Db, act: OperatorAct, work: () => Promise<T>, figures: (done: T) => object): Promise<T> {
  await recordAct(db, { ...act, detail: { ...act.detail, state: 'begun' } });
  try {
    const done = await work();
    await recordAct(db, { ...act, detail: { ...act.detail, state: 'ended', ...figures(done) } });
    return done;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await recordAct(db, { ...act, detail: { ...act.detail, state: 'failed', why } }).catch(() => undefined);
    throw error;
  }
}

export type OperatorEntry = typeof operatorLog.$inferSelect;

/** The newest entries, newest first. */
export const listActs = (db: Db, most: number, passed = 0): Promise<OperatorEntry[]> =>
  db.select().from(operatorLog).orderBy(desc(operatorLog.seq)).limit(most).offset(passed);

/** A page of the log, newest first. */
export async function pageOfActs(db: Db, page: number): Promise<OperatorLogPage> {
  const limit = operatorLimits.pageSize;
  const [entries, total] = await Promise.all([listActs(db, limit, (page - 1) * limit), db.$count(operatorLog)]);
  const operator_log = entries.map(({ seq, at, actor, action, subject, reason }) => ({
    seq,
    at: at.toISOString(),
    actor,
    action,
    subject,
    reason,
  }));
  return { operator_log, pagination: { page, limit, total } };
}
