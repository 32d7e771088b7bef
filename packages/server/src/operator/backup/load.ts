import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type OperatorAct, recordAct } from '../../console/operator-log.ts';
import { makeMonths } from '../../db/partitions/make-months.ts';
import * as tables from '../../db/schema.ts';
import { queueSchema } from '../../queue/install.ts';
import type { Manifest } from './manifest.ts';
import { withPatientClient } from './snapshot.ts';
import { columnsOf, nameOf } from './tables.ts';

type Loaded = Omit<Manifest['tables'][number], 'file'>;
type Load<T extends Loaded> = {
  manifest: Pick<Manifest, 'sequences' | 'queueVersion' | 'id' | 'madeAt'> & { tables: readonly T[] };
  /** Of the database from now on. */
  installation: string;
  /** All files lie in one storage now, wherever they lay before. */
  filesCame: boolean;
  /** Rows of a table as COPY writes them. */
  rowsOf(table: T): Readable;
  /** Stands in the log of operators, in the same transaction; null = it is there already. */
  act: OperatorAct | null;
  onTable(done: number, all: number): void;
};

/** The queue's tables are made by the queue's library, which may be another version by now. */
async function requireQueueVersion(client: pg.Client, wanted: number): Promise<void> {
  const { rows } = await client.query<{ version: number }>(`select max(version) as version from ${queueSchema}.version`);
  if (rows[0]?.version !== wanted)
    throw new Error(
      `The backup has jobs of version ${wanted} of the queue, and this server makes ${rows[0]?.version}. Restore it with the ` +
        'version of Clearframe that made it, then upgrade. Nothing was loaded.',
    );
}

async function loadTable(client: pg.Client, table: Loaded, rows: Readable): Promise<void> {
  const name = nameOf(table);
  const isOurs = table.schema !== queueSchema;
  // Triggers did their work when the rows were written first: their rows are in the backup. References are checked all the same.
  if (isOurs) await client.query(`alter table ${name} disable trigger user`);
  const into = client.query(copyFrom(`copy ${name} (${columnsOf(table)}) from stdin`));
  await pipeline(rows, into);
  if (into.rowCount !== table.rows) throw new Error(`${name}: ${into.rowCount} of ${table.rows} rows came. Nothing was loaded.`);
  if (isOurs) await client.query(`alter table ${name} enable trigger user`);
}

/**
 * Jobs that ran then are put back, and that run does not count as a try: their process is not here. What they did is in the snapshot
 * or not, together with them. Jobs that wait are kept for as long as they would have been from the backup on.
 */
const jobStatements = [
  `update ${queueSchema}.job set state = 'retry', retry_limit = retry_limit + 1, heartbeat_on = null, start_after = now()
   where state = 'active'`,
  `update ${queueSchema}.job set keep_until = keep_until + (now() - $1::timestamptz) where state < 'active'`,
];

async function settle<T extends Loaded>(client: pg.Client, { manifest, installation, filesCame }: Load<T>): Promise<void> {
  for (const { schema, table, column, last } of manifest.sequences) {
    const of = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
    if (last !== null) await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [of, column, last]);
  }
  await client.query(jobStatements[0] ?? '');
  await client.query(jobStatements[1] ?? '', [manifest.madeAt]);
  await client.query('update installation set id = $1, check_position = null, tidied_at = null', [installation]);
  if (filesCame) await client.query('update installation set move_position = null');
  await client.query('update backup set files_stay_until = null where files_stay_until is not null');
  await client.query('update backup set finished_at = $2 where id = $1 and finished_at is null', [manifest.id, manifest.madeAt]);
}

/** While the tables are empty, the running month gets its parts too. Tables of an older version have none. */
async function makeParts(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ now: Date; inParts: boolean }>(
    `select now() as now, exists (select from pg_class where oid = to_regclass('delivery_attempt') and relkind = 'p') as "inParts"`,
  );
  if (rows[0]?.inParts) await makeMonths(drizzle(client, { casing: 'snake_case', schema: tables }), rows[0].now);
}

/**
 * Loads all rows in one transaction: either the database has everything afterwards, or nothing.
 * @param url of a database whose tables have the backup's version and no rows
 * @throws Error with a sentence when rows are not those of the backup
 */
export async function load<T extends Loaded>(url: string, wanted: Load<T>): Promise<void> {
  const { manifest, rowsOf, act, onTable } = wanted;
  await withPatientClient(url, 'clearframe restore', async (client) => {
    await requireQueueVersion(client, manifest.queueVersion);
    await makeParts(client);
    await client.query('begin');
    for (const [place, table] of manifest.tables.entries()) {
      await loadTable(client, table, rowsOf(table));
      onTable(place + 1, manifest.tables.length);
    }
    await settle(client, wanted);
    if (act) await recordAct(drizzle(client, { casing: 'snake_case' }), act);
    await client.query('commit');
    await client.query('analyze');
  });
}
