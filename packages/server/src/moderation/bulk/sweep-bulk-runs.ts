import { and, inArray, lt } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { bulkRun } from '../../db/schema.ts';
import { failBulkRun } from './end-bulk-run.ts';

/** A job is written with its run; one that is still not there after so long is lost. */
const lostMs = 15 * 60_000;
const keptMs = 24 * 3_600_000;
const atOnce = 100;

/** Ends runs whose job is gone (a queue restored without its last jobs, say). @returns how many */
export async function failLostRuns(context: Pick<Context, 'clock' | 'db' | 'live' | 'queue'>): Promise<number> {
  const { clock, db, queue } = context;
  const before = new Date(clock.now().getTime() - lostMs);
  const rows = await db
    .select({ id: bulkRun.id })
    .from(bulkRun)
    .where(and(inArray(bulkRun.state, ['running', 'undoing']), lt(bulkRun.createdAt, before)))
    .limit(atOnce);
  const keysOf = (id: string) => [id, `${id} undo`];
  const open = await queue.openKeys(
    'run-bulk',
    rows.flatMap(({ id }) => keysOf(id)),
  );
  const lost = rows.filter(({ id }) => !keysOf(id).some((key) => open.has(key)));
  for (const { id } of lost) await failBulkRun(context, id);
  return lost.length;
}

/** Forgets runs that ended a day ago; their decisions stay. @returns how many */
export async function forgetBulkRuns({ clock, db }: Pick<Context, 'clock' | 'db'>): Promise<number> {
  const before = new Date(clock.now().getTime() - keptMs);
  const old = db.select({ id: bulkRun.id }).from(bulkRun).where(lt(bulkRun.finishedAt, before)).limit(atOnce);
  return (await db.delete(bulkRun).where(inArray(bulkRun.id, old))).rowCount ?? 0;
}
