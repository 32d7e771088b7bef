import { AppError, type Author, type AuthorAction, type AuthorList, type AuthorsQuery, limits } from '@clearframe/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import type { AuthorActor } from '../db/schema.ts';
import { author } from '../db/schema.ts';
import { countedShare } from '../quality/summarise.ts';
import { actionNow, strikesOf } from './author-action.ts';
import { countsOfAuthor, flaggedByAuthor } from './author-sums.ts';

type StrikeParts = { id: string; at: string; expires_at: string; media_id: string; label_key: string | null };
type Parts = {
  external_id: string;
  name: string | null;
  url: string | null;
  joined_at: string | null;
  first_seen_at: string;
  last_seen_at: string;
  action: AuthorAction;
  action_reason: string | null;
  action_until: string | null;
  action_by: AuthorActor | null;
  is_on: boolean;
  now: AuthorAction;
  total: number;
  flagged: number;
  safe: number;
  undecided: number;
  strikes: number;
  strike_list: StrikeParts[] | null;
};

const isoOf = (time: string): string => new Date(time).toISOString();
const isoOrNull = (time: string | null): string | null => (time === null ? null : isoOf(time));

/** By hand where that is what holds; else strikes did it. */
function heldBy(row: Parts): Pick<Author, 'action_by' | 'action_reason' | 'action_until'> {
  if (row.now === row.action && row.is_on && row.now !== 'none')
    return { action_by: row.action_by, action_reason: row.action_reason, action_until: isoOrNull(row.action_until) };
  const isRule = row.now !== 'none';
  return {
    action_by: isRule ? { type: 'rule', id: null, name: 'Strikes' } : null,
    action_reason: isRule ? `${row.strikes} ${row.strikes === 1 ? 'strike' : 'strikes'}` : null,
    action_until: null,
  };
}

const present = (row: Parts): Author => ({
  id: row.external_id,
  name: row.name,
  url: row.url,
  created_at: isoOrNull(row.joined_at),
  first_seen_at: isoOf(row.first_seen_at),
  last_seen_at: isoOf(row.last_seen_at),
  action: row.now,
  ...heldBy(row),
  counts: {
    total: row.total,
    flagged: row.flagged,
    safe: row.safe,
    not_checked: row.total - row.flagged - row.safe,
    undecided: row.undecided,
  },
  fail_rate: countedShare(row.flagged, row.flagged + row.safe),
  strikes: {
    active: row.strikes,
    list: (row.strike_list ?? []).map(({ at, expires_at, label_key: label, ...strike }) => ({
      ...strike,
      at: isoOf(at),
      expires_at: isoOf(expires_at),
      label,
    })),
  },
});

const days = sql`(select n from days)`;

/** Whole rows of some authors `a`, as one statement reads them. */
const shown = (some: SQL, accountId: string, order: SQL): SQL => sql`
  with days as (select coalesce((select strike_days from author_settings where account_id = ${accountId}), 90) as n)
  select a.*, (a.action_until is null or a.action_until > now()) as is_on, ${actionNow} as now,
    c.total::int, c.flagged::int, c.safe::int, c.undecided::int, st.strikes::int, st.strike_list
  from ${some} a,
    lateral (${countsOfAuthor(accountId)}) c,
    lateral (select count(*) as strikes, (json_agg(json_build_object('id', x.id, 'at', x.at, 'media_id', x.media_id,
        'label_key', x.label_key, 'expires_at', x.at + ${days} * interval '1 day') order by x.place)
        filter (where x.place <= ${limits.strikesShown})) as strike_list
      from (select k.*, row_number() over (order by k.at desc, k.id desc) as place from (${strikesOf(sql`a.id`, days)}) k) x) st
  order by ${order}`;

/** @throws AppError author_not_found */
export async function getAuthor(db: Db | Tx, accountId: string, id: string): Promise<Author> {
  const some = sql`(select * from ${author} where account_id = ${accountId} and external_id = ${id})`;
  const { rows } = await db.execute<Parts>(shown(some, accountId, sql`a.id`));
  const [found] = rows;
  if (!found) throw new AppError('author_not_found');
  return present(found);
}

/** What was typed stands for itself. */
const pattern = (search: string) =>
  `%${search
    .trim()
    .replaceAll('\0', '')
    .replace(/[\\%_]/g, '\\$&')}%`;

/** One page of an account's authors: the newest first, or those with most flagged items. */
export async function listAuthors(db: Db, accountId: string, query: AuthorsQuery): Promise<AuthorList> {
  const { page, limit, search = '', action, sort } = query;
  const words = search.trim();
  const where = sql`a.account_id = ${accountId}
    ${words === '' ? sql.empty() : sql`and (a.external_id ilike ${pattern(words)} or a.name ilike ${pattern(words)})`}
    ${action === undefined ? sql.empty() : sql`and a.action = ${action}`}`;
  const order = sort === 'newest' ? sql`a.first_seen_at desc, a.id` : sql`a.failed desc, a.first_seen_at desc, a.id`;
  const isByFails = sort !== 'newest';
  const fails = isByFails ? sql`left join (${flaggedByAuthor(accountId)}) f on f.author_id = a.id` : sql.empty();
  const failed = isByFails ? sql`coalesce(f.failed, 0)` : sql`0`;
  const some = sql`(select * from (select a.*, ${failed} as failed from ${author} a ${fails} where ${where}) a
    order by ${order} limit ${limit} offset ${(page - 1) * limit})`;
  const { rows } = await db.execute<Parts>(shown(some, accountId, order));
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from ${author} a where ${where}`,
  );
  return { authors: rows.map(present), pagination: { page, limit, total: counted[0]?.total ?? 0 } };
}
