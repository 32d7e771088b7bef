import { hostname } from 'node:os';
import { withPatientClient } from './snapshot.ts';

/** Any number of our own: of locks that stand for the place of a backup. */
const lockNumber = 7_270_015;

/** A folder of the same name on another machine is another place. */
const lockName = (name: string): string => (name.startsWith('s3://') ? name : `${hostname()}:${name}`);

/**
 * Runs the work unless a backup into that place is under way. The lock goes with its connection, so one that was killed holds it no longer.
 * Two that do not know of each other, by two names of one folder, only do the same work twice: each has its own tables.
 * @throws Error with a sentence
 */
export async function withPlace<T>(url: string, name: string, work: () => Promise<T>): Promise<T> {
  return withPatientClient(url, 'clearframe backup', async (client) => {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as held', [
      lockNumber,
      lockName(name),
    ]);
    if (!rows[0]?.held) throw new Error(`Another backup into ${name} is under way. Nothing was changed.`);
    return await work();
  });
}
