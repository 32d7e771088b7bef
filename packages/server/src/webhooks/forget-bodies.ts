import { limits } from '@clearframe/contract';
import { and, inArray, isNotNull, lt } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { delivery, deliveryAttempt } from '../db/schema.ts';

/** A transaction holds its locks for a moment only. */
const BATCH = 1_000;

/**
 * Empties what was sent long ago, and what came back: a busy account would
 * otherwise keep gigabytes of it. That it was sent stays. Goes on until none is left. Returns how many.
 */
export async function forgetBodies({ clock, db }: Pick<Context, 'clock' | 'db'>, signal?: AbortSignal): Promise<number> {
  const before = new Date(clock.now().getTime() - limits.webhookBodyKeptMs);
  const old = db
    .select({ id: delivery.id })
    .from(delivery)
    .where(and(isNotNull(delivery.body), lt(delivery.finishedAt, before)))
    .limit(BATCH);
  const forgetSome = () =>
    db.transaction(async (tx) => {
      const emptied = await tx
        .update(delivery)
        .set({ body: null })
        // Looked at again under the row's lock: a person may have it sent once more.
        .where(and(inArray(delivery.id, old), lt(delivery.finishedAt, before)))
        .returning({ id: delivery.id });
      const ids = emptied.map(({ id }) => id);
      if (ids.length > 0)
        await tx.update(deliveryAttempt).set({ response: null }).where(inArray(deliveryAttempt.deliveryId, ids));
      return ids.length;
    });
  let forgotten = 0;
  for (;;) {
    signal?.throwIfAborted();
    const some = await forgetSome();
    forgotten += some;
    if (some < BATCH) return forgotten;
  }
}
