import { AppError } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { refuseSuspended } from '../../billing/suspension.ts';
import type { Context } from '../../context.ts';
import { media } from '../../db/schema.ts';
import { announceMedia } from '../../live/announce.ts';
import { queueAnalysis } from '../analyse/queue-analysis.ts';
import { lockMedia } from '../decide/decide.ts';
import { newestAttempt } from '../item/decision-rows.ts';
import type { MediaRow } from '../item/media-row.ts';

/**
 * Has an upload whose analysis failed analysed again, because its caller repeats the request. It is the same order as before: what
 * was released is held again, and charged once. Of parallel repeats the first does it and the others find it done.
 * @returns whether it waits again by this; false = it has a result, or somebody else was first
 * @throws AppError media_not_found, media_held, account_suspended, subscription_required, frames_exhausted:
 * nothing was changed
 */
export async function retryUpload(
  context: Pick<Context, 'clock' | 'db' | 'live' | 'queue'>,
  { id, accountId }: Pick<MediaRow, 'id' | 'accountId'>,
): Promise<boolean> {
  return await context.db.transaction(async (tx) => {
    const item = await lockMedia(tx, { accountId }, id);
    if (item.state !== 'failed') return false;
    // Its upload was answered and charged: what failed is another order, which whoever made it may make again.
    if ((await newestAttempt(tx, item.id)) !== null) return false;
    // It would write copies beside an original that has to stay as it was found.
    if (item.legalHoldAt !== null) throw new AppError('media_held');
    const attempt = item.attempt + 1;
    await tx.update(media).set({ state: 'queued', attempt, secondsDone: 0, moderationError: null }).where(eq(media.id, item.id));
    await announceMedia(context.live, item, tx);
    await refuseSuspended(tx, item.accountId);
    await queueAnalysis(context, tx, { ...item, attempt, order: 0, overruleUntil: null });
    return true;
  });
}
