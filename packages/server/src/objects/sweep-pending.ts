import { and, asc, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { account, pendingObject } from '../db/schema.ts';
import { isStorageFault } from '../storage/storage-fault.ts';
import { hasObject } from './has-object.ts';
import { keysUnderLegalHold } from './object-removal.ts';
import { moveToQuarantine } from './quarantine.ts';

type SweepContext = Pick<Context, 'clock' | 'db' | 'log' | 'storage'>;
type Pending = { key: string; accountId: string };

/** More is no leftover of crashes but a sign of the wrong database, or of an old copy of it: then a person decides. */
export const unknownMax = 1_000;
const BATCH = 200;

/** Far longer than anything stores an object without a sign of life. Both times are the database's. */
export const overduePending = lt(pendingObject.createdAt, sql`now() - interval '2 hours'`);

/** What belongs to nobody any more is removed at once: a closed account was promised that, and so were visitors. */
async function isForgotten(
  tx: Tx,
  rows: readonly Pending[],
  briefAccounts: readonly string[],
): Promise<(row: Pending) => boolean> {
  const ids = [...new Set(rows.map(({ accountId }) => accountId))];
  const open = await tx
    .select({ id: account.id })
    .from(account)
    .where(and(inArray(account.id, ids), isNull(account.deletedAt)));
  const kept = new Set(open.map(({ id }) => id).filter((id) => !briefAccounts.includes(id)));
  return ({ accountId }) => !kept.has(accountId);
}

/** Looked at again in two hours. */
const renew = (tx: Tx, keys: readonly string[]) =>
  tx
    .update(pendingObject)
    .set({ createdAt: sql`now()` })
    .where(inArray(pendingObject.key, [...keys]));

async function sweepSome({ clock, db, log, storage }: SweepContext, briefAccounts: readonly string[]): Promise<number | null> {
  return db.transaction(async (tx) => {
    const columns = { key: pendingObject.key, accountId: pendingObject.accountId };
    const rows = await tx
      .select(columns)
      .from(pendingObject)
      .where(overduePending)
      .orderBy(asc(pendingObject.createdAt))
      .limit(BATCH)
      .for('update', { skipLocked: true });
    if (rows.length === 0) return null;
    const held = await keysUnderLegalHold(
      tx,
      rows.map(({ key }) => key),
    );
    const forgotten = await isForgotten(tx, rows, briefAccounts);
    const put: string[] = [...held];
    const done: string[] = [];
    let moved = 0;
    for (const row of rows.filter(({ key }) => !held.has(key))) {
      try {
        if (forgotten(row)) await storage.remove([row.key]);
        else moved += await moveToQuarantine(storage, [row.key], clock.now());
        done.push(row.key);
      } catch (error) {
        // Away: each of the others would wait as long.
        if (isStorageFault(error)) throw error;
        log.error({ err: error, key: row.key }, 'an object of a cut-off upload could not be moved');
        put.push(row.key);
      }
    }
    if (put.length > 0) await renew(tx, put);
    if (done.length > 0) await tx.delete(pendingObject).where(inArray(pendingObject.key, done));
    return moved;
  });
}

/** Forgets objects that never came: a storage that was away for hours leaves rows without any. It ends once too many are there. */
async function forgetUnstored({ db, storage }: SweepContext, signal: AbortSignal): Promise<void> {
  let stored = 0;
  for (let last = ''; stored <= unknownMax; ) {
    signal.throwIfAborted();
    const rows = await db
      .select({ key: pendingObject.key })
      .from(pendingObject)
      .where(and(overduePending, gt(pendingObject.key, last)))
      .orderBy(asc(pendingObject.key))
      .limit(BATCH);
    const absent: string[] = [];
    for (const { key } of rows) {
      if (await hasObject(storage, key)) stored += 1;
      else absent.push(key);
    }
    await forgetPending({ db }, absent);
    const end = rows.at(-1);
    if (!end) return;
    last = end.key;
  }
}

const countOverdue = ({ db }: Pick<Context, 'db'>) => db.$count(pendingObject, overduePending);

/**
 * Moves objects whose storing was cut off into quarantine. It costs what there is of them: no list of the storage is read. Objects of
 * items under legal hold stay.
 * @param briefAccounts whose objects are removed at once
 * @returns how many were moved
 */
export async function sweepPending(
  context: SweepContext,
  briefAccounts: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  if ((await countOverdue(context)) > unknownMax) await forgetUnstored(context, signal);
  const waiting = await countOverdue(context);
  if (waiting > unknownMax) {
    const sentence =
      `${waiting} objects belong to no item, more than ${unknownMax}: ` +
      `nothing was moved. Look at them with: clearframe storage check`;
    context.log.error({ waiting }, sentence);
    return 0;
  }
  for (let moved = 0; ; ) {
    signal.throwIfAborted();
    const some = await sweepSome(context, briefAccounts);
    if (some === null) return moved;
    moved += some;
  }
}

/** Forgets that these objects were coming, if that is overdue: work that still runs then fails and is repeated by its caller. */
export async function forgetPending({ db }: Pick<Context, 'db'>, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.delete(pendingObject).where(and(overduePending, inArray(pendingObject.key, [...keys])));
}
