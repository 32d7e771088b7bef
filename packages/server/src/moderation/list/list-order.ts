import { AppError, type MediaSort, type MediaStatus } from '@clearframe/contract';
import { and, asc, desc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm';
import { media } from '../../db/schema.ts';

/** Where an item stands in a list. `at` is what orders the list, as PostgreSQL writes it: a Date would cut off the microseconds. */
export type ListPosition = { id: string; at: string };

const orders = {
  newest: { by: media.createdAt, type: sql`timestamptz`, isDescending: true },
  oldest: { by: media.createdAt, type: sql`timestamptz`, isDescending: false },
  likeliest: { by: media.likelihood, type: sql`real`, isDescending: true },
  least_certain: { by: media.margin, type: sql`real`, isDescending: false },
} as const satisfies Record<MediaSort, object>;

export const isByTime = (sort: MediaSort): boolean => orders[sort].by === media.createdAt;

/** Only what nobody has decided has an index by score. @throws AppError validation_failed */
export function requireSortable({ sort, status }: { sort: MediaSort; status?: MediaStatus | undefined }): void {
  if (isByTime(sort) || status === 'undecided') return;
  const message = `The order ${sort} is one of status=undecided; lists of other items go by newest or oldest`;
  throw new AppError('validation_failed', { errors: [{ path: 'sort', message }] });
}

export const positionAt = (sort: MediaSort): SQL<string> => sql<string>`${orders[sort].by}::text`;

/**
 * @param isReversed the same index read from the other end
 * @param status of all items of the list: what is not checked lies together in an index that begins with the verdict. Without it in the
 *   order PostgreSQL walks all items by their time, however few of them are not checked.
 */
export function orderBy(sort: MediaSort, isReversed = false, status?: MediaStatus): SQL[] {
  const { by, isDescending } = orders[sort];
  const isBackward = isDescending === isReversed;
  const verdict = isByTime(sort) && status === 'not_checked' ? [(isBackward ? desc : asc)(media.moderationFlagged)] : [];
  return [...verdict, ...(isBackward ? [asc(by), desc(media.id)] : [desc(by), asc(media.id)])];
}

/** Items that come later in the list than a position. Items of the same moment or score stand by their ids. */
export function laterThan(sort: MediaSort, { at, id }: ListPosition, isReversed = false): SQL | undefined {
  const { by, type, isDescending } = orders[sort];
  const value = sql`${at}::${type}`;
  // The first condition says nothing new, but it alone lets the index begin at the position; by the others it would be walked from its end.
  return isDescending === isReversed
    ? and(sql`${by} >= ${value}`, or(sql`${by} > ${value}`, and(eq(by, value), lt(media.id, id))))
    : and(sql`${by} <= ${value}`, or(sql`${by} < ${value}`, and(eq(by, value), gt(media.id, id))));
}

/** Items that come earlier in the list. */
export const earlierThan = (sort: MediaSort, position: ListPosition): SQL | undefined => laterThan(sort, position, true);
