import { PgBoss } from 'pg-boss';
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
