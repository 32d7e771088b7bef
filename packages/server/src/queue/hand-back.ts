import type { PgBoss } from 'pg-boss';
import { queueSchema } from './install.ts';
import type { JobName } from './jobs.ts';
import type { Claim } from './queue.ts';

export type HandBack = {
  /** How long nobody takes it. */
  afterMs?: number;
  /** Only a job that was added within so many hours. */
  withinHours?: number;
};

/**
 * Puts a job back so that this run does not count as a try. The library's `fail` costs one, and its `restore` forgets that the job
 * ran: the next claim would get the same number, and whatever this run still says would end it. So the job keeps `started_on`, the
 * next claim gets a number of its own, and the limit of tries moves with it. A newer claim is left alone.
 * @returns whether the job was put back
 */
export async function handBack(
  boss: PgBoss,
  name: JobName,
  { id, retryCount }: Claim,
  { afterMs = 0, withinHours }: HandBack = {},
): Promise<boolean> {
  const { rows } = await boss.getDb().executeSql(
    `update ${queueSchema}.job set state = 'retry', retry_limit = retry_limit + 1, heartbeat_on = null,
       start_after = ${queueSchema}.job_now() + $4 * interval '1 ms'
     where name = $1 and id = $2 and state = 'active' and retry_count = $3
       and ($5::int is null or created_on > ${queueSchema}.job_now() - $5 * interval '1 hour')
     returning id`,
    [name, id, retryCount, afterMs, withinHours ?? null],
  );
  return rows.length > 0;
}

/** Rows of one statement, so that it keeps within its time however many wait. */
const wokenAtOnce = 1_000;

/**
 * Ends the pauses of jobs of a kind that were handed back: what was away beneath them answers again. A job that failed by itself has an
 * error written down, and keeps its pause. What somebody else takes or changes at this moment is left to them.
 */
export async function takeUp(boss: PgBoss, name: JobName): Promise<void> {
  const text = `update ${queueSchema}.job as job set start_after = ${queueSchema}.job_now()
    from (select name, id from ${queueSchema}.job
      where name = $1 and state = 'retry' and output is null and start_after > ${queueSchema}.job_now()
      order by priority desc limit ${wokenAtOnce} for update skip locked) as waiting
    where job.name = waiting.name and job.id = waiting.id returning job.id`;
  for (let woken = wokenAtOnce; woken === wokenAtOnce; ) woken = (await boss.getDb().executeSql(text, [name])).rows.length;
}
