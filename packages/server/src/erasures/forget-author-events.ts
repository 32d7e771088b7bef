import { asc, inArray, sql } from 'drizzle-orm';
import type { ErasureRow } from '../authors/erasure-row.ts';
import { delivery, deliveryAttempt } from '../db/schema.ts';
import type { EraseContext } from './erase-items.ts';

/** Events of one transaction. */
const BATCH = 200;

/**
 * Empties what webhooks were told of the author alone. What still waits is not sent: without its author it says nothing.
 * @returns how many events; 0 = none is left
 */
export async function forgetAuthorEvents({ clock, db }: EraseContext, { accountId, authorId }: ErasureRow): Promise<number> {
  if (authorId === null) return 0;
  return await db.transaction(async (tx) => {
    const some = await tx
      .select({ id: delivery.id })
      .from(delivery)
      .where(sql`${delivery.accountId} = ${accountId} and ${delivery.mediaId} is null and ${delivery.subjectType} = 'author'
        and ${delivery.subjectId} = ${authorId} and ${delivery.body} is not null`)
      .orderBy(asc(delivery.id))
      .limit(BATCH)
      .for('update');
    if (some.length === 0) return 0;
    const ids = some.map(({ id }) => id);
    await tx.update(deliveryAttempt).set({ response: null }).where(inArray(deliveryAttempt.deliveryId, ids));
    await tx
      .update(delivery)
      .set({
        body: null,
        state: sql`case ${delivery.state} when 'waiting' then 'cancelled' else ${delivery.state} end`,
        finishedAt: sql`coalesce(${delivery.finishedAt}, ${clock.now().toISOString()}::timestamptz)`,
      })
      .where(inArray(delivery.id, ids));
    return ids.length;
  });
}
