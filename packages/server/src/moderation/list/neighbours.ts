import type { MediaNeighbours, MediaSort } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { media } from '../../db/schema.ts';
import { authorize } from '../../security/authorized.ts';
import { earlierThan, laterThan, orderBy, positionAt, requireSortable } from './list-order.ts';
import { type MediaFilter, mediaConditions } from './media-filter.ts';

/**
 * The items beside one in a filtered list. The item itself need not be in it any more: whoever passes the flagged ones goes on
 * to the next flagged one.
 * @throws AppError media_not_found, validation_failed
 */
export async function mediaNeighbours(
  { db }: Pick<Context, 'db'>,
  caller: { accountId: string },
  id: string,
  { sort, ...filter }: MediaFilter & { sort: MediaSort },
): Promise<MediaNeighbours> {
  requireSortable({ sort, status: filter.status });
  const [row] = await db
    .select({ id: media.id, accountId: media.accountId, at: positionAt(sort) })
    .from(media)
    .where(and(eq(media.id, id), media.kept));
  const position = authorize(row, caller, 'media_not_found');
  const first = async (isBefore: boolean) => {
    const beside = isBefore ? earlierThan(sort, position) : laterThan(sort, position);
    const [found] = await db
      .select({ id: media.id })
      .from(media)
      .where(and(mediaConditions(caller.accountId, filter), beside))
      .orderBy(...orderBy(sort, isBefore, filter.status))
      .limit(1);
    return found?.id ?? null;
  };
  const [previous, next] = await Promise.all([first(true), first(false)]);
  return { previous, next };
}
