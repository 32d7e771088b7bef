import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { clientConfig } from '../../db/connection.ts';
import { queueSchema } from '../../queue/install.ts';
import type { Storage } from '../../storage/storage.ts';
import { type Manifest, tableKey } from './manifest.ts';
import { storePacked } from './stored-file.ts';
import { listSequences, listTables, nameOf, rowsOf, type Table } from './tables.ts';

export type Snapshot = { client: pg.Client; tables: Table[]; madeAt: string };

/** A connection of its own, to whose statements and pauses no limit applies. */
export async function withPatientClient<T>(url: string, name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig({ url, name, statementMs: null }));
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Locks every table, as the first thing of a transaction that keeps its snapshot.
 * @param tables as they were listed before it
 * @param mode `access share` keeps the tables as they are, `share` the rows too
 * @returns the moment whose rows are seen from now on
 */
export async function lockTables(client: pg.Client, tables: readonly Table[], mode: 'access share' | 'share'): Promise<string> {
  // A lock takes no snapshot: the statement behind it does.
  await client.query(`lock table ${tables.map(nameOf).join(', ')} in ${mode} mode`);
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  if (!isDeepStrictEqual(await listTables(client), tables))
    throw new Error('The tables were changed at this moment, by an upgrade. Begin again.');
  return (rows[0]?.at ?? new Date()).toISOString();
}

/**
 * Runs the work in one transaction that sees the database as it was at one moment, while everybody goes on writing. Whoever changes a
 * table itself waits until it has ended: a table that is rewritten meanwhile would look empty.
 */
export async function withSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return withPatientClient(url, 'clearframe backup', async (client) => {
    const tables = await listTables(client);
    await client.query('begin isolation level repeatable read read only');
    return await work({ client, tables, madeAt: await lockTables(client, tables, 'access share') });
  });
}

/** Stores every table. @param run the backup's id @param onTable told of each as it is stored */
export async function storeTables(
  { client, tables }: Snapshot,
  { place, run }: { place: Storage; run: string },
  onTable: (done: number, all: number) => void,
): Promise<Pick<Manifest, 'tables' | 'sequences'>> {
  const stored: Manifest['tables'] = [];
  for (const table of tables) {
    const rows = client.query(copyTo(`copy (${rowsOf(table)}) to stdout`));
    const file = await storePacked(place, tableKey(run, table.schema, table.name), rows);
    stored.push({ ...table, rows: rows.rowCount, file });
    onTable(stored.length, tables.length);
  }
  return { tables: stored, sequences: await listSequences(client) };
}

/** Which versions made the tables. @throws Error when they were never made */
export async function readVersions(
  client: pg.Client,
): Promise<Pick<Manifest, 'tablesVersion' | 'queueVersion' | 'installation'>> {
  const { rows } = await client.query<{ when: string; hash: string; queue: number; installation: string }>(
    `select created_at as when, hash, (select max(version) from ${queueSchema}.version) as queue,
       (select id from installation) as installation
     from drizzle.__drizzle_migrations order by created_at desc limit 1`,
  );
  const [row] = rows;
  if (!row) throw new Error('The database has no tables yet. Start the server once.');
  return {
    tablesVersion: { when: Number(row.when), hash: row.hash },
    queueVersion: row.queue,
    installation: row.installation,
  };
}

/**
 * Keys of files that rows of the snapshot name, in order and each once, as a stream of lines: of items, of exports, and what goes
 * later of items under legal hold.
 */
export const namedKeys = ({ client }: Snapshot) =>
  client.query(
    copyTo(`copy (
      select key from (
        select unnest(media_objects(item)) as key from media item
        union select object_key from data_export where object_key is not null
        union select key from object_removal
          where split_part(key, '/', 2) in (select id::text from media where held_at is not null)
      ) named order by key collate "C") to stdout`),
  );

/** Items under legal hold, by their account: all that lies beside their files stays too. */
export async function heldItems({ client }: Snapshot): Promise<Map<string, Set<string>>> {
  const { rows } = await client.query<{ account: string; id: string }>(
    'select account_id as account, id from media where held_at is not null',
  );
  const held = new Map<string, Set<string>>();
  for (const { account, id } of rows) held.set(account, (held.get(account) ?? new Set()).add(id));
  return held;
}
