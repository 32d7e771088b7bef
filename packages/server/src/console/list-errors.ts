import { type OperatorError, type OperatorErrors, operatorLimits } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { isDatabaseSlow } from '../db/database-fault.ts';
import { delivery, media } from '../db/schema.ts';
import { waitingFailures } from '../moderation/upload/retry-failed.ts';
import { queueSchema } from '../queue/install.ts';
import { errorWords } from './error-words.ts';

/** Rows of each kind that are grouped: more of them say the same. */
const groupedMax = 5_000;
/** The queue has no index of failed jobs: where a day of ended ones takes longer to read, it is left. */
const jobsMs = 2_000;

type Row = { error: string | null; count: number; last: string };
const viewOf =
  (kind: 'webhook' | 'analysis', unsaid: string) =>
  ({ error, count, last }: Row): OperatorError => ({
    kind,
    queue: null,
    error: error ?? unsaid,
    count,
    last_at: new Date(last).toISOString(),
  });

async function failedDeliveries(db: Db): Promise<OperatorError[]> {
  const { rows } = await db.execute<Row>(sql`
    select error, count(*)::int as count, max(at)::text as last
    from (select last_error as error, finished_at as at from ${delivery}
      where state = 'failed' and body is not null limit ${groupedMax}) part
    group by error`);
  return rows.map(viewOf('webhook', 'No answer'));
}

/** By the sentence that people read: it names analysers and faults, and nothing of the item. */
async function failedAnalyses(db: Db): Promise<OperatorError[]> {
  const some = db
    .select({ error: sql<string | null>`${media.moderationError}`.as('error'), at: media.createdAt })
    .from(media)
    .where(waitingFailures)
    .limit(groupedMax)
    .as('part');
  const rows = await db
    .select({ error: some.error, count: sql<number>`count(*)::int`, last: sql<string>`max(${some.at})::text` })
    .from(some)
    .groupBy(some.error);
  return rows.map(viewOf('analysis', 'The analysis failed'));
}

type JobRow = { queue: string; name: string | null; message: string | null; code: string | null; count: number; last: string };

/** Jobs whose every attempt failed and that the queue still remembers, by what the last one threw. */
async function failedJobs(db: Db): Promise<OperatorError[]> {
  const rows = await db.transaction(
    async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${jobsMs}`));
      return await tx.execute<JobRow>(sql`
        select name as queue, output ->> 'name' as name, output ->> 'message' as message,
          coalesce(output ->> 'code', output -> 'cause' ->> 'code') as code, count(*)::int as count, max(completed_on)::text as last
        from (select name, output, completed_on from ${sql.identifier(queueSchema)}.job where state = 'failed' limit ${groupedMax}) part
        group by 1, 2, 3, 4`);
    },
    { accessMode: 'read only' },
  );
  const alike = new Map<string, OperatorError>();
  for (const { queue, count, last, ...kept } of rows.rows) {
    const error = errorWords(kept);
    const at = new Date(last).toISOString();
    const same = alike.get(`${queue} ${error}`);
    const last_at = same && same.last_at > at ? same.last_at : at;
    alike.set(`${queue} ${error}`, { kind: 'job', queue, error, count: (same?.count ?? 0) + count, last_at });
  }
  return [...alike.values()];
}

/** The newest errors that are still kept, grouped so that one fault is one line, however often it came. */
export async function listErrors({ db }: Pick<Context, 'db'>): Promise<OperatorErrors> {
  const inTime = failedJobs(db).catch((error: unknown) => {
    if (isDatabaseSlow(error)) return null;
    throw error;
  });
  const [webhooks, analyses, jobs] = await Promise.all([failedDeliveries(db), failedAnalyses(db), inTime]);
  const errors = [...webhooks, ...analyses, ...(jobs ?? [])].sort((one, other) => (one.last_at < other.last_at ? 1 : -1));
  return { errors: errors.slice(0, operatorLimits.errorsMax), whole: jobs !== null };
}
