import { and, inArray, isNull, lt } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { transparencyRun } from '../db/schema.ts';
import { endRun } from './run-row.ts';

/** A job is written with its run; one that is still not there after so long is lost. */
const lostMs = 15 * 60_000;
const keptMs = 90 * 24 * 3_600_000;
const atOnce = 100;

/** Ends runs whose job is gone (a queue restored without its last jobs, say). What they did not send stays unsent. @returns how many */
export async function failLostSends(context: Pick<Context, 'clock' | 'db' | 'queue'>): Promise<number> {
  const { clock, db, queue } = context;
  const before = new Date(clock.now().getTime() - lostMs);
  const rows = await db
    .select({ id: transparencyRun.id })
    .from(transparencyRun)
    .where(and(isNull(transparencyRun.finishedAt), lt(transparencyRun.createdAt, before)))
    .limit(atOnce);
  const open = await queue.openKeys(
    'send-statements',
    rows.map(({ id }) => id),
  );
  const lost = rows.filter(({ id }) => !open.has(id));
  for (const { id } of lost) await endRun(context, id, 'failed', 'It was interrupted. Send again: nothing is sent twice.');
  return lost.length;
}

/** Forgets runs that ended long ago; what was sent stays known. @returns how many */
export async function forgetSends({ clock, db }: Pick<Context, 'clock' | 'db'>): Promise<number> {
  const before = new Date(clock.now().getTime() - keptMs);
  const old = db
    .select({ id: transparencyRun.id })
    .from(transparencyRun)
    .where(lt(transparencyRun.finishedAt, before))
    .limit(atOnce);
  return (await db.delete(transparencyRun).where(inArray(transparencyRun.id, old))).rowCount ?? 0;
}
