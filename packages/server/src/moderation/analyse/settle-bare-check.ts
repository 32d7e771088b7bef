import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { insertFrom } from '../../db/insert-from.ts';
import { analysis as analysisTable, media } from '../../db/schema.ts';
import { isQueued, type MediaRow } from '../item/media-row.ts';
import { type Claimed, ClaimGone, newsOf, type Result, type SettleContext } from './result.ts';

/**
 * The verdict of a picture that nobody keeps, in few statements: no files, no seconds, nobody to tell but the request that waits for it.
 * @returns null where somebody else has settled it: nothing was written
 */
export async function settleBareCheck(
  { clock, live }: Pick<SettleContext, 'clock' | 'live'>,
  tx: Tx,
  { item, claimed, changes, result }: { item: MediaRow; claimed: Claimed; changes: Partial<MediaRow>; result: Result },
): Promise<{ settled: MediaRow; followed: undefined } | null> {
  const attempt = { mediaId: item.id, attempt: item.attempt };
  const { analysis, moderation } = result;
  const taken = tx.update(media).set(changes).where(isQueued(attempt)).returning({ id: media.id });
  const written = insertFrom(analysisTable, { ...attempt, analysis, moderation, createdAt: clock.now() }, sql`taken`);
  const { rows } = await tx.execute<{ taken: number }>(sql`
    with taken as ${taken}, result as (${written})
    select (select count(*)::int from taken) as taken, ${live.notices(newsOf(item))}`);
  if (!rows[0]?.taken) return null;
  if (claimed && !(await claimed.complete(tx))) throw new ClaimGone('The job is another run’s by now');
  return { settled: { ...item, ...changes }, followed: undefined };
}
