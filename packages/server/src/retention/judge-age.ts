import { type SQL, sql } from 'drizzle-orm';
import type { RetentionDays } from '../config-retention.ts';
import type { Db, Tx } from '../db/client.ts';

const dayMs = 24 * 3_600_000;

/** What is older than these moments goes; null = nothing does. */
export type Cutoffs = { safe: Date | null; flagged: Date | null; results: Date | null; logs: Date | null };

/** @param now by the database's clock */
export function cutoffsOf({ safeDays, flaggedDays, resultsDays, logsDays }: RetentionDays, now: Date): Cutoffs {
  const before = (days: number | null) => (days === null ? null : new Date(now.getTime() - days * dayMs));
  return { safe: before(safeDays), flagged: before(flaggedDays), results: before(resultsDays), logs: before(logsDays) };
}

/** An item, and what of it is over. */
export type Judged = {
  id: string;
  /** When it was uploaded, as PostgreSQL writes it. */
  at: string;
  /** Of a video; 1 for a picture: so many rows its results have. */
  seconds: number;
  isDue: boolean;
  hasDueResults: boolean;
};

const moment = (at: Date | null) => sql`${at?.toISOString() ?? null}::timestamptz`;

/** Items and copies that open notices of an account name: one statement reads them once, and not for each item. */
const noticedIn = (accountId: string) => sql`
  select n.media_id as id from notice n where n.account_id = ${accountId} and n.outcome is null and n.media_id is not null
  union all
  select (copy.value ->> 'media_id')::uuid from notice n cross join lateral jsonb_array_elements(n.copies) as copy(value)
  where n.account_id = ${accountId} and n.outcome is null and n.copies is not null`;

/**
 * Whether somebody outside may still have to be answered about `media m`, or an authority asked to keep it: a legal hold, an open notice,
 * an open appeal. Nobody can decide an appeal whose decision was undone.
 */
export const isKeptFor = (accountId: string): SQL => sql`(m.held_at is not null
  or m.id in (${noticedIn(accountId)})
  or exists (select from statement s join appeal a on a.statement_id = s.id and a.decided_at is null where s.media_id = m.id
    and not exists (select from decision d where d.id = s.decision_id and d.undone_at is not null)))`;

/**
 * Says of items of an account what is over. Days count from the verdict or the newest decision, where there is neither from the upload.
 * What waits for a person (Not checked, or to be reviewed) counts as flagged. An item that {@link isKeptFor} keeps, one that is being
 * analysed, and one of which a webhook still has to be told stay as they are.
 * @param which a condition on `media m`
 */
export async function judgeAge(
  db: Db | Tx,
  accountId: string,
  { safe, flagged, results }: Cutoffs,
  which: SQL,
  order = sql``,
): Promise<Judged[]> {
  const { rows } = await db.execute<Judged>(sql`
    select m.id, m.created_at::text as at, coalesce((m.video ->> 'seconds')::int, 1) as seconds,
      coalesce(f.is_free and f.since < case when f.is_safe then ${moment(safe)} else ${moment(flagged)} end, false) as "isDue",
      coalesce(f.is_free and f.since < ${moment(results)}
        and exists (select from analysis a where a.media_id = m.id), false) as "hasDueResults"
    from media m cross join lateral (
      select m.moderation_flagged is false and not m.needs_review as is_safe,
        greatest(m.created_at, m.moderation_checked_at, (select max(d.at) from decision d where d.media_id = m.id)) as since,
        m.state <> 'queued' and not exists (select from delivery d where d.media_id = m.id and d.state = 'waiting')
          and not ${isKeptFor(accountId)} as is_free
      offset 0
    ) f
    where ${which} ${order}`);
  return rows;
}

const uuids = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`;

/** Those of the items that this transaction can lock with all their deliveries. */
async function lockItems(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const items = await tx.execute<{ id: string }>(
    sql`select id from media where id = any(${uuids(ids)}) order by id for update skip locked`,
  );
  if (items.rows.length === 0) return [];
  // Whoever has an event sent again, or sends it now, has its row locked, and not its item.
  const { rows } = await tx.execute<{ id: string }>(sql`
    with locked as materialized (
      select d.id, d.media_id from delivery d where d.media_id = any(${uuids(items.rows.map(({ id }) => id))}) for update skip locked)
    select m.id from unnest(${uuids(items.rows.map(({ id }) => id))}) m(id)
    where not exists (select from delivery d where d.media_id = m.id and d.id not in (select l.id from locked l))`);
  return rows.map(({ id }) => id);
}

/** Those of the items that can be locked, judged by what stands now. Whoever changes one of them or its deliveries meanwhile keeps it. */
export async function lockAndJudge(tx: Tx, accountId: string, cutoffs: Cutoffs, ids: readonly string[]): Promise<Judged[]> {
  const locked = await lockItems(tx, ids);
  // A statement of its own: it sees what was decided, or sent again, until the locks were taken.
  return locked.length === 0 ? [] : await judgeAge(tx, accountId, cutoffs, sql`m.id = any(${uuids(locked)})`);
}
