import type { AuthorStrikes } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { author, authorSettings } from '../db/schema.ts';
import { shareCalls } from '../db/share-calls.ts';
import { strikesOf } from './author-action.ts';

const days = sql`(select n from days)`;

async function readStrikes(db: Db, accountId: string, ids: readonly string[]): Promise<AuthorStrikes['strikes']> {
  const { rows } = await db.execute<AuthorStrikes['strikes'][number]>(sql`
    with days as (select coalesce((select strike_days from ${authorSettings} where account_id = ${accountId}), 90) as n)
    select a.external_id as id, c.active::int from ${author} a,
      lateral (select count(*) as active from (${strikesOf(sql`a.id`, days)}) k) c
    where a.account_id = ${accountId} and a.external_id in ${[...ids]} and c.active > 0
    order by a.external_id`);
  return rows;
}

const share = shareCalls<Db, AuthorStrikes['strikes']>();

/**
 * How many strikes count against some authors of an account now, in one statement; of who has none, nothing is said. All open lists of an
 * account ask when an item changes: equal calls of one moment are one.
 */
export const countStrikes = (db: Db, accountId: string, ids: readonly string[]): Promise<AuthorStrikes['strikes']> =>
  share(db, JSON.stringify([accountId, ids]), () => readStrikes(db, accountId, ids));
