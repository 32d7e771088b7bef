import { type Analysis, labelFor, MediaKind } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { analysis as analysisTable, media } from '../../db/schema.ts';
import { readLabels } from '../../labels/read-labels.ts';
import { readPolicy } from '../../policy/read-policy.ts';
import { blockedVerdict } from '../judge/apply-author.ts';
import { type TellContext, tellOfVerdict } from '../tell/tell-webhooks.ts';
import { newsOf } from './result.ts';

/**
 * Flags an item of a blocked author in the transaction that makes it: nobody looks at it, no frame is held, and the hooks are told. Of a
 * check nobody is told but whoever waits for it.
 */
export async function settleBlocked(
  context: TellContext & Pick<Context, 'clock' | 'live'>,
  tx: Tx,
  mediaId: string,
): Promise<void> {
  const [item] = await tx.select().from(media).where(eq(media.id, mediaId));
  if (!item) throw new Error('The item was not written');
  const { version } = await readPolicy(tx, item.accountId);
  const moderation = blockedVerdict(version, labelFor(await readLabels(tx, item.accountId), undefined).key);
  const now = context.clock.now();
  const analysis: Analysis = {
    kind: MediaKind.parse(item.kind),
    // Nothing was decoded.
    width: item.width ?? 0,
    height: item.height ?? 0,
    frames_analysed: 0,
    scores: {},
    coverage: moderation.ai_analysis.coverage,
    description: '',
    text: '',
    processing_time_ms: 0,
    analysis_version: 'none',
  };
  const [settled] = await tx
    .update(media)
    // As everything that something else than a score flags.
    .set({ state: 'done', moderationFlagged: true, moderationCheckedAt: now, likelihood: 1, margin: 1 })
    .where(eq(media.id, mediaId))
    .returning();
  if (!settled) throw new Error('The item was not settled');
  await tx.insert(analysisTable).values({ mediaId, attempt: item.attempt, analysis, moderation, createdAt: now });
  if (settled.kept) await tellOfVerdict(context, tx, settled, undefined);
  await context.live.publish(newsOf(settled), tx);
}
