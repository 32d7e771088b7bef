import { createHash } from 'node:crypto';
import { type AuditEntry, auditBeginning, canonicalJson } from '@clearframe/contract';
import { asc, eq, inArray } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { auditEntry, auditHead, auditWaiting } from '../db/schema.ts';

/** Entries of one transaction. */
const PAGE = 500;

type Stored = Pick<typeof auditEntry.$inferSelect, 'at' | 'actorType' | 'actorId' | 'actorName' | 'action' | 'subjectType'> &
  Pick<typeof auditEntry.$inferSelect, 'subjectId' | 'detail' | 'seq' | 'prevHash'>;

/** An entry as the API and the file show it, without its hash. */
export const unhashed = (row: Stored) => ({
  seq: row.seq,
  at: row.at.toISOString(),
  actor: { type: row.actorType, id: row.actorId, name: row.actorName },
  action: row.action,
  subject: { type: row.subjectType, id: row.subjectId },
  detail: row.detail,
  prev_hash: row.prevHash,
});

const hashOf = (entry: Omit<ReturnType<typeof unhashed>, 'hash'>): AuditEntry['hash'] =>
  createHash('sha256')
    .update(`${entry.prev_hash}\n${canonicalJson(entry)}`)
    .digest('hex');

/** Gives the oldest acts of an account that wait their places. Whoever else does so waits for the head. @returns how many */
async function chainSome(tx: Tx, accountId: string): Promise<number> {
  await tx.insert(auditHead).values({ accountId, seq: 0, hash: auditBeginning }).onConflictDoNothing();
  const [head] = await tx.select().from(auditHead).where(eq(auditHead.accountId, accountId)).for('update');
  if (!head) return 0;
  // A statement of its own: it sees what another process chained until the lock was taken.
  const waiting = await tx
    .select()
    .from(auditWaiting)
    .where(eq(auditWaiting.accountId, accountId))
    .orderBy(asc(auditWaiting.id))
    .limit(PAGE);
  if (waiting.length === 0) return 0;
  let { seq, hash } = head;
  const entries = waiting.map(({ id: _id, ...act }) => {
    seq += 1;
    const row = { ...act, seq, prevHash: hash };
    hash = hashOf(unhashed(row));
    return { ...row, hash };
  });
  await tx.insert(auditEntry).values(entries);
  await tx.update(auditHead).set({ seq, hash }).where(eq(auditHead.accountId, accountId));
  const ids = waiting.map(({ id }) => id);
  await tx.delete(auditWaiting).where(inArray(auditWaiting.id, ids));
  return waiting.length;
}

/**
 * Moves every act of an account that is done into its chain: `seq` without gaps, in the order in which their rows were written. A run that
 * dies leaves its piece as it was. @returns how many
 */
export async function chainEntries({ db }: { db: Db | Tx }, accountId: string, signal?: AbortSignal): Promise<number> {
  for (let chained = 0; ; ) {
    signal?.throwIfAborted();
    const isWaiting = eq(auditWaiting.accountId, accountId);
    const [any] = await db.select({ id: auditWaiting.id }).from(auditWaiting).where(isWaiting).limit(1);
    if (!any) return chained;
    const some = await db.transaction((tx) => chainSome(tx, accountId));
    chained += some;
    if (some < PAGE) return chained;
  }
}

/** The same for every account in which something happened. */
export async function chainAllEntries(context: Pick<Context, 'db'>, signal: AbortSignal): Promise<number> {
  const accounts = await context.db.selectDistinct({ id: auditWaiting.accountId }).from(auditWaiting);
  let chained = 0;
  for (const { id } of accounts) chained += await chainEntries(context, id, signal);
  return chained;
}
