import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { analysis, media, sweepPosition } from '../../db/schema.ts';
import { placeInQueue } from '../judge/place-in-queue.ts';

const step = 'review-queue';
const itemsPerPage = 500;
const pagesPerRun = 20;
/** After every id there is: the walk is made once. */
const end = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const beginning = '00000000-0000-0000-0000-000000000000';

/** Scores and limits of their newest results, for the order of the queue. */
async function placeThem(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const results = await tx
    .selectDistinctOn([analysis.mediaId], { mediaId: analysis.mediaId, moderation: analysis.moderation })
    .from(analysis)
    .where(inArray(analysis.mediaId, [...ids]))
    .orderBy(analysis.mediaId, desc(analysis.attempt));
  for (const { mediaId, moderation } of results)
    await tx.update(media).set(placeInQueue(moderation)).where(eq(media.id, mediaId));
}

/** Items after an id. Their rows are locked first: whoever decides one of them at this moment is seen, or waits. @returns the last id */
async function queuePage(tx: Tx, after: string): Promise<{ last: string; queued: number }> {
  const rows = await tx
    .select({ id: media.id })
    .from(media)
    .where(gt(media.id, after))
    .orderBy(asc(media.id))
    .limit(itemsPerPage)
    .for('no key update');
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return { last: end, queued: 0 };
  const newest = sql`(select not waits_second from decision where media_id = ${media.id} and undone_at is null and overruled_at is null
    order by at desc, id desc limit 1)`;
  const stands = sql`coalesce(${newest}, false)`;
  const isDue = sql`(coalesce(${media.moderationFlagged}, false) or ${media.needsReview} or ${media.sampled} or ${media.state} = 'failed')`;
  const changed = await tx
    .update(media)
    .set({ decided: stands })
    .where(and(inArray(media.id, ids), sql`(${media.decided} <> ${stands} or ${media.waiting} <> (${isDue} and not ${stands}))`))
    .returning({ waiting: media.waiting });
  // What the version before settled beside the triggers waits already, and has no place by score.
  const unplaced = and(inArray(media.id, ids), media.waiting, eq(media.likelihood, 0), eq(media.margin, 0));
  const waiting = await tx.select({ id: media.id }).from(media).where(unplaced);
  await placeThem(
    tx,
    waiting.map(({ id }) => id),
  );
  return { last: ids.at(-1) ?? end, queued: changed.filter((row) => row.waiting).length };
}

/**
 * Puts what was there before the queue of review into it, page by page and once: the triggers see to what comes.
 * @returns how many items wait because of this run
 */
export async function queueEarlierItems({ db }: Pick<Context, 'db'>, signal?: AbortSignal): Promise<number> {
  const [kept] = await db.select().from(sweepPosition).where(eq(sweepPosition.step, step));
  let last = kept?.id ?? beginning;
  let queued = 0;
  for (let page = 0; page < pagesPerRun && last !== end; page += 1) {
    signal?.throwIfAborted();
    const done = await db.transaction(async (tx) => {
      const visited = await queuePage(tx, last);
      const row = { step, at: new Date(0), id: visited.last };
      await tx.insert(sweepPosition).values(row).onConflictDoUpdate({ target: sweepPosition.step, set: row });
      return visited;
    });
    last = done.last;
    queued += done.queued;
  }
  return queued;
}
