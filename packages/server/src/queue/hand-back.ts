import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { queueSchema } from './install.ts';
import type { JobName } from './jobs.ts';

/**
 * Puts a job back as if this run had never begun, so that whoever takes it next has all its tries. The library has no word for that:
 * it fails a job, which costs one. What another run has taken meanwhile is left alone.
 */
export async function handBack(
  boss: PgBoss,
  name: JobName,
  { id, retryCount }: Pick<JobWithMetadata<unknown>, 'id' | 'retryCount'>,
): Promise<void> {
  await boss.getDb().executeSql(
    `update ${queueSchema}.job set state = 'created', started_on = null, start_after = now()
     where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [name, id, retryCount],
  );
}
