import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { account, dataExport, media } from '../db/schema.ts';
import { announceChange } from '../live/announce.ts';
import { objectKeys } from '../moderation/media-row.ts';
import { removeNamed, removeNamedOf } from '../objects/object-removal.ts';
import { dropPendingOf } from '../objects/pending-objects.ts';
import { clearAccountRows } from './own-rows.ts';

type RemoveContext = Pick<Context, 'db' | 'live' | 'log' | 'storage'>;

/** Items that go in one transaction. */
const batchSize = 100;

const isFree = (accountId: string) => and(eq(media.accountId, accountId), isNull(media.heldAt));

async function removeItems({ db, live, storage }: RemoveContext, accountId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const gone = await db.transaction(async (tx) => {
      const some = tx.select({ id: media.id }).from(media).where(isFree(accountId)).limit(batchSize);
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

/**
 * Removes what a closed account has: items, files, exports, rows, in the end the account itself. May be cut off anywhere and begun
 * again. Held items stay with their files and the bare row of the account. An account that is open is left alone.
 */
export async function removeAccount(context: RemoveContext, accountId: string, signal: AbortSignal): Promise<void> {
  const { db, log } = context;
  const [closed] = await db
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.id, accountId), isNotNull(account.deletedAt)));
  if (!closed) return;
  await removeItems(context, accountId, signal);
  const files = await db.transaction(async (tx) => {
    const gone = await tx
      .delete(dataExport)
      .where(eq(dataExport.accountId, accountId))
      .returning({ objectKey: dataExport.objectKey });
    return [...gone.map(({ objectKey }) => objectKey).filter((key) => key !== null), ...(await dropPendingOf(tx, accountId))];
  });
  await removeNamed(context, files);
  await removeNamedOf(context, accountId);
  const held = await db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.accountId, accountId), isNotNull(media.heldAt)));
  await db.transaction(async (tx) => {
    if (held.length > 0) await clearAccountRows(tx, accountId);
    // Every other table follows by its foreign key.
    else await tx.delete(account).where(eq(account.id, accountId));
  });
  log.info({ accountId, held: held.length }, 'a deleted account was removed');
}
