import type { WritingState } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { media, writingBacklog } from '../../db/schema.ts';
import { TRIES_MAX } from './unread.ts';

/** Items that are counted one by one; beyond, there are more. */
const COUNTED = 10_000;

type Row = { unread: number; failed: number; reading: { done: number; total: number | null } | null };

/** How much of what an account has is not read, and how far the reading is. One statement, however many items there are. */
export async function writingState(db: Db, accountId: string): Promise<WritingState> {
  const unread = (kind: 'is null' | 'is not null') => sql`(select ${media.writingTries} as tries from ${media}
    where ${media.accountId} = ${accountId} and ${media.writingTries} is not null and ${media.video} ${sql.raw(kind)}
    order by ${media.writingTries} desc limit ${COUNTED + 1})`;
  const { rows } = await db.execute<Row>(sql`
    select count(*)::int as unread, count(*) filter (where tries >= ${TRIES_MAX}::int)::int as failed,
      (select json_build_object('done', done, 'total', total) from ${writingBacklog}
        where ${writingBacklog.accountId} = ${accountId}) as reading
    from (${unread('is null')} union all ${unread('is not null')}) as unread`);
  const { unread: count = 0, failed = 0, reading = null } = rows[0] ?? {};
  // Items that were opened meanwhile may have been read beside it.
  const total = Math.max(reading?.total ?? count, reading?.done ?? 0);
  return {
    not_read: Math.min(count, COUNTED),
    capped: count > COUNTED,
    unreadable: Math.min(failed, COUNTED),
    reading: reading && { done: reading.done, total },
  };
}
