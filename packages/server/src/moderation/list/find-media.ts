import type { MediaPagination, MediaQuery, MediaUpload } from '@clearframe/contract';
import { asc, desc, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { media } from '../../db/schema.ts';
import { authorize } from '../../security/authorized.ts';
import { presentMedia } from '../item/present.ts';
import { countMedia } from './count-media.ts';
import { mediaConditions } from './media-filter.ts';

type FindContext = Pick<Context, 'clock' | 'db' | 'fileUrls'>;
type Caller = { accountId: string };

/** One page of an account's items and how many there are (MED-02): a handful of queries, whatever the page holds. */
export async function listMedia(
  context: FindContext,
  caller: Caller,
  query: MediaQuery,
): Promise<{ media_uploads: MediaUpload[]; pagination: MediaPagination }> {
  const { page, limit, sort } = query;
  // The opposite order is the same index read backwards.
  const order = sort === 'oldest' ? [asc(media.createdAt), desc(media.id)] : [desc(media.createdAt), asc(media.id)];
  const [items, counted] = await Promise.all([
    context.db
      .select()
      .from(media)
      .where(mediaConditions(caller.accountId, query))
      .orderBy(...order)
      .limit(limit)
      .offset((page - 1) * limit),
    countMedia(context, caller.accountId, query),
  ]);
  return { media_uploads: await presentMedia(context, items), pagination: { page, limit, ...counted } };
}

/** @throws AppError media_not_found: there is none, or it belongs to another account (MED-06) */
export async function getMedia(context: FindContext, caller: Caller, id: string): Promise<MediaUpload> {
  const [row] = await context.db.select().from(media).where(eq(media.id, id));
  const [shown] = await presentMedia(context, [authorize(row, caller, 'media_not_found')]);
  if (!shown) throw new Error('The item was not presented');
  return shown;
}
