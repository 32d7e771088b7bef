import { and, asc, eq, lt } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { media } from '../../db/schema.ts';
import { after, visitPages } from '../../db/visit-pages.ts';
import { type FailContext, failModeration } from './fail-moderation.ts';
import { moderationJobKey } from './queue-analysis.ts';

/** Far longer than an attempt with all its retries takes; a job that waits behind others is left alone, however long. */
const STUCK_MS = 15 * 60_000;
const BATCH = 500;

/**
 * Ends uploads whose job is gone (a queue restored without its last jobs, say):
 * they would stay queued and keep frames reserved for ever. Returns how many.
 */
export async function failStuckMedia(context: FailContext & Pick<Context, 'queue'>, signal?: AbortSignal): Promise<number> {
  const { clock, db, queue } = context;
  const before = new Date(clock.now().getTime() - STUCK_MS);
  return await visitPages(
    db,
    { step: 'stuck uploads', signal },
    (position) =>
      db
        .select({ id: media.id, at: media.createdAt, attempt: media.attempt })
        .from(media)
        .where(and(eq(media.state, 'queued'), lt(media.createdAt, before), after(media.createdAt, media.id, position)))
        .orderBy(asc(media.createdAt), asc(media.id))
        .limit(BATCH),
    async (rows) => {
      const keys = rows.map(({ id, attempt }) => ({ mediaId: id, attempt, key: moderationJobKey(id, attempt) }));
      const wanted = keys.map(({ key }) => key);
      const pictures = await queue.openKeys('moderate-media', wanted);
      const videos = await queue.openKeys('moderate-video', wanted);
      const lost = keys.filter(({ key }) => !pictures.has(key) && !videos.has(key));
      for (const { mediaId, attempt } of lost) await failModeration(context, { mediaId, attempt });
      return lost.length;
    },
  );
}
