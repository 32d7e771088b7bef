import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { countSums, foldSums, type LateSums } from '../db/counted-sums.ts';
import { authorTally, authorUncounted, media } from '../db/schema.ts';

const sums: LateSums = {
  table: authorTally,
  uncounted: authorUncounted,
  row: sql`account_id, author_id, state`,
  isMarked: true,
  // As the triggers write it.
  counted: (accountId) => sql`
    select account_id, author_id, state, count(*) from (
      select account_id, author_id, media_tally_state(moderation_flagged, needs_review, sampled) as state
      from ${media} where account_id = ${accountId}::uuid and kept and author_id is not null
      union all
      select account_id, author_id, 'undecided' from ${media}
      where account_id = ${accountId}::uuid and waiting and author_id is not null
    ) item group by 1, 2, 3`,
};

/** Folds changes into one row an author and verdict; an author without items keeps none. @returns how many rows were folded away */
export const foldAuthors = (context: Pick<Context, 'db'>, signal?: AbortSignal): Promise<number> =>
  foldSums(context, sums, signal);

/** After the upgrade that brought the sums: counts every account once. @returns how many were counted */
export const countAuthors = (context: Pick<Context, 'db'>, signal?: AbortSignal): Promise<number> =>
  countSums(context, sums, signal);

const isUncounted = (accountId: string): SQL => sql`exists (select from ${authorUncounted} where account_id = ${accountId})`;

/** Changes by verdict of an author; of an account that is not counted, a row without a verdict as well. @param author their row's id */
export const changesOfAuthor = (accountId: string, author: SQL): SQL => sql`
  select state, delta from ${authorTally} where account_id = ${accountId} and author_id = ${author}
  union all select null, 0 where ${isUncounted(accountId)}`;

/**
 * How many items of the author `a` there are, flagged, safe and undecided, as one row. Until an account is counted, theirs are counted one
 * by one. What waits for a decision is in its verdict too.
 */
export const countsOfAuthor = (accountId: string): SQL => sql`
  select coalesce(sum(delta) filter (where state <> 'undecided'), 0) as total,
    coalesce(sum(delta) filter (where state = 'flagged'), 0) as flagged,
    coalesce(sum(delta) filter (where state in ('safe', 'review', 'sample')), 0) as safe,
    coalesce(sum(delta) filter (where state = 'undecided'), 0) as undecided
  from (
    select t.state, t.delta from ${authorTally} t
    where t.account_id = ${accountId} and t.author_id = a.id and not ${isUncounted(accountId)}
    union all
    select media_tally_state(m.moderation_flagged, m.needs_review, m.sampled), 1 from ${media} m
    where m.author_id = a.id and m.kept and ${isUncounted(accountId)}
    union all
    select 'undecided', 1 from ${media} m where m.author_id = a.id and m.kept and m.waiting and ${isUncounted(accountId)}
  ) changed`;

/** Flagged items of each author that has any, as `author_id` and `failed`, at one moment. */
export const flaggedByAuthor = (accountId: string): SQL => sql`
  select author_id, sum(delta) as failed from (
    select t.author_id, t.delta from ${authorTally} t
    where t.account_id = ${accountId} and t.state = 'flagged' and not ${isUncounted(accountId)}
    union all
    select m.author_id, 1 from ${media} m
    where m.account_id = ${accountId} and m.author_id is not null and m.moderation_flagged and m.kept and ${isUncounted(accountId)}
  ) changed group by author_id`;
