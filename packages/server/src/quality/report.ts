import type { QualityDay, QualityPeriod, QualityReport } from '@clearframe/contract';
import { and, count, desc, eq, gte, isNull, or, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { decision, machineVerdict } from '../db/schema.ts';
import { summarise } from './summarise.ts';

type Parts = Pick<Context, 'clock' | 'db'>;
type Db = Context['db'];
type Asked = { accountId: string; since: string | null };

const dayMs = 24 * 3_600_000;
const dayOf = (time: Date) => time.toISOString().slice(0, 10);

const judgedIn = ({ accountId, since }: Asked) =>
  and(eq(machineVerdict.accountId, accountId), since === null ? undefined : gte(machineVerdict.at, new Date(since)));

/**
 * The decision of each item that counts: the newest that was neither taken back nor overruled, of a person where there is one.
 * Which result it judged stands in it (decide.ts).
 */
function madeDecisions(db: Db, accountId: string) {
  const byProgram = sql<boolean>`${decision.tokenName} is not null`;
  return db.$with('made').as(
    db
      .selectDistinctOn([decision.mediaId], {
        mediaId: decision.mediaId,
        attempt: decision.attempt,
        fails: decision.to,
        byProgram: byProgram.as('by_program'),
      })
      .from(decision)
      .where(and(eq(decision.accountId, accountId), isNull(decision.undoneAt), isNull(decision.overruledAt)))
      .orderBy(decision.mediaId, byProgram, desc(decision.at), desc(decision.id)),
  );
}

/** Items by all that the figures ask for: of each the result that its decision judged, or else the newest. */
async function groupsOf(db: Db, asked: Asked) {
  const made = madeDecisions(db, asked.accountId);
  const like = {
    outcome: machineVerdict.outcome,
    categories: machineVerdict.categories,
    byKeywords: machineVerdict.byKeywords,
    analysisVersion: machineVerdict.analysisVersion,
    policyVersion: machineVerdict.policyVersion,
    samplePermille: machineVerdict.samplePermille,
    sampled: machineVerdict.sampled,
    fails: made.fails,
    byProgram: made.byProgram,
  };
  const rows = await db
    .with(made)
    .select({ ...like, items: count() })
    .from(machineVerdict)
    .leftJoin(made, eq(made.mediaId, machineVerdict.mediaId))
    .where(
      and(
        judgedIn(asked),
        or(and(isNull(made.mediaId), eq(machineVerdict.newest, true)), eq(made.attempt, machineVerdict.attempt)),
      ),
    )
    .groupBy(...Object.values(like));
  return rows.map(({ byProgram, ...row }) => ({ ...row, byProgram: byProgram ?? false }));
}

/** Decisions of people by the day of what they judged, or by its month. Days without any are left out. */
async function decidedBy(db: Db, unit: 'day' | 'month', asked: Asked): Promise<QualityDay[]> {
  const made = madeDecisions(db, asked.accountId);
  const day = sql<string>`to_char(date_trunc(${sql.raw(`'${unit}'`)}, ${machineVerdict.at} at time zone 'UTC'), 'YYYY-MM-DD')`;
  const agrees = sql`${made.fails} = (${machineVerdict.outcome} = 'flagged')`;
  return await db
    .with(made)
    .select({
      day: day.as('day'),
      agreed: sql<number>`count(*) filter (where ${agrees})::int`,
      overturned: sql<number>`count(*) filter (where not (${agrees}))::int`,
    })
    .from(made)
    .innerJoin(machineVerdict, and(eq(machineVerdict.mediaId, made.mediaId), eq(machineVerdict.attempt, made.attempt)))
    .where(and(judgedIn(asked), eq(made.byProgram, false)))
    .groupBy(sql`1`)
    .orderBy(sql`1`);
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
export async function qualityReport({ clock, db }: Parts, accountId: string, period: QualityPeriod): Promise<QualityReport> {
  const now = clock.now();
  const since = period === 'all' ? null : dayOf(new Date(now.getTime() - (Number(period) - 1) * dayMs));
  const asked = { accountId, since };
  const [groups, days] = await Promise.all([groupsOf(db, asked), decidedBy(db, since === null ? 'month' : 'day', asked)]);
  return { period, since, ...summarise(groups), days: since === null ? days : everyDay(days, since, now) };
}
