import { AppError } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { refuseSuspended } from '../../billing/suspension.ts';
import type { Context } from '../../context.ts';
import { media } from '../../db/schema.ts';
import { announceMedia } from '../../live/announce.ts';
import { lockMedia } from '../decide/decide.ts';
import { newestDecisionAt } from '../item/decision-rows.ts';
import { queueAnalysis } from './queue-analysis.ts';

/**
 * Analyses the stored original once more, on the way of every upload and for as many frames: reserved now, charged when it succeeds.
 * Until then, and when it fails, the item stays what it is. What a person decided holds against the new result, unless they ask
 * otherwise.
 * @param overrule the new result takes the place of the decisions that there are now; later ones stay
 * @throws AppError media_not_found, media_held, analysis_running, account_suspended, subscription_required, frames_exhausted:
 * nothing was changed
 */
export async function reanalyse(
  context: Pick<Context, 'clock' | 'db' | 'live' | 'queue'>,
  caller: { accountId: string },
  id: string,
  overrule: boolean,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const item = await lockMedia(tx, caller, id);
    // It would write new copies beside an original that has to stay as it was found.
    if (item.legalHoldAt !== null) throw new AppError('media_held');
    if (item.state === 'queued') throw new AppError('analysis_running');
    const attempt = item.attempt + 1;
    await tx.update(media).set({ state: 'queued', attempt, secondsDone: 0, moderationError: null }).where(eq(media.id, item.id));
    await announceMedia(context.live, item, tx);
    const overruleUntil = overrule ? await newestDecisionAt(tx, item.id) : null;
    await refuseSuspended(tx, item.accountId);
    await queueAnalysis(context, tx, { ...item, attempt, order: attempt, overruleUntil });
  });
}
