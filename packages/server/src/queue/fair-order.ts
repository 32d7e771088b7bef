import type { JobName } from './jobs.ts';

/**
 * The library sorts by priority, higher first, and then by age. A priority says two things here: the job's turn, and whether the job
 * takes long, by which workers that are kept for quick jobs leave it alone. Quick jobs have one range, long ones the range below.
 * Jobs that a version before this one added have 1, 0 or -1: they come first, in their own order.
 */
const turnMax = 2 ** 30 - 8;
const first = { quick: -2, long: -2 - turnMax - 1 } as const;
/** Priorities of quick jobs, for workers that take no others. */
export const quickPriorities = { minPriority: first.quick - turnMax, maxPriority: first.quick } as const;
/** A long job whose turn has come before every quick one's. */
const overdue = 1;

/** Turns count seconds from here, so that they fit into the 31 bits of a priority until 2059. */
const epochSeconds = Date.UTC(2026, 0, 1) / 1_000;

/** Tier of long jobs in their group: it has a limit of its own. */
export const longTier = 'long';

/** The library's priority of a job with that turn. */
export function priorityOf(turn: number, isLong: boolean): number {
  return first[isLong ? 'long' : 'quick'] - Math.min(Math.max(0, Math.floor(turn)), turnMax);
}

type Sql = {
  executeSql(text: string, values: unknown[]): Promise<{ rows: { now?: unknown; quick?: unknown; long?: unknown }[] }>;
};

/** The job that comes first of those that may be taken now; its index answers it, however many wait. */
const head = (schema: string, kind: 'quick' | 'long') =>
  `select id, created_on, ${first[kind]} - priority as turn from ${schema}.job
   where name = $1 and priority between ${first[kind] - turnMax} and ${first[kind]}
     and state < 'active' and not blocked and start_after <= ${schema}.job_now()
   order by priority desc, created_on limit 1`;

const toNumber = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

/**
 * The turn that is on now: that of the job which comes first, else the database's time. Who has nothing waiting gets it, and so comes
 * next, however many jobs of others wait and however slowly they are done: nothing here compares a turn with the hour of the day.
 */
export async function turnNow(sql: Sql, schema: string, name: JobName, isLong: boolean): Promise<number> {
  const { rows } = await sql.executeSql(
    `select extract(epoch from ${schema}.job_now()) - ${epochSeconds} as now,
       (select turn from (${head(schema, 'quick')}) as one) as quick, (select turn from (${head(schema, 'long')}) as one) as long`,
    [name],
  );
  const found = rows[0] ?? {};
  const now = Number(found.now);
  const [quick, long] = [toNumber(found.quick), toNumber(found.long)];
  const [own, other] = isLong ? [long, quick] : [quick, long];
  return own ?? Math.min(now, other ?? now);
}

/** Raises the first long job over the quick ones when its turn, or at the same turn its age, is before all of theirs. */
export async function preferLongInTurn(sql: Sql, schema: string, name: JobName): Promise<void> {
  await sql.executeSql(
    `update ${schema}.job set priority = ${overdue}
     where name = $1 and state < 'active' and id = (
       select id from (${head(schema, 'long')}) as long
       where not exists (select 1 from (${head(schema, 'quick')}) as quick
         where (quick.turn, quick.created_on) < (long.turn, long.created_on)))`,
    [name],
  );
}
