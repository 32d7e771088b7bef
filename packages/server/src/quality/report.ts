import type { QualityDay, QualityPeriod, QualityReport } from '@clearframe/contract';
import { and, count, desc, eq, gte, isNull, min, notExists, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { decision, machineVerdict } from '../db/schema.ts';
import { type Group, summarise } from './summarise.ts';

type ReportContext = Pick<Context, 'clock' | 'db'>;
type Db = Context['db'];
type Asked = { accountId: string; since: string | null };

const dayMs = 24 * 3_600_000;
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

const judgedIn = ({ accountId, since }: Asked) =>
  and(eq(machineVerdict.accountId, accountId), since === null ? undefined : gte(machineVerdict.at, new Date(since)));

const standingIn = (accountId: string) =>
  and(eq(decision.accountId, accountId), isNull(decision.undoneAt), isNull(decision.overruledAt));

/**
 * The decision of each item that counts: the newest that was neither taken back nor overruled, of a person where there is one.
 * Which result it judged stands in it (decide.ts); one that was made before there was any is measured against the first.
 */
function madeDecisions(db: Db, accountId: string) {
  const first = db
    .select({ attempt: min(machineVerdict.attempt) })
    .from(machineVerdict)
    .where(eq(machineVerdict.mediaId, decision.mediaId));
  const byProgram = sql<boolean>`${decision.tokenName} is not null`;
  return db.$with('made').as(
    db
      .selectDistinctOn([decision.mediaId], {
        mediaId: decision.mediaId,
        attempt: sql<number | null>`coalesce(${decision.attempt}, (${first}))`.as('judged_attempt'),
        fails: decision.to,
        byProgram: byProgram.as('by_program'),
      })
      .from(decision)
      .where(standingIn(accountId))
      .orderBy(decision.mediaId, byProgram, desc(decision.at), desc(decision.id)),
  );
}

/** What the figures ask of a result. */
const kind = {
  outcome: machineVerdict.outcome,
  categories: machineVerdict.categories,
  byKeywords: machineVerdict.byKeywords,
  byMatch: machineVerdict.byMatch,
  flaggedBy: machineVerdict.flaggedBy,
  analysisVersion: machineVerdict.analysisVersion,
  policyVersion: machineVerdict.policyVersion,
  samplePermille: machineVerdict.samplePermille,
  sampled: machineVerdict.sampled,
};

/**
 * Items that nobody decided, by the kind of their newest result. Apart
 * from the others, because one outer join is planned as a sort of all.
 */
async function undecidedGroups(db: Db, asked: Asked): Promise<Group[]> {
  const ofItem = and(eq(decision.mediaId, machineVerdict.mediaId), standingIn(asked.accountId));
  const rows = await db
    .select({ ...kind, items: count() })
    .from(machineVerdict)
    .where(
      and(judgedIn(asked), eq(machineVerdict.newest, true), notExists(db.select({ one: sql`1` }).from(decision).where(ofItem))),
    )
    .groupBy(...Object.values(kind));
  return rows.map((row) => ({ ...row, fails: null, byProgram: false }));
}

/** Decided items by the kind of the result that their decision judged, and by its day or month. */
async function decidedGroups(db: Db, unit: 'day' | 'month', asked: Asked): Promise<(Group & { day: string })[]> {
  const made = madeDecisions(db, asked.accountId);
  const start = sql<string>`date_trunc(${sql.raw(`'${unit}'`)}, ${machineVerdict.at} at time zone 'UTC')::date::text`;
  return await db
    .with(made)
    .select({ ...kind, fails: made.fails, byProgram: made.byProgram, day: start.as('day'), items: count() })
    .from(made)
    .innerJoin(machineVerdict, and(eq(machineVerdict.mediaId, made.mediaId), eq(machineVerdict.attempt, made.attempt)))
    .where(judgedIn(asked))
    .groupBy(...Object.values(kind), made.fails, made.byProgram, sql`day`);
}

/** Decisions of people by the day of what they judged, oldest first. Days without any are left out. */
function daysOf(groups: readonly (Group & { day: string })[]): QualityDay[] {
  const days = new Map<string, QualityDay>();
  for (const { byProgram, day, fails, items, outcome } of groups) {
    if (byProgram) continue;
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

/** What people's decisions say of the verdicts of a period: two readings of narrow rows, whatever the analyses hold. */
export async function qualityReport(
  { clock, db }: ReportContext,
  accountId: string,
  period: QualityPeriod,
): Promise<QualityReport> {
  const now = clock.now();
  const since = period === 'all' ? null : dayOf(new Date(now.getTime() - (Number(period) - 1) * dayMs));
  const asked = { accountId, since };
  const [undecided, decided] = await Promise.all([
    undecidedGroups(db, asked),
    decidedGroups(db, since === null ? 'month' : 'day', asked),
  ]);
  const days = daysOf(decided);
  return {
    period,
    since,
    ...summarise([...undecided, ...decided]),
    days: since === null ? days : everyDay(days, since, now),
  };
}
