import { and, asc, eq, inArray, lt } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { delivery, webhook } from '../db/schema.ts';
import { after, visitPages } from '../db/visit-pages.ts';
import { lostMs } from './delivery-view.ts';
import { attemptKey, queueAttempt } from './queue-delivery.ts';

const PAGE = 500;

/**
 * Gives deliveries that wait without a job another one: its job failed 20 times, was forgotten after 14 days, or is missing in a
 * database that was restored. Those whose job still waits, however long, are left alone. Returns how many were added.
 */
export async function requeueLost(
  { clock, db, queue }: Pick<Context, 'clock' | 'db' | 'queue'>,
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(clock.now().getTime() - lostMs);
  return await visitPages(
    db,
    { step: 'lost deliveries', signal },
    (position) =>
      db
        .select({ id: delivery.id, at: delivery.nextAttemptAt, attempts: delivery.attempts })
        .from(delivery)
        .where(
          and(
            eq(delivery.state, 'waiting'),
            lt(delivery.nextAttemptAt, before),
            after(delivery.nextAttemptAt, delivery.id, position),
          ),
        )
        .orderBy(asc(delivery.nextAttemptAt), asc(delivery.id))
        .limit(PAGE),
    async (rows) => {
      const keys = rows.map(({ id, attempts }) => ({ id, key: attemptKey({ deliveryId: id, attempt: attempts + 1 }) }));
      const open = await queue.openKeys(
        'deliver-webhook',
        keys.map(({ key }) => key),
      );
      const lost = keys.flatMap(({ id, key }) => (open.has(key) ? [] : id));
      return lost.length === 0 ? 0 : await requeue({ db, queue }, lost);
    },
  );
}

/** Looks again under the rows' locks: an attempt that has just ended has added the job of the next one. */
async function requeue({ db, queue }: Pick<Context, 'db' | 'queue'>, ids: string[]): Promise<number> {
  return await db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: delivery.id, attempts: delivery.attempts, hook: webhook, accountId: delivery.accountId })
      .from(delivery)
      .leftJoin(webhook, eq(webhook.id, delivery.webhookId))
      .where(and(inArray(delivery.id, ids), eq(delivery.state, 'waiting')))
      .for('update', { of: delivery, skipLocked: true });
    let added = 0;
    for (const { id, attempts, hook, accountId } of rows) {
      const attempt = { deliveryId: id, attempt: attempts + 1, hook: hook ?? { accountId, isSlow: false }, delayMs: 0 };
      if (await queueAttempt({ queue }, tx, attempt)) added += 1;
    }
    return added;
  });
}
