import { createRequire } from 'node:module';
import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Db } from '../db/client.ts';
import { jobDefinition, jobNames } from './jobs.ts';

/** Schema of the queue's own tables, beside ours. */
export const queueSchema = 'pgboss';

/** A run whose process gave no sign of life for so long counts as failed, whatever the job. */
const silentSeconds = 15;

/** How long ended jobs are remembered, unless their definition says otherwise: those that the clock adds would pile up. */
const usuallyRememberedSeconds = 3_600;

/** Makes or updates every queue and its schedule. Safe to run from several machines at once. */
export async function installQueues(boss: PgBoss): Promise<void> {
  const known = new Set((await boss.getQueues()).map((queue) => queue.name));
  const deadLetters = new Set<string>(jobNames.flatMap((name) => jobDefinition(name).deadLetter ?? []));
  // A dead letter must exist before the queue that names it.
  const ordered = [...jobNames].sort((one, other) => Number(deadLetters.has(other)) - Number(deadLetters.has(one)));
  for (const name of ordered) {
    const job = jobDefinition(name);
    const settings = {
      retryLimit: job.retryLimit,
      retryDelay: job.retryDelaySeconds,
      retryBackoff: true,
      retryDelayMax: job.retryDelayMaxSeconds,
      expireInSeconds: job.expireSeconds,
      deleteAfterSeconds: job.rememberedSeconds ?? usuallyRememberedSeconds,
      notify: true,
      heartbeatSeconds: silentSeconds,
      ...(job.deadLetter === undefined ? {} : { deadLetter: job.deadLetter }),
    };
    if (known.has(name)) await boss.updateQueue(name, settings);
    else await boss.createQueue(name, { ...settings, policy: job.exclusive ? 'exclusive' : 'standard' });
    if (job.cron !== undefined) await boss.schedule(name, job.cron, {}, { tz: 'UTC' });
  }
}

const Library = z.object({ pgboss: z.object({ schema: z.number() }) });
/** The version of the queue's tables that the library here makes. */
const tablesVersion = Library.parse(createRequire(import.meta.url)('pg-boss/package.json')).pgboss.schema;

/** Whether the queue's tables and every queue that this version knows are there. Changes nothing. */
export async function isQueueMade(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ known: boolean }>(
    sql`select to_regclass(${`${queueSchema}.queue`}) is not null and to_regclass(${`${queueSchema}.version`}) is not null as known`,
  );
  if (!rows[0]?.known) return false;
  const schema = sql.identifier(queueSchema);
  const { rows: made } = await db.execute<{ version: number | null; names: string[] }>(
    sql`select (select max(version) from ${schema}.version) as version, array(select name from ${schema}.queue) as names`,
  );
  const { version = null, names = [] } = made[0] ?? {};
  return version !== null && version >= tablesVersion && jobNames.every((name) => names.includes(name));
}

/** Makes the queue's tables and queues once, for processes that are no keeper. */
export async function prepareQueue(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: queueSchema, max: 1, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    await installQueues(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
}
