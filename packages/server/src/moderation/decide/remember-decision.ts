import { desc, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { analysis } from '../../db/schema.ts';
import { forgetItem, remember } from '../../known-pictures/remember.ts';
import type { DecisionRow } from '../item/decision-rows.ts';
import type { MediaRow } from '../item/media-row.ts';

/**
 * Has the account know the picture of an item by the decision that holds now, or no longer when none does. A picture with too
 * little in it to be recognised, a video, and what was not analysed yet are not known; the last is once its analysis is done. One whose
 * results were removed stays known, by the new decision.
 */
export async function rememberDecision(
  tx: Tx,
  { id, accountId }: Pick<MediaRow, 'id' | 'accountId'>,
  standing: Pick<DecisionRow, 'to' | 'note' | 'at'> | undefined,
): Promise<void> {
  if (!standing) return forgetItem(tx, id);
  const [newest] = await tx
    .select({ result: analysis.analysis })
    .from(analysis)
    .where(eq(analysis.mediaId, id))
    .orderBy(desc(analysis.attempt))
    .limit(1);
  await remember(tx, { accountId, mediaId: id, ...standing }, newest?.result.hash);
}
