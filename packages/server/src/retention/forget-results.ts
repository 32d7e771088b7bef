import { and, inArray, isNotNull } from 'drizzle-orm';
import { analysis, delivery, deliveryAttempt, media, mediaSecond } from '../db/schema.ts';
import { lockDays, type RetainContext } from './days.ts';
import { cutoffsOf, lockAndJudge } from './judge-age.ts';

/**
 * Removes what analyses of these items said, where it is due: scores, texts that were read, the description, seconds of videos, what
 * files were signed with, and the copies of it in what webhooks were sent. The items stay, with their verdict, their decisions and what
 * `quality/` counts.
 * @returns of how many items
 */
export function forgetResults(context: RetainContext, accountId: string, ids: readonly string[]): Promise<number> {
  const { clock, config, db } = context;
  return db.transaction(async (tx) => {
    const cutoffs = cutoffsOf(await lockDays(tx, config, accountId), clock.now());
    const judged = await lockAndJudge(tx, accountId, cutoffs, ids);
    // What goes altogether is not looked at twice.
    const due = judged.filter(({ isDue, hasDueResults }) => hasDueResults && !isDue).map(({ id }) => id);
    if (due.length === 0) return 0;
    await tx.delete(analysis).where(inArray(analysis.mediaId, due));
    await tx.delete(mediaSecond).where(inArray(mediaSecond.mediaId, due));
    // Writing that nobody has read would be read for nothing.
    const isUnread = and(inArray(media.id, due), isNotNull(media.writingTries));
    await tx.update(media).set({ writingTries: null }).where(isUnread);
    const hasCredentials = and(inArray(media.id, due), isNotNull(media.contentCredentials));
    await tx.update(media).set({ contentCredentials: null }).where(hasCredentials);
    const emptied = await tx
      .update(delivery)
      .set({ body: null })
      .where(and(inArray(delivery.mediaId, due), isNotNull(delivery.body)))
      .returning({ id: delivery.id });
    const deliveries = emptied.map(({ id }) => id);
    if (deliveries.length > 0)
      await tx.update(deliveryAttempt).set({ response: null }).where(inArray(deliveryAttempt.deliveryId, deliveries));
    return due.length;
  });
}
