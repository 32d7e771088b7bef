import type { MediaNeighbours, MediaSort } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { media } from '../../db/schema.ts';
import { authorize } from '../../security/authorized.ts';
import { earlierThan, type ListPosition, laterThan, orderBy, positionAt, requireSortable } from './list-order.ts';
import { type MediaFilter, mediaConditions } from './media-filter.ts';

type Query = MediaFilter & { sort: MediaSort };

/** Where an item stands in a list, whether it is in it or not. @throws AppError media_not_found, validation_failed */
export async function placeOf(
  { db }: Pick<Context, 'db'>,
  caller: { accountId: string },
  id: string,
  { sort, status }: Pick<Query, 'sort' | 'status'>,
): Promise<ListPosition> {
  requireSortable({ sort, status });
  const [row] = await db
    .select({ id: media.id, accountId: media.accountId, at: positionAt(sort) })
    .from(media)
    .where(and(eq(media.id, id), media.kept));
  return authorize(row, caller, 'media_not_found');
}

/**
 * The items beside one in a filtered list. The item itself need not be in it any more: whoever passes the flagged ones goes on
 * to the next flagged one.
 * @throws AppError media_not_found, validation_failed
 */
export async function mediaNeighbours(
  context: Pick<Context, 'db'>,
  caller: { accountId: string },
  id: string,
  { sort, ...filter }: Query,
): Promise<MediaNeighbours> {
  const position = await placeOf(context, caller, id, { sort, status: filter.status });
  const { db } = context;
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
