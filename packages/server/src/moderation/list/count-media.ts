import { limits, type MediaCounts, MediaStatus, type VerdictCounts } from '@clearframe/contract';
import { desc, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { media } from '../../db/schema.ts';
import { type MediaFilter, mediaConditions, ofAuthor, searchedWords } from './media-filter.ts';
import { noCounts, sumAuthor, sumDays, sumSource } from './tally.ts';

type Counted = { total: number; capped: boolean };
type CountContext = Pick<Context, 'db'>;

/** From the sums that are kept by day, source, author and verdict, where they answer it; else null. */
async function tallied(context: CountContext, accountId: string, filter: MediaFilter): Promise<VerdictCounts | null> {
  const { type, author, credentials, source, from, to } = filter;
  if (type ?? credentials) return null;
  if (searchedWords(filter) !== '') return null;
  if (author !== undefined)
    return (source ?? from ?? to) === undefined ? await sumAuthor(context, accountId, ofAuthor(accountId, author)) : null;
  if (source === undefined) return await sumDays(context, accountId, filter);
  return (from ?? to) === undefined ? await sumSource(context, accountId, source) : null;
}

/**
 * In the order of the list, whose index ends after so many. Without an order PostgreSQL may read the table from its beginning, past the
 * items of all other accounts. Words and an author alone have an index without an order.
 */
function counting(filter: MediaFilter): SQL[] {
  const { type, source, from, to, credentials, authorId } = filter;
  if (searchedWords(filter) !== '') return [];
  const isAuthorAlone = authorId !== undefined && (type ?? source ?? from ?? to ?? credentials) === undefined;
  return isAuthorAlone ? [] : [desc(media.createdAt)];
}

/**
 * The filter with the row of its author. Of one that it looks up itself PostgreSQL expects as many items as authors have on average, and
 * the index that counts them does not hold the account.
 */
async function withAuthor({ db }: CountContext, accountId: string, filter: MediaFilter): Promise<MediaFilter> {
  if (filter.author === undefined) return filter;
  const { rows } = await db.execute<{ id: string | null }>(sql`select ${ofAuthor(accountId, filter.author)} as id`);
  return { ...filter, authorId: rows[0]?.id ?? undefined };
}

/** Counts items one by one, but no more than a thousand of them: what a person reads as "many" need not be counted out. */
async function countUpTo({ db }: CountContext, accountId: string, filter: MediaFilter): Promise<Counted> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(media)
    .where(mediaConditions(accountId, filter))
    .orderBy(...counting(filter))
    .limit(limits.countedItems + 1)
    .as('some');
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(some);
  const total = counted?.total ?? 0;
  return { total: Math.min(total, limits.countedItems), capped: total > limits.countedItems };
}

/** All verdicts in one reading, when the filter lets through no more than are counted; null when there are more. */
async function countFew({ db }: CountContext, accountId: string, filter: MediaFilter): Promise<VerdictCounts | null> {
  const some = db
    .select({ flagged: media.moderationFlagged, review: media.needsReview, sampled: media.sampled, waiting: media.waiting })
    .from(media)
    .where(mediaConditions(accountId, { ...filter, status: undefined }))
    .orderBy(...counting(filter))
    .limit(limits.countedItems + 1)
    .as('some');
  const count = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`;
  const [counted] = await db
    .select({
      safe: count(sql`not ${some.flagged}`),
      flagged: count(sql`${some.flagged}`),
      not_checked: count(sql`${some.flagged} is null`),
      review: count(sql`${some.review} and not ${some.flagged}`),
      sample: count(sql`${some.sampled} and not ${some.flagged}`),
      undecided: count(sql`${some.waiting}`),
    })
    .from(some);
  const { safe, flagged, not_checked } = counted ?? noCounts;
  return safe + flagged + not_checked > limits.countedItems ? null : (counted ?? noCounts);
}

/** How many items a filter lets through: exact from the sums, or by counting up to a bound. */
export async function countMedia(context: CountContext, accountId: string, filter: MediaFilter): Promise<Counted> {
  const sums = await tallied(context, accountId, filter);
  if (!sums) return await countUpTo(context, accountId, await withAuthor(context, accountId, filter));
  const by = { ...sums, all: sums.safe + sums.flagged + sums.not_checked };
  return { total: by[filter.status ?? 'all'], capped: false };
}

/** The same for every verdict at once, whatever verdict the filter itself names. */
export async function countByStatus(context: CountContext, accountId: string, asked: MediaFilter): Promise<MediaCounts> {
  const sums = await tallied(context, accountId, asked);
  if (sums) return { counts: sums, capped: false };
  const filter = await withAuthor(context, accountId, asked);
  const all = await countFew(context, accountId, filter);
  if (all) return { counts: all, capped: false };
  const of = (status: NonNullable<MediaFilter['status']>) => countUpTo(context, accountId, { ...filter, status });
  const by = await Promise.all(MediaStatus.options.map(async (status) => ({ status, ...(await of(status)) })));
  const counts = { ...noCounts };
  for (const { status, total } of by) counts[status] = total;
  return { counts, capped: by.some(({ capped }) => capped) };
}
