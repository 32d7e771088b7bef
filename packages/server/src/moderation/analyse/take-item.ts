import type { Policy } from '@clearframe/contract';
import type { Db } from '../../db/client.ts';
import { media } from '../../db/schema.ts';
import { stageNotice } from '../../live/announce.ts';
import { policyOf, policyParts } from '../../policy/read-policy.ts';
import { isQueued, type MediaAttempt, type MediaRow } from '../item/media-row.ts';

/**
 * The item of an attempt that is still to be made, and by what it is judged: read once, so that what flags the seconds of a video is what
 * gives the verdict. Open pages are told that its analysis begins.
 */
export async function takeItem(db: Db, job: MediaAttempt): Promise<{ item: MediaRow; policy: Policy } | null> {
  const [row] = await db
    .select({ item: media, parts: policyParts(media.accountId), told: stageNotice(media, 'analysis') })
    .from(media)
    .where(isQueued(job));
  return row ? { item: row.item, policy: policyOf(row.parts) } : null;
}
