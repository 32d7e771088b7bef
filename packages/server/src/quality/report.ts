import type { QualityDay, QualityPeriod, QualityReport } from '@clearframe/contract';
import { and, count, eq, gte, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { appeal, decision, machineVerdict, qualityTally, qualityUncounted } from '../db/schema.ts';
import { countedShare, type Group, summarise } from './summarise.ts';
import { kindAsNamed, kindList } from './verdict-sums.ts';

type ReportContext = Pick<Context, 'clock' | 'db'>;
type Db = Context['db'];
type Asked = { accountId: string; since: string | null };

const dayMs = 24 * 3_600_000;
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

const judgedIn = (accountId: string, since: string | null): SQL =>
  sql`v.account_id = ${accountId}::uuid ${since === null ? sql.empty() : sql`and v.at >= ${new Date(since).toISOString()}::timestamptz`}`;

/**
 * The decision of each item that counts: the newest that was neither taken back nor overruled, of a person where there is one.
 * Which result it judged stands in it (decide.ts); one that was made before there was any is measured against the first.
 */
const made = (accountId: string) => sql`
  select distinct on (media_id) media_id, "to" as fails, token_name is not null as by_program,
    coalesce(attempt, (select min(v.attempt) from ${machineVerdict} v where v.media_id = d.media_id)) as attempt
  from ${decision} d where account_id = ${accountId}::uuid and undone_at is null and overruled_at is null
  order by media_id, by_program, at desc, id desc`;

/**
 * The newest results of an account by kind: from their sums, else one by one. Sums know no days, and count for nothing before an account's
 * results are counted.
 */
const newest = ({ accountId, since }: Asked, isSummed: boolean): SQL =>
  isSummed && since === null
    ? sql`select ${kindList()}, sum(delta) as items from ${qualityTally} where account_id = ${accountId}::uuid group by ${kindList()}`
    : sql`select ${kindList('v')}, count(*) as items from ${machineVerdict} v
        where ${judgedIn(accountId, since)} and v.newest group by ${kindList('v')}`;

type Found = Group & { day: string | null };

/**
 * Items by the kind of the result that counts: of a decided one that which its decision judged, with its day or month, else the newest.
 * What nobody decided is all that there is without what somebody did, so that no more than the decided items are read. One statement,
 * and so of one moment.
 */
async function groupsOf(db: Db, asked: Asked): Promise<Found[]> {
  const { accountId, since } = asked;
  const [uncounted] = await db.select().from(qualityUncounted).where(eq(qualityUncounted.accountId, accountId));
  const unit = sql.raw(since === null ? "'month'" : "'day'");
  const { rows } = await db.execute<Found>(sql`
    with made as (${made(accountId)}),
    decided as (
      select ${kindList('v')}, v.newest, v.attempt = made.attempt as judged, made.fails, made.by_program,
        date_trunc(${unit}, v.at at time zone 'UTC')::date::text as day
      from made join ${machineVerdict} v on v.media_id = made.media_id
      where ${judgedIn(accountId, since)} and (v.newest or v.attempt = made.attempt)),
    undecided as (
      ${newest(asked, uncounted === undefined)}
      union all select ${kindList()}, -count(*) from decided where newest group by ${kindList()})
    select ${kindAsNamed}, null::boolean as fails, false as "byProgram", null as day, sum(items)::int as items
    from undecided group by ${kindList()} having sum(items) <> 0
    union all select ${kindList()}, fails, by_program, day, count(*)::int from decided where judged
    group by ${kindList()}, fails, by_program, day`);
  return rows;
}

/** Decisions of people by the day of what they judged, oldest first. Days without any are left out. */
function daysOf(groups: readonly Found[]): QualityDay[] {
  const days = new Map<string, QualityDay>();
  for (const { byProgram, day, fails, items, outcome } of groups) {
    if (byProgram || day === null) continue;
    const counts = days.get(day) ?? { day, agreed: 0, overturned: 0 };
    counts[fails === (outcome === 'flagged') ? 'agreed' : 'overturned'] += items;
    days.set(day, counts);
  }
  return [...days.values()].sort((one, other) => one.day.localeCompare(other.day));
}

function everyDay(found: readonly QualityDay[], first: string, now: Date): QualityDay[] {
  const byDay = new Map(found.map((day) => [day.day, day]));
  const days: QualityDay[] = [];
  for (let at = Date.parse(first); at <= now.getTime(); at += dayMs) {
    const day = dayOf(new Date(at));
    days.push(byDay.get(day) ?? { day, agreed: 0, overturned: 0 });
  }
  return days;
}

/** Appeals by the day on which they were decided. */
async function appealsOf(db: Db, { accountId, since }: Asked): Promise<QualityReport['appeals']> {
  const [counts] = await db
    .select({ decided: count(), reversed: count(sql`case when ${appeal.outcome} = 'reversed' then 1 end`) })
    .from(appeal)
    .where(
      and(
        eq(appeal.accountId, accountId),
        isNotNull(appeal.decidedAt),
        since === null ? undefined : gte(appeal.decidedAt, new Date(since)),
      ),
    );
  const { decided = 0, reversed = 0 } = counts ?? {};
  return { decided, reversed: countedShare(reversed, decided) };
}

/**
 * Of the items that the analysis flagged in a period and a person decided, how many the person passed: the same items that
 * {@link qualityReport} has as `precision`.
 * @param to the first moment after the period
 */
export async function flagErrors(db: Db, { accountId, from, to }: { accountId: string; from: Date; to: Date }) {
  const { rows } = await db.execute<{ n: number; hits: number }>(sql`
    with made as (${made(accountId)})
    select count(*)::int as n, count(*) filter (where not made.fails)::int as hits
    from made join ${machineVerdict} v on v.media_id = made.media_id and v.attempt = made.attempt
    where v.account_id = ${accountId}::uuid and v.outcome = 'flagged' and not made.by_program
      and v.at >= ${from.toISOString()}::timestamptz and v.at < ${to.toISOString()}::timestamptz`);
  const [{ hits, n } = { hits: 0, n: 0 }] = rows;
  return countedShare(hits, n);
}

/** What people's decisions say of the verdicts of a period: one reading of narrow rows, whatever the analyses hold. */
export async function qualityReport(
  { clock, db }: ReportContext,
  accountId: string,
  period: QualityPeriod,
): Promise<QualityReport> {
  const now = clock.now();
  const since = period === 'all' ? null : dayOf(new Date(now.getTime() - (Number(period) - 1) * dayMs));
  const groups = await groupsOf(db, { accountId, since });
  const days = daysOf(groups);
  return {
    period,
    since,
    ...summarise(groups),
    appeals: await appealsOf(db, { accountId, since }),
    days: since === null ? days : everyDay(days, since, now),
  };
}
