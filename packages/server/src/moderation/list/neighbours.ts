import type { MediaNeighbours } from '@clearframe/contract';
import { and, asc, desc, eq, type SQL } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { media } from '../../db/schema.ts';
import { authorize } from '../../security/authorized.ts';
import { newerThan, olderThan, positionAt } from './list-position.ts';
import { type MediaFilter, mediaConditions } from './media-filter.ts';

/**
 * The items beside one in a filtered list. The item itself need not be in it any more: whoever passes the flagged ones goes on
 * to the next flagged one.
 * @throws AppError media_not_found
 */
export async function mediaNeighbours(
  { db }: Pick<Context, 'db'>,
  caller: { accountId: string },
  id: string,
  { sort, ...filter }: MediaFilter & { sort: 'newest' | 'oldest' },
): Promise<MediaNeighbours> {
  const [row] = await db.select({ id: media.id, accountId: media.accountId, at: positionAt }).from(media).where(eq(media.id, id));
  const position = authorize(row, caller, 'media_not_found');
  const first = async (side: SQL | undefined, towards: 'newer' | 'older') => {
    const order = towards === 'newer' ? [asc(media.createdAt), desc(media.id)] : [desc(media.createdAt), asc(media.id)];
    const [found] = await db
      .select({ id: media.id })
      .from(media)
      .where(and(mediaConditions(caller.accountId, filter), side))
      .orderBy(...order)
      .limit(1);
    return found?.id ?? null;
  };
  const [newer, older] = await Promise.all([first(newerThan(position), 'newer'), first(olderThan(position), 'older')]);
  return sort === 'newest' ? { previous: newer, next: older } : { previous: older, next: newer };
}
