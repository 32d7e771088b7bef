import { limits } from '@clearframe/contract';
import { and, eq, isNull, lte } from 'drizzle-orm';
import { visitorAccountId } from '../accounts/visitor-account-id.ts';
import type { Context } from '../context.ts';
import { media } from '../db/schema.ts';
import { deleteMedia } from '../moderation/item/delete-media.ts';

/** Of one sweep: more than the limits on visitors let in within a minute. */
const AT_ONCE = 1_000;

/**
 * Removes pictures of visitors, with their copies and results, a minute before the time by which the first page says they are gone:
 * this runs each minute. What the operator withholds by law stays. Returns how many.
 */
export async function removeVisitorChecks(
  context: Pick<Context, 'clock' | 'db' | 'live' | 'storage'>,
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(context.clock.now().getTime() - limits.tryItKeptMs);
  const old = await context.db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.accountId, visitorAccountId), lte(media.createdAt, before), isNull(media.legalHoldAt)))
    .limit(AT_ONCE);
  for (const { id } of old) {
    signal?.throwIfAborted();
    await deleteMedia(context, { accountId: visitorAccountId }, id);
  }
  return old.length;
}
