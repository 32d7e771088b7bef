import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { media } from '../../db/schema.ts';
import { readPolicy } from '../../policy/read-policy.ts';
import type { MediaRow } from '../item/media-row.ts';
import { type TellContext, tellOfRejection } from '../tell/tell-webhooks.ts';

/**
 * Flags an item whose analysis failed for good, where the account's policy says so, and tells the hooks. An item that has a verdict
 * already, of an earlier analysis or a person, keeps it.
 * @param item its row, which the transaction has locked
 * @returns whether it is flagged now
 */
export async function rejectFailed(context: TellContext & Pick<Context, 'clock'>, tx: Tx, item: MediaRow): Promise<boolean> {
  if (item.moderationFlagged !== null) return false;
  const { on_analyser_error, version } = await readPolicy(tx, item.accountId);
  if (on_analyser_error === 'hold') return false;
  const [rejected] = await tx
    .update(media)
    .set({
      moderationFlagged: true,
      moderationCheckedAt: context.clock.now(),
      moderationError:
        `${item.moderationError ?? 'The analysis failed'}. It is flagged, ` +
        `because the limits of the account say so (${version}).`,
    })
    .where(eq(media.id, item.id))
    .returning();
  if (rejected) await tellOfRejection(context, tx, rejected, version);
  return rejected !== undefined;
}
