import { limits } from '@clearframe/contract';
import { and, asc, eq, exists, inArray, isNull, lt, lte } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { batch, batchItem } from '../db/schema.ts';
import { after, visitPages } from '../db/visit-pages.ts';
import { failBatch } from './run-batch.ts';

/** A job is written with its batch; one that is still not there after so long is lost. */
const LOST_MS = 15 * 60_000;
const AT_ONCE = 100;

/** Ends batches whose job is gone (a queue restored without its last jobs, say). Returns how many. */
export async function failLostBatches(
  { clock, db, queue }: Pick<Context, 'clock' | 'db' | 'queue'>,
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(clock.now().getTime() - LOST_MS);
  const isOpen = and(eq(batchItem.batchId, batch.id), isNull(batchItem.mediaId), isNull(batchItem.errorCode));
  return await visitPages(
    db,
    { step: 'lost batches', signal },
    (position) =>
      db
        .select({ id: batch.id, at: batch.createdAt })
        .from(batch)
        .where(
          and(
            lt(batch.createdAt, before),
            exists(db.select({ id: batchItem.batchId }).from(batchItem).where(isOpen)),
            after(batch.createdAt, batch.id, position),
          ),
        )
        .orderBy(asc(batch.createdAt), asc(batch.id))
        .limit(AT_ONCE),
    async (rows) => {
      const ids = rows.map(({ id }) => id);
      const open = await queue.openKeys('run-batch', ids);
      const lost = ids.filter((id) => !open.has(id));
      for (const id of lost) await failBatch({ db }, id);
      return lost.length;
    },
  );
}

/** Forgets batches whose days are over; the items stay. Returns how many. */
export async function removeOldBatches({ clock, db }: Pick<Context, 'clock' | 'db'>): Promise<number> {
  const before = new Date(clock.now().getTime() - limits.batchKeptMs);
  const old = db.select({ id: batch.id }).from(batch).where(lte(batch.createdAt, before)).limit(AT_ONCE);
  return (await db.delete(batch).where(inArray(batch.id, old))).rowCount ?? 0;
}
