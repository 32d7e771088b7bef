import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { media } from '../../db/schema.ts';

/**
 * Lets nobody remove these items of an account until the transaction ends, in which it is written what keeps them: retention passes over
 * items that are locked. Where it has taken one already, this waits until that one is gone.
 * @returns those that are there
 */
export async function keepItems(tx: Tx, accountId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const which = and(eq(media.accountId, accountId), inArray(media.id, [...new Set(ids)]));
  const kept = await tx.select({ id: media.id }).from(media).where(which).orderBy(asc(media.id)).for('key share');
  return kept.map(({ id }) => id);
}
