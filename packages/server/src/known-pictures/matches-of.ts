import type { PictureHash } from '@clearframe/contract';
import { findNear, type Near, type NearContext } from './find-near.ts';
import { readKnownSettings } from './known-settings.ts';
import { isRecognisable } from './remember.ts';

/**
 * What an item looks like of all that its account knows, the most like it first, and whether the account passes what it knows as
 * passed. The item itself is left out: analysed again, it would match its own decision.
 */
export async function matchesOf(
  context: NearContext,
  item: { id: string; accountId: string },
  hash: PictureHash | undefined,
): Promise<{ near: Near[]; passKnown: boolean }> {
  if (!isRecognisable(hash)) return { near: [], passKnown: false };
  const near = (await findNear(context, item.accountId, hash)).filter(({ row }) => row.mediaId !== item.id);
  // Nothing that is known: nobody asks what becomes of it.
  if (near.length === 0) return { near, passKnown: false };
  const { pass_known: passKnown } = await readKnownSettings(context, item.accountId);
  return { near, passKnown };
}
