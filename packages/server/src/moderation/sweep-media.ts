import { and, asc, eq, lt } from 'drizzle-orm';
import { media } from '../db/schema.ts';
import { type FailContext, failModeration } from './fail-moderation.ts';
import { moderationJobKey } from './queue-analysis.ts';

/** Far longer than an attempt with all its retries takes; a job that waits behind others is left alone, however long. */
const STUCK_MS = 15 * 60_000;
const BATCH = 500;

/** Ends uploads whose job is gone (a queue restored without its last jobs, say): they would stay queued and hold frames for ever. Returns how many. */
export async function failStuckMedia(context: FailContext): Promise<number> {
  const before = new Date(context.clock.now().getTime() - STUCK_MS);
  const waiting = await context.db
    .select({ mediaId: media.id, attempt: media.attempt })
    .from(media)
    .where(and(eq(media.state, 'queued'), lt(media.createdAt, before)))
    .orderBy(asc(media.createdAt))
    .limit(BATCH);
  let failed = 0;
  for (const { mediaId, attempt } of waiting) {
    if (await context.queue.isOpen('moderate-media', moderationJobKey(mediaId, attempt))) continue;
    await failModeration(context, { mediaId, attempt });
    failed += 1;
  }
  return failed;
}
