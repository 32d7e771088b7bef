import type { PublicStatement, TransparencyFigures, TransparencyQuery } from '@clearframe/contract';
import { and, count, eq, gte, lt, max, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { appeal, machineVerdict, media, notice, statement } from '../db/schema.ts';
import { readLabels } from '../labels/read-labels.ts';
import { flagErrors } from '../quality/report.ts';
import { countedShare } from '../quality/summarise.ts';
import { holds } from '../statements/read-statements.ts';
import { sumRestrictions } from './sum-restrictions.ts';

/** From the first moment of the first day up to the first one after the last day, in UTC. */
type Period = { accountId: string; from: Date; to: Date };

const dayMs = 24 * 3_600_000;
const oneDigit = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10);

async function restrictionsOf(db: Db, { accountId, from, to }: Period): Promise<TransparencyFigures['restrictions']> {
  const { content } = statement;
  const ground = sql<'illegal' | 'terms'>`${content}->>'ground'`;
  const key = sql<string>`${content}->'label'->>'key'`;
  const source = sql<PublicStatement['source']>`${content}->>'source'`;
  const automation = sql<PublicStatement['automated_decision']>`${content}->>'automated_decision'`;
  const groups = await db
    .select({
      ground,
      key,
      name: max(sql<string>`${content}->'label'->>'name'`),
      source,
      automation,
      count: count(),
      appeals: count(appeal.id),
      reversed: count(sql`case when ${appeal.outcome} = 'reversed' then 1 end`),
    })
    .from(statement)
    .leftJoin(appeal, eq(appeal.statementId, statement.id))
    .where(and(eq(statement.accountId, accountId), gte(statement.createdAt, from), lt(statement.createdAt, to), holds(db)))
    .groupBy(ground, key, source, automation);
  return sumRestrictions(
    groups.map((group) => ({ ...group, name: group.name ?? group.key })),
    await readLabels(db, accountId),
  );
}

type NoticeSum = { kind: string | null; received: number; decided: number; hours: number | null; inTime: number; judged: number };

/** One that is late and still open is not in time. */
async function noticesOf(db: Db, { accountId, from, to }: Period, now: Date): Promise<TransparencyFigures['notices']> {
  const { rows } = await db.execute<NoticeSum>(sql`
    select kind, count(*)::int as received, count(decided_at)::int as decided,
      percentile_cont(0.5) within group (order by extract(epoch from decided_at - received_at) / 3600)::float8 as hours,
      count(*) filter (where decided_at <= due_at)::int as "inTime",
      count(*) filter (where decided_at is not null or due_at < ${now.toISOString()}::timestamptz)::int as judged
    from ${notice}
    where account_id = ${accountId}::uuid
      and received_at >= ${from.toISOString()}::timestamptz and received_at < ${to.toISOString()}::timestamptz
    group by grouping sets ((), (kind)) order by received desc, kind`);
  const figures = ({ received, decided, hours, inTime, judged }: NoticeSum) => ({
    received,
    decided,
    median_hours: oneDigit(hours),
    in_time: countedShare(inTime, judged),
  });
  const none: NoticeSum = { kind: null, received: 0, decided: 0, hours: null, inTime: 0, judged: 0 };
  return {
    ...figures(rows.find(({ kind }) => kind === null) ?? none),
    by_kind: rows.flatMap((row) => (row.kind === null ? [] : [{ kind: row.kind, ...figures(row) }])),
  };
}

async function appealsOf(db: Db, { accountId, from, to }: Period): Promise<TransparencyFigures['appeals']> {
  const within = (column: 'received_at' | 'decided_at') =>
    sql`${sql.raw(column)} >= ${from.toISOString()}::timestamptz and ${sql.raw(column)} < ${to.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ received: number; decided: number; reversed: number; days: number | null }>(sql`
    select count(*) filter (where ${within('received_at')})::int as received,
      count(*) filter (where ${within('decided_at')})::int as decided,
      count(*) filter (where outcome = 'reversed' and ${within('decided_at')})::int as reversed,
      (percentile_cont(0.5) within group (order by extract(epoch from decided_at - received_at) / 86400)
        filter (where ${within('decided_at')}))::float8 as days
    from ${appeal} where account_id = ${accountId}::uuid`);
  const [{ received, decided, reversed, days } = { received: 0, decided: 0, reversed: 0, days: null }] = rows;
  return { received, decided, reversed: countedShare(reversed, decided), median_days: oneDigit(days) };
}

async function undecidedOf(db: Db, { accountId, to }: Period): Promise<TransparencyFigures['undecided']> {
  const end = sql`${to.toISOString()}::timestamptz`;
  const wasOpen = sql`account_id = ${accountId}::uuid and received_at < ${end} and (decided_at is null or decided_at >= ${end})`;
  const waits = and(eq(media.accountId, accountId), eq(media.waiting, true), eq(media.kept, true), lt(media.createdAt, to));
  return {
    items: await db.$count(media, waits),
    notices: await db.$count(notice, wasOpen),
    appeals: await db.$count(appeal, wasOpen),
  };
}

/** Counts of one period: what was restricted, why and how, what came from outside, and how often it was wrong. */
export async function transparencyFigures(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  accountId: string,
  { from, to }: TransparencyQuery,
): Promise<TransparencyFigures> {
  const period: Period = { accountId, from: new Date(from), to: new Date(Date.parse(to) + dayMs) };
  const judged = and(
    eq(machineVerdict.accountId, accountId),
    eq(machineVerdict.newest, true),
    gte(machineVerdict.at, period.from),
    lt(machineVerdict.at, period.to),
  );
  return {
    from,
    to,
    judged: await db.$count(machineVerdict, judged),
    restrictions: await restrictionsOf(db, period),
    notices: await noticesOf(db, period, clock.now()),
    automation_errors: await flagErrors(db, period),
    appeals: await appealsOf(db, period),
    undecided: await undecidedOf(db, period),
  };
}
