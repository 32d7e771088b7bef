import type { PgBoss } from 'pg-boss';
import { queueSchema } from './install.ts';
import type { JobName } from './jobs.ts';

/**
 * The library's priority serves as the mark by which workers leave long jobs alone. Higher ones are taken first, so a long job
 * would wait for as long as quick ones come: once it is the oldest, it is `overdue`.
 */
export const priorities = { overdue: 1, quick: 0, long: -1 } as const;

/** Tier of long jobs in their group: it has a limit of its own. */
export const longTier = 'long';

/** What may be taken now. */
const waiting = (priority: number) =>
  `name = $1 and priority = ${priority} and state < 'active' and not blocked and start_after <= now()`;

/** Puts the oldest long job that waits before the quick ones, if it is older than all of them: jobs are then taken by age. */
export async function preferOldestLong(boss: PgBoss, name: JobName): Promise<void> {
  const table = `${queueSchema}.job`;
  await boss.getDb().executeSql(
    `update ${table} set priority = ${priorities.overdue}
     where name = $1 and state < 'active' and id = (
       select id from ${table} where ${waiting(priorities.long)}
         and created_on < (select min(created_on) from ${table} where ${waiting(priorities.quick)})
       order by created_on limit 1)`,
    [name],
  );
}
