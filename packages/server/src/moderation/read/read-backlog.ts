import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/client.ts';
import { media, writingBacklog } from '../../db/schema.ts';
import { wantsWriting } from '../../policy/needs-writing.ts';
import { readPolicy } from '../../policy/read-policy.ts';
import { queueBacklog } from '../../policy/want-writing.ts';
import { newId } from '../../security/new-id.ts';
import type { Examiner } from '../analyse/examine-item.ts';
import { queueReading } from './queue-reading.ts';
import { type ReadContext, type ReadSigns, readItem } from './read-item.ts';
import { unreadItems } from './unread.ts';

/** So long does one job read before others have their turn; the item that it is at is read to its end. */
const JOB_MS = 500;
/** Videos have jobs of their own, a few at a time. */
const VIDEOS = 20;
/** How long a run waits for videos, and for analyses that began before it. */
const WAIT_MS = 10_000;
/** Clocks of two machines differ by less. */
const MARGIN_MS = 60_000;

type Run = { accountId: string; run: string };
type BacklogContext = ReadContext & Pick<Context, 'queue'>;

const isRun = ({ accountId, run }: Run) => and(eq(writingBacklog.accountId, accountId), eq(writingBacklog.run, run));

/** All that is unread when the run begins, once: a bar that grows while it fills says nothing. */
async function count(db: Db, run: Run): Promise<void> {
  const unread = and(eq(media.accountId, run.accountId), isNotNull(media.writingTries));
  const total = sql`(select count(*)::int from ${media} where ${unread})`;
  await db.update(writingBacklog).set({ total }).where(isRun(run));
}

/** Whether an analysis may still end that goes by what the account wanted before. */
async function isOldUnderWay(tx: Tx, accountId: string, startedAt: Date): Promise<boolean> {
  const before = new Date(startedAt.getTime() + MARGIN_MS);
  const rows = await tx
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.accountId, accountId), eq(media.state, 'queued'), lt(media.createdAt, before)))
    .limit(1);
  return rows.length > 0;
}

/**
 * Hands the run over to its next job, or ends it where nothing is left. The row has the run that may do so: a job that was taken twice
 * hands over once.
 */
async function passOn(context: BacklogContext, { accountId, run }: Run): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [row] = await tx.select().from(writingBacklog).where(isRun({ accountId, run })).for('update');
    if (!row) return;
    const next = newId();
    const goOn = async (startAfterMs?: number): Promise<void> => {
      await tx.update(writingBacklog).set({ run: next }).where(isRun({ accountId, run }));
      await queueBacklog(context, tx, { accountId, run: next, ...(startAfterMs === undefined ? {} : { startAfterMs }) });
    };
    if ((await unreadItems(tx, { accountId, kind: 'picture', limit: 1 })).length > 0) return await goOn();
    const videos = await unreadItems(tx, { accountId, kind: 'video', limit: VIDEOS });
    for (const video of videos) await queueReading(context, video, { tx, isLooked: false });
    if (videos.length > 0 || (await isOldUnderWay(tx, accountId, row.startedAt))) return await goOn(WAIT_MS);
    await tx.delete(writingBacklog).where(isRun({ accountId, run }));
  });
}

/**
 * Reads some of what an account began to want, and hands over to the next job of the run: accounts take turns, and uploads come between.
 * Ends the run where the account wants it no longer. What was read stays read, whatever becomes of the job.
 */
export async function readBacklog(context: BacklogContext, examiner: Examiner, run: Run, signs: ReadSigns): Promise<void> {
  const { db } = context;
  const [row] = await db.select().from(writingBacklog).where(isRun(run));
  if (!row) return;
  if (!wantsWriting(await readPolicy(db, run.accountId))) return void (await db.delete(writingBacklog).where(isRun(run)));
  if (row.total === null) await count(db, run);
  const until = performance.now() + JOB_MS;
  do {
    signs.stopping.throwIfAborted();
    const [next] = await unreadItems(db, { accountId: run.accountId, kind: 'picture', limit: 1 });
    if (!next) break;
    await readItem(context, examiner, next.id, signs);
    signs.alive();
  } while (performance.now() < until);
  await passOn(context, run);
}
