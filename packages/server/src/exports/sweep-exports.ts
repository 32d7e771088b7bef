import { and, asc, inArray, lt, lte } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { dataExport } from '../db/schema.ts';
import { after, visitPages } from '../db/visit-pages.ts';
import { failExport } from './make-export.ts';
import { removeExport } from './take-export.ts';

/** A job is written with its row; one that is still not there after so long is lost. */
const LOST_MS = 15 * 60_000;
const BATCH = 100;

/** Ends exports whose job is gone, so that another can be asked for. Returns how many. */
export async function failLostExports(
  context: Pick<Context, 'clock' | 'db' | 'live' | 'queue'>,
  signal?: AbortSignal,
): Promise<number> {
  const { clock, db, queue } = context;
  const before = new Date(clock.now().getTime() - LOST_MS);
  const isWaiting = and(inArray(dataExport.state, ['queued', 'running']), lt(dataExport.createdAt, before));
  return await visitPages(
    db,
    { step: 'lost exports', signal },
    (position) =>
      db
        .select({ id: dataExport.id, at: dataExport.createdAt })
        .from(dataExport)
        .where(and(isWaiting, after(dataExport.createdAt, dataExport.id, position)))
        .orderBy(asc(dataExport.createdAt), asc(dataExport.id))
        .limit(BATCH),
    async (rows) => {
      const ids = rows.map(({ id }) => id);
      const open = await queue.openKeys('export-data', ids);
      const lost = ids.filter((id) => !open.has(id));
      for (const id of lost) await failExport(context, id);
      return lost.length;
    },
  );
}

/** Removes exports whose days are over, with their files. Returns how many. */
export async function removeOldExports(context: Pick<Context, 'clock' | 'db' | 'live' | 'storage'>): Promise<number> {
  const old = await context.db.select().from(dataExport).where(lte(dataExport.expiresAt, context.clock.now())).limit(BATCH);
  for (const row of old) await removeExport(context, row);
  return old.length;
}
