import { limits, type MediaCounts } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { media } from '../db/schema.ts';
import { type MediaFilter, mediaConditions, searchedWords } from './media-filter.ts';
import { countDays, sumCounts } from './tally.ts';

type Counted = { total: number; capped: boolean };
type CountContext = Pick<Context, 'db'>;

/** Whether the sums that are kept by day and verdict answer it. */
const isTallied = (filter: MediaFilter) =>
  filter.type === undefined && filter.source === undefined && searchedWords(filter) === '';

async function tallied(context: CountContext, accountId: string, { from, to }: MediaFilter) {
  const days = await countDays(context, accountId, from ?? null);
  return sumCounts(days.filter(({ day }) => to === undefined || day <= to));
}

/** Counts items one by one, but no more than a thousand of them: what a person reads as "many" need not be counted out. */
async function countUpTo({ db }: CountContext, accountId: string, filter: MediaFilter): Promise<Counted> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(media)
    .where(mediaConditions(accountId, filter))
    .limit(limits.countedItems + 1)
    .as('some');
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(some);
  const total = counted?.total ?? 0;
  return { total: Math.min(total, limits.countedItems), capped: total > limits.countedItems };
}

/** How many items a filter lets through: exact from the sums, or by counting up to a bound. */
export async function countMedia(context: CountContext, accountId: string, filter: MediaFilter): Promise<Counted> {
  if (!isTallied(filter)) return await countUpTo(context, accountId, filter);
  const { safe, flagged, not_checked, review } = await tallied(context, accountId, filter);
  const by = { safe, flagged, not_checked, review, all: safe + flagged + not_checked };
  return { total: by[filter.status ?? 'all'], capped: false };
}

/** The same for every verdict at once, whatever verdict the filter itself names. */
export async function countByStatus(context: CountContext, accountId: string, filter: MediaFilter): Promise<MediaCounts> {
  if (isTallied(filter)) return { counts: await tallied(context, accountId, filter), capped: false };
  const of = (status: NonNullable<MediaFilter['status']>) => countUpTo(context, accountId, { ...filter, status });
  const [safe, flagged, not_checked, review] = await Promise.all([of('safe'), of('flagged'), of('not_checked'), of('review')]);
  return {
    counts: { safe: safe.total, flagged: flagged.total, not_checked: not_checked.total, review: review.total },
    capped: safe.capped || flagged.capped || not_checked.capped || review.capped,
  };
}
