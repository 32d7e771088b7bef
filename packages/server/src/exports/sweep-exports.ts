import { and, asc, inArray, lt, lte } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { dataExport } from '../db/schema.ts';
import { failExport } from './make-export.ts';
import { removeExport } from './take-export.ts';

/** A job is written with its row; one that is still not there after so long is lost. */
const LOST_MS = 15 * 60_000;
const BATCH = 100;

/** Ends exports whose job is gone, so that another can be asked for. Returns how many. */
export async function failLostExports(context: Pick<Context, 'clock' | 'db' | 'live' | 'queue'>): Promise<number> {
  const before = new Date(context.clock.now().getTime() - LOST_MS);
  const waiting = await context.db
    .select({ id: dataExport.id })
    .from(dataExport)
    .where(and(inArray(dataExport.state, ['queued', 'running']), lt(dataExport.createdAt, before)))
    .orderBy(asc(dataExport.createdAt))
    .limit(BATCH);
  let failed = 0;
  for (const { id } of waiting) {
    if (await context.queue.isOpen('export-data', id)) continue;
    await failExport(context, id);
    failed += 1;
  }
  return failed;
}

/** Removes exports whose days are over, with their files. Returns how many. */
export async function removeOldExports(context: Pick<Context, 'clock' | 'db' | 'live' | 'storage'>): Promise<number> {
  const old = await context.db.select().from(dataExport).where(lte(dataExport.expiresAt, context.clock.now())).limit(BATCH);
  for (const row of old) await removeExport(context, row);
  return old.length;
}
