import { AppError } from '@clearframe/contract';
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { endPayments } from '../billing/end-payments.ts';
import { tellAboutAccount } from '../billing/provider-tasks.ts';
import type { Context } from '../context.ts';
import { changedAtOnce, deleteAll, untilNone } from '../db/delete-some.ts';
import { longTransaction } from '../db/long-transaction.ts';
import {
  account,
  authorTally,
  dataExport,
  delivery,
  knownPicture,
  media,
  mediaMonth,
  mediaTally,
  payment,
  providerTask,
  qualityTally,
  usageEntry,
  usagePeriod,
} from '../db/schema.ts';
import { announceChange } from '../live/announce.ts';
import { objectKeys } from '../moderation/item/item-files.ts';
import { removeNamed, removeNamedOf } from '../objects/object-removal.ts';
import { dropOverdueOf } from '../objects/pending-objects.ts';
import { clearAccountRows } from './own-rows.ts';

type RemoveContext = Pick<Context, 'clock' | 'db' | 'live' | 'log' | 'payments' | 'storage'>;

/** Items that go in one transaction. */
const batchSize = 100;
/** The last rows of an account go in one statement, which follows every reference to it. */
const erasureMs = 30 * 60_000;

const isFree = (accountId: string) => and(eq(media.accountId, accountId), isNull(media.legalHoldAt));

async function removeItems({ db, live, storage }: RemoveContext, accountId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const gone = await db.transaction(async (tx) => {
      // The order is that of an index: without it each batch would look for them from the beginning of a table of all accounts.
      const byIndex = [desc(media.createdAt), asc(media.id)];
      const some = tx
        .select({ id: media.id })
        .from(media)
        .where(isFree(accountId))
        .orderBy(...byIndex)
        .limit(batchSize);
      const removed = await tx
        .delete(media)
        .where(and(isFree(accountId), inArray(media.id, some)))
        .returning();
      // Whoever still waits for a verdict learns that there will be none.
      for (const item of removed) if (item.state === 'queued') await announceChange(live, item, tx);
      return removed;
    });
    if (gone.length === 0) return;
    await removeNamed({ db, storage }, gone.flatMap(objectKeys));
  }
}

/** Whether whoever takes the account's money knows that it ends. Accounts that older versions closed have open payments still. */
async function providerKnows(context: RemoveContext, accountId: string): Promise<boolean> {
  const { clock, db } = context;
  const pending = await db.$count(payment, and(eq(payment.accountId, accountId), eq(payment.status, 'pending')));
  if (pending > 0) await db.transaction((tx) => endPayments(tx, accountId, clock.now()));
  return tellAboutAccount(context, accountId);
}

/**
 * Removes what may be millions of rows, some at a time. What is left goes with the account, in one statement.
 * @throws the signal's reason
 */
async function removeManyRows(db: Context['db'], accountId: string, signal: AbortSignal): Promise<void> {
  const periods = db.select({ id: usagePeriod.id }).from(usagePeriod).where(eq(usagePeriod.accountId, accountId));
  const entries = db
    .select({ id: usageEntry.id })
    .from(usageEntry)
    .where(inArray(usageEntry.periodId, periods))
    .limit(changedAtOnce);
  await untilNone(db, (tx) => tx.delete(usageEntry).where(sql`${usageEntry.id} = any(array(${entries}))`), signal);
  await deleteAll(db, knownPicture, eq(knownPicture.accountId, accountId), signal);
  await deleteAll(db, mediaTally, eq(mediaTally.accountId, accountId), signal);
  await deleteAll(db, mediaMonth, eq(mediaMonth.accountId, accountId), signal);
  await deleteAll(db, authorTally, eq(authorTally.accountId, accountId), signal);
  await deleteAll(db, qualityTally, eq(qualityTally.accountId, accountId), signal);
}

/**
 * Removes the rows, in the end the account itself.
 * @throws AppError payment_provider_away when a payment came on the way, of which the provider has to be told
 */
async function removeRows({ db, payments }: RemoveContext, accountId: string, hasHeld: boolean): Promise<void> {
  await longTransaction(db, erasureMs, async (tx) => {
    await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('update');
    const own = and(eq(providerTask.accountId, accountId), eq(providerTask.provider, payments?.id ?? ''));
    if ((await tx.$count(providerTask, own)) > 0) throw new AppError('payment_provider_away', { detail: 'not told yet' });
    // What hooks were told of notices and appeals goes with no item. Nobody writes more of it while the account is locked.
    await tx.delete(delivery).where(and(eq(delivery.accountId, accountId), isNull(delivery.mediaId)));
    if (hasHeld) await clearAccountRows(tx, accountId);
    // Every other table follows by its foreign key.
    else await tx.delete(account).where(eq(account.id, accountId));
  });
}

/**
 * Removes what a closed account has: items, files, exports, rows, in the end the account itself. May be cut off anywhere and begun
 * again. Held items stay with their files and the bare row of the account. An account that is open is left alone. The provider of
 * payments is told first. While it is away items and files go, and the rows stay: they say what it has to be told.
 * @throws AppError payment_provider_away: begin again
 */
export async function removeAccount(context: RemoveContext, accountId: string, signal: AbortSignal): Promise<void> {
  const { db, log } = context;
  const [closed] = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.id, accountId), isNotNull(account.deletedAt)));
  if (!closed) return;
  const isTold = await providerKnows(context, accountId);
  await removeItems(context, accountId, signal);
  const files = await db.transaction(async (tx) => {
    const gone = await tx
      .delete(dataExport)
      .where(eq(dataExport.accountId, accountId))
      .returning({ objectKey: dataExport.objectKey });
    return [...gone.map(({ objectKey }) => objectKey).filter((key) => key !== null), ...(await dropOverdueOf(tx, accountId))];
  });
  await removeNamed(context, files);
  await removeNamedOf(context, accountId);
  const held = await db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.accountId, accountId), isNotNull(media.legalHoldAt)));
  if (!isTold) throw new AppError('payment_provider_away', { detail: 'an account is removed after the provider was told' });
  await removeManyRows(db, accountId, signal);
  await removeRows(context, accountId, held.length > 0);
  log.info({ accountId, held: held.length }, 'a deleted account was removed');
}
