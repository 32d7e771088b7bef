import { limits } from '@clearframe/contract';
import { and, eq, inArray, isNull, lt, lte } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { batch, batchItem } from '../db/schema.ts';
import { failBatch } from './run-batch.ts';

/** A job is written with its batch; one that is still not there after so long is lost. */
const LOST_MS = 15 * 60_000;
const AT_ONCE = 100;

/** Ends batches whose job is gone (a queue restored without its last jobs, say). Returns how many. */
export async function failLostBatches({ clock, db, queue }: Pick<Context, 'clock' | 'db' | 'queue'>): Promise<number> {
  const before = new Date(clock.now().getTime() - LOST_MS);
  const open = await db
    .selectDistinct({ id: batch.id })
    .from(batch)
    .innerJoin(batchItem, eq(batchItem.batchId, batch.id))
    .where(and(lt(batch.createdAt, before), isNull(batchItem.mediaId), isNull(batchItem.errorCode)))
    .limit(AT_ONCE);
  let failed = 0;
  for (const { id } of open) {
    if (await queue.isOpen('run-batch', id)) continue;
    await failBatch({ db }, id);
    failed += 1;
  }
  return failed;
}

/** Forgets batches whose days are over; the items stay. Returns how many. */
export async function removeOldBatches({ clock, db }: Pick<Context, 'clock' | 'db'>): Promise<number> {
  const before = new Date(clock.now().getTime() - limits.batchKeptMs);
  const old = db.select({ id: batch.id }).from(batch).where(lte(batch.createdAt, before)).limit(AT_ONCE);
  return (await db.delete(batch).where(inArray(batch.id, old))).rowCount ?? 0;
}
