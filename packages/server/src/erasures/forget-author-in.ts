import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { delivery, deliveryAttempt } from '../db/schema.ts';
import { withoutAuthor } from './without-author.ts';

type Told = { id: string; body: string; waiting: boolean };

/**
 * Takes who made an item out of what webhooks are told. What waits is still told, without the author; of what was told the bytes go. What
 * receivers answered goes of both.
 * @param which a condition on `delivery d`
 */
export async function forgetAuthorIn(tx: Tx, which: SQL): Promise<void> {
  // An attempt that began before this has read its body, and sends that. What a decision cancelled waits again when it is taken back.
  const { rows } = await tx.execute<Told>(sql`
    select d.id, d.body, d.state = 'waiting' or (d.state = 'cancelled' and d.cancelled_by is not null) as waiting
    from delivery d where ${which} and d.body is not null order by d.id for update`);
  if (rows.length === 0) return;
  const all = rows.map(({ id }) => id);
  await tx.update(deliveryAttempt).set({ response: null }).where(inArray(deliveryAttempt.deliveryId, all));
  for (const { id, body } of rows.filter(({ waiting }) => waiting))
    await tx
      .update(delivery)
      .set({ body: withoutAuthor(body) })
      .where(inArray(delivery.id, [id]));
  const told = rows.filter(({ waiting }) => !waiting).map(({ id }) => id);
  if (told.length === 0) return;
  await tx.update(delivery).set({ body: null }).where(inArray(delivery.id, told));
}
