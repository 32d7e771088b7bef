import { sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { jobIdOf } from './index.ts';
import { queueSchema } from './install.ts';
import type { JobName } from './jobs.ts';

/**
 * Takes jobs back that wait under these keys, because what they ask for is done otherwise. Holds in the caller's transaction.
 * @returns the keys of those that run already
 */
export async function withdrawJobs(tx: Tx, name: JobName, singletonKeys: readonly string[]): Promise<Set<string>> {
  if (singletonKeys.length === 0) return new Set();
  const keys = new Map(singletonKeys.map((key) => [jobIdOf(name, key), key]));
  const ids = sql`name = ${name} and id = any(${sql.param([...keys.keys()])}::uuid[])`;
  const table = sql`${sql.identifier(queueSchema)}.job`;
  // A worker that takes one at this moment has locked it: the deletion waits for that, and then leaves it alone.
  const { rows } = await tx.execute<{ id: string }>(sql`
    with withdrawn as (delete from ${table} where ${ids} and state < 'active' returning id)
    select id from ${table} where ${ids} and state <= 'active' and id not in (select id from withdrawn)`);
  return new Set(rows.flatMap(({ id }) => keys.get(id) ?? []));
}
