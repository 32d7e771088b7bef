import { and, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm';
import { media } from '../db/schema.ts';

/** Where an item stands in the lists by time. `at` as PostgreSQL writes it: a Date would cut off the microseconds. */
export type Place = { id: string; at: string };

export const placeAt = sql<string>`${media.createdAt}::text`;

const moment = ({ at }: Place) => sql`${at}::timestamptz`;

// The first condition says nothing new, but it alone lets the index begin at the place; by the others it would be walked from its end.
/** Later in the list that has the oldest first. Items of the same moment stand by their ids, as in the list. */
export const newerThan = (place: Place): SQL | undefined =>
  and(
    sql`${media.createdAt} >= ${moment(place)}`,
    or(sql`${media.createdAt} > ${moment(place)}`, and(eq(media.createdAt, moment(place)), lt(media.id, place.id))),
  );
export const olderThan = (place: Place): SQL | undefined =>
  and(
    sql`${media.createdAt} <= ${moment(place)}`,
    or(sql`${media.createdAt} < ${moment(place)}`, and(eq(media.createdAt, moment(place)), gt(media.id, place.id))),
  );
