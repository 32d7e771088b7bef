import { and, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm';
import { media } from '../../db/schema.ts';

/** Where an item stands in the lists by time. `at` as PostgreSQL writes it: a Date would cut off the microseconds. */
export type ListPosition = { id: string; at: string };

export const positionAt = sql<string>`${media.createdAt}::text`;

const moment = ({ at }: ListPosition) => sql`${at}::timestamptz`;

// The first condition says nothing new, but it alone lets the index begin at the position; by the others it would be walked from its end.
/** Later in the list that has the oldest first. Items of the same moment stand by their ids, as in the list. */
export const newerThan = (position: ListPosition): SQL | undefined =>
  and(
    sql`${media.createdAt} >= ${moment(position)}`,
    or(sql`${media.createdAt} > ${moment(position)}`, and(eq(media.createdAt, moment(position)), lt(media.id, position.id))),
  );
export const olderThan = (position: ListPosition): SQL | undefined =>
  and(
    sql`${media.createdAt} <= ${moment(position)}`,
    or(sql`${media.createdAt} < ${moment(position)}`, and(eq(media.createdAt, moment(position)), gt(media.id, position.id))),
  );
