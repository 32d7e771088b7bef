import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Config, readConfig } from '../../config.ts';
import { createDb } from '../../db/client.ts';
import { migrateDatabase, readMigrations } from '../../db/migrate.ts';
import { requireAnnouncements } from '../../db/require-announcements.ts';
import { sideNames } from '../../objects/side-names.ts';
import { prepareQueue } from '../../queue/install.ts';
import { withEmptyDatabase } from '../backup/empty-database.ts';
import { load } from '../backup/load.ts';
import { createTeller } from '../backup/progress.ts';
import { lockTables, readVersions, withPatientClient } from '../backup/snapshot.ts';
import { listSequences, listTables, rowsOf } from '../backup/tables.ts';
import { UsageError } from '../command.ts';
import { grouped } from '../count-files.ts';
import { openOperatorDatabase } from '../operator-database.ts';
import type { OperatorOutput, Run } from '../run.ts';
import { beginMove, endMove, giveUpMove, moveOf, openCopy, withOldDatabase } from './old-database.ts';
import { differences, sumTables } from './row-sums.ts';
import { undoMove } from './undo-move.ts';

type MoveCommand = { action: 'move'; target: string } | { action: 'undo'; confirm: boolean };

/** @throws UsageError, which never repeats an address: it holds a password */
function parseMove(args: readonly string[]): MoveCommand {
  let parsed: { values: { undo?: boolean; confirm?: boolean }; positionals: string[] };
  try {
    const options = { undo: { type: 'boolean' }, confirm: { type: 'boolean' } } as const;
    parsed = parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  const [, target, ...rest] = positionals;
  const { undo = false, confirm = false } = values;
  if (undo && target === undefined) return { action: 'undo', confirm };
  if (!undo && !confirm && target !== undefined && rest.length === 0) {
    if (!/^postgres(ql)?:\/\//.test(target) || !URL.canParse(target))
      throw new UsageError('The address is not accepted: postgres://user:password@host/database.');
    return { action: 'move', target };
  }
  throw new UsageError('move-database takes the address of an empty database, or --undo.');
}

type Wanted = { config: Config; target: string; name: string; signal: AbortSignal };

/** The other database may be started by now: this one must not take writes again by itself. */
class CopyMayBeOpen extends Error {
  override name = 'CopyMayBeOpen';
}

/** The tables have to be those of this version on both sides. @throws Error with a sentence */
async function requireSameTables(url: string): Promise<void> {
  const { db, close } = createDb({ url, max: 1, name: 'clearframe move-database' });
  const state = await readMigrations(db).finally(close);
  if (state.isNewer || state.waiting > 0)
    throw new Error('The tables are not those of this version. Start the server of this version once. Nothing was changed.');
}

/** Everything is locked, read, written there and compared; then this database is left. @returns how many rows there are */
async function copyRows(client: pg.Client, { target, name, signal }: Wanted, { print }: OperatorOutput): Promise<number> {
  const tell = createTeller(print);
  const tables = await listTables(client);
  await client.query('begin isolation level repeatable read');
  await client.query("set local lock_timeout = '60s'");
  // Whoever would still write waits here until this transaction ends, and finds the database left.
  const madeAt = await lockTables(client, tables, 'share');
  const { queueVersion, installation } = await readVersions(client);
  const before = await sumTables(client, tables);
  const rows = before.reduce((sum, table) => sum + table.rows, 0);
  signal.throwIfAborted();
  await load(target, {
    manifest: {
      tables: tables.map((table, place) => ({ ...table, rows: before[place]?.rows ?? 0 })),
      sequences: await listSequences(client),
      queueVersion,
      id: randomUUID(),
      madeAt,
    },
    installation,
    filesCame: false,
    rowsOf: (table) => client.query(copyTo(`copy (${rowsOf(table)}) to stdout`)),
    act: null,
    onTable(done, all) {
      signal.throwIfAborted();
      tell(`${done} of ${all} tables`, done === all);
    },
  });
  signal.throwIfAborted();
  await withPatientClient(target, 'clearframe move-database', async (there) => {
    const wrong = differences(before, await sumTables(there, tables));
    if (wrong.length > 0) throw new Error(`The copy is not the same. ${wrong.join(' ')} Empty the new database and begin again.`);
    signal.throwIfAborted();
    // From here on the new one may be started, and this one may not: it is marked and takes no writes.
    await openCopy(there, name, rows)
      .then(() => endMove(client, name, rows))
      .catch((error: unknown) => {
        const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
        throw new CopyMayBeOpen(`All rows came to the other side, but the end of the move could not be written down: ${why}`);
      });
  });
  print(`${grouped(rows)} rows of ${tables.length} tables are the same on both sides.`);
  return rows;
}

function tellLines({ config, target }: Wanted, { print }: OperatorOutput): void {
  const shown = new URL(target);
  if (shown.password !== '') shown.password = '***';
  print('');
  print('Set this on every machine, with the password in place of ***, and restart:');
  print(`DATABASE_URL=${shown.href}`);
  if (config.directUrl !== null) print('DATABASE_DIRECT_URL=        (or an address that reaches the new server itself)');
  if (config.secretKey === null) print(`SECRET_KEY stays in ${config.dataDir}, and so do the files.`);
  print(`The old database takes no writes any more, and no start. Remove it once you trust the new one.`);
}

async function move(url: string, wanted: Wanted, output: OperatorOutput): Promise<number> {
  const { config, target, name, signal } = wanted;
  return withOldDatabase(url, async (client) => {
    await requireSameTables(url);
    const known = await moveOf(client);
    if (known?.state === 'moved') throw new Error(`The database was moved already, to: ${known.to}. Nothing was changed.`);
    return withEmptyDatabase({ ...config, databaseUrl: target, directUrl: null }, async () => {
      await requireAnnouncements(target, null);
      await migrateDatabase(target, { signal });
      await prepareQueue(target);
      try {
        await beginMove(client, name);
        output.print('Nothing is written from now on: requests are answered with 503 until the move has ended.');
        await copyRows(client, wanted, output);
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        const stays = (): void =>
          output.complain('This database still takes no writes. To have it take them again: clearframe move-database --undo');
        if (error instanceof CopyMayBeOpen) stays();
        // Nothing was left yet: who was refused meanwhile comes again.
        else await giveUpMove(client, error instanceof Error ? error.message : String(error)).catch(stays);
        throw error;
      }
      tellLines(wanted, output);
      return 0;
    });
  });
}

/** `clearframe move-database`: all rows into an empty PostgreSQL. Nobody writes meanwhile. */
export const moveDatabase: Run = async (args, env, output) => {
  const command = parseMove(args);
  const config = readConfig(env);
  const { url, close } = await openOperatorDatabase(config, { evenMoved: true });
  const asked = new AbortController();
  const stop = (): void => asked.abort(new Error('Stopped. Everything is as it was before.'));
  process.once('SIGTERM', stop).once('SIGINT', stop);
  try {
    if (command.action === 'undo') return await undoMove(url, { config, confirm: command.confirm }, output);
    const { target } = command;
    const name = sideNames({ ...config, databaseUrl: target }).database;
    return await move(url, { config, target, name, signal: asked.signal }, output);
  } finally {
    process.off('SIGTERM', stop).off('SIGINT', stop);
    await close();
  }
};
