import { limits } from '@clearframe/contract';
import { and, asc, isNull, lte, not } from 'drizzle-orm';
import { z } from 'zod';
import { media } from '../../db/schema.ts';
import { abandonChecks, type FinishContext } from './finish-checks.ts';

/** Of one sweep. */
const AT_ONCE = 1_000;

const Metadata = z.object({ door: z.string() }).catch({ door: 'checker' });

/**
 * Ends checks whose process died: nobody was answered, so that nothing is charged. A minute before the five after which the guides say
 * they are gone, because this runs each minute. @returns how many
 */
export async function sweepChecks(context: FinishContext, signal?: AbortSignal): Promise<number> {
  const before = new Date(context.clock.now().getTime() - limits.checkKeptMs);
  const left = await context.db
    .select({ id: media.id, accountId: media.accountId, tokenId: media.accessTokenId, metadata: media.metadata })
    .from(media)
    .where(and(not(media.kept), lte(media.createdAt, before), isNull(media.legalHoldAt)))
    .orderBy(asc(media.createdAt))
    .limit(AT_ONCE);
  for (const { id, accountId, tokenId, metadata } of left) {
    signal?.throwIfAborted();
    const owner = { accountId, tokenId, door: Metadata.parse(metadata).door, keep: 'none' } as const;
    await abandonChecks(context, owner, [id]);
  }
  return left.length;
}
