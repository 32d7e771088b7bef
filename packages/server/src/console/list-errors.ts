import { type OperatorError, type OperatorErrors, operatorLimits } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { delivery, media } from '../db/schema.ts';
import { waitingFailures } from '../moderation/upload/retry-failed.ts';
import { queueSchema } from '../queue/install.ts';
import { errorWords, readLength } from './error-words.ts';
import { inTime } from './in-time.ts';

/** Of jobs the newest: each has a sentence of its own. */
const jobsMax = 5_000;

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

async function failedDeliveries(db: Tx): Promise<OperatorError[]> {
  const { rows } = await db.execute<Row>(sql`
    select last_error as error, count(*)::int as count, max(finished_at)::text as last
    from ${delivery} where state = 'failed' and body is not null group by 1`);
  return rows.map(viewOf('webhook', 'No answer'));
}

/** By the sentence that people read: it names analysers and faults, and nothing of the item. */
async function failedAnalyses(db: Tx): Promise<OperatorError[]> {
  const rows = await db
    .select({ error: media.moderationError, count: sql<number>`count(*)::int`, last: sql<string>`max(${media.createdAt})::text` })
    .from(media)
    .where(waitingFailures)
    .groupBy(media.moderationError);
  return rows.map(viewOf('analysis', 'The analysis failed'));
}

type JobRow = { queue: string; name: string | null; message: string | null; code: string | null; count: number; last: string };

/** Jobs whose every attempt failed and that the queue still remembers, by what the last one threw. Parameters of a query are not read. */
async function failedJobs(db: Tx): Promise<OperatorError[]> {
  const { rows } = await db.execute<JobRow>(sql`
    select name as queue, left(output ->> 'name', 61) as name,
      case when output ->> 'message' like 'Failed query%' then 'Failed query' else left(output ->> 'message', ${readLength}) end as message,
      left(coalesce(output ->> 'code', output -> 'cause' ->> 'code'), 41) as code, count(*)::int as count, max(completed_on)::text as last
    from (select name, output, completed_on from ${sql.identifier(queueSchema)}.job
      where state = 'failed' order by completed_on desc limit ${jobsMax + 1}) part
    group by 1, 2, 3, 4`);
  const alike = new Map<string, OperatorError>();
  for (const { queue, count, last, ...kept } of rows) {
    const error = errorWords(kept);
    const at = new Date(last).toISOString();
    const same = alike.get(`${queue} ${error}`);
    const last_at = same && same.last_at > at ? same.last_at : at;
    alike.set(`${queue} ${error}`, { kind: 'job', queue, error, count: (same?.count ?? 0) + count, last_at });
  }
  return [...alike.values()];
}

/**
 * The newest errors that are still kept, grouped so that one fault is one line, however often it came. No index has the newest of any kind:
 * one that takes long to read is left, and the answer says that it is not whole.
 */
export async function listErrors({ db }: Pick<Context, 'db'>): Promise<OperatorErrors> {
  const kinds = await Promise.all([failedDeliveries, failedAnalyses, failedJobs].map((read) => inTime(db, read)));
  const errors = kinds.flatMap((some) => some ?? []).sort((one, other) => (one.last_at < other.last_at ? 1 : -1));
  const jobs = errors.reduce((sum, { kind, count }) => (kind === 'job' ? sum + count : sum), 0);
  const whole = !kinds.includes(null) && jobs <= jobsMax && errors.length <= operatorLimits.errorsMax;
  return { errors: errors.slice(0, operatorLimits.errorsMax), whole };
}
