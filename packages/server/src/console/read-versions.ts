import type { OperatorVersions } from '@clearframe/contract';
import { desc, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { readMigrations } from '../db/migrate.ts';
import { machineVerdict } from '../db/schema.ts';
import { inTime } from './in-time.ts';

/** Our own numbers, and analysers beside the built-in one, which the console lists by themselves. */
const isModel = (part: string): boolean => !/^(?:taxonomy|mapping)-|@/.test(part);

/** The models that made the newest result: the classifier, then what reads text. */
async function newestModels(db: Tx): Promise<Pick<OperatorVersions, 'engine' | 'reader'>> {
  const [newest] = await db
    .select({ version: machineVerdict.analysisVersion })
    .from(machineVerdict)
    .orderBy(desc(machineVerdict.mediaId))
    .limit(1);
  const [engine = null, reader = null] = newest?.version.split('+').filter(isModel) ?? [];
  return { engine, reader };
}

async function schemaOf(db: Tx): Promise<OperatorVersions['schema']> {
  const { waiting, isNewer } = await readMigrations(db);
  const { rows } = await db.execute<{ made: number }>(sql`select count(*)::int as made from drizzle.__drizzle_migrations`);
  return { made: rows[0]?.made ?? 0, waiting, is_newer: isNewer };
}

/** What works here, as far as the server knows it. Nobody else is asked. @param postgresql as the database says it */
export async function readVersions(db: Db, postgresql: string): Promise<OperatorVersions> {
  const [models, schema] = await Promise.all([inTime(db, newestModels), inTime(db, schemaOf)]);
  return { postgresql, node: process.versions.node, ...(models ?? { engine: null, reader: null }), schema };
}
