import { limits, type MediaRoll, type MediaSort } from '@clearframe/contract';
import { and } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { presentMedia } from '../item/present.ts';
import { readRows } from './find-media.ts';
import { earlierThan, laterThan } from './list-order.ts';
import { type MediaFilter, mediaConditions } from './media-filter.ts';
import { placeOf } from './neighbours.ts';

/**
 * A few items before one in a filtered list and after it, as the list shows them. The item itself need not be in it any more.
 * @throws AppError media_not_found, validation_failed
 */
export async function mediaRoll(
  context: Pick<Context, 'clock' | 'db' | 'fileUrls'>,
  caller: { accountId: string },
  id: string,
  { sort, ...filter }: MediaFilter & { sort: MediaSort },
): Promise<MediaRoll> {
  const { status } = filter;
  const position = await placeOf(context, caller, id, { sort, status });
  const conditions = mediaConditions(caller.accountId, filter);
  const rows = async (isReversed: boolean, limit: number) => {
    const beside = isReversed ? earlierThan(sort, position) : laterThan(sort, position);
    const read = await readRows(context, and(conditions, beside), { sort, status, isReversed, limit });
    return read.map(({ row }) => row);
  };
  const [before, after] = await Promise.all([rows(true, limits.rollBefore), rows(false, limits.rollAfter)]);
  const shown = await presentMedia(context, [...before.toReversed(), ...after]);
  return { before: shown.slice(0, before.length), after: shown.slice(before.length) };
}
