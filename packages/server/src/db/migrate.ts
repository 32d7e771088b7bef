import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { z } from 'zod';
import type { Db } from './client.ts';
import { clientConfig } from './connection.ts';
import { limitSessions } from './session-limits.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
const Journal = z.looseObject({ entries: z.array(z.looseObject({ when: z.number(), tag: z.string() })) });

/**
 * A copy of the migrations up to one of them, because drizzle makes all that a folder has.
 * @param upTo its `when`
 */
async function withMigrationsUpTo(upTo: number, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'clearframe-migrations-'));
  try {
    const journal = Journal.parse(JSON.parse(await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8')));
    const entries = journal.entries.filter(({ when }) => when <= upTo);
    await mkdir(join(folder, 'meta'));
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) await copyFile(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Any number, the same in every process of every version: whoever holds this lock migrates. */
const lockNumber = 7_270_014;
/** How often somebody who waits asks for it. */
const askEveryMs = 500;

/**
 * Takes the lock when nobody migrates. Asked for again and again, and not waited for in one statement: that would be a transaction, which
 * whoever builds an index without locking its table waits for in turn, and no signal would end it.
 */
async function takeLock(client: pg.Client, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [lockNumber]);
    if (rows[0]?.held) return;
    await sleep(askEveryMs, undefined, { signal });
  }
}

/**
 * Brings the database up to date. Safe when several processes start at once: drizzle's migrator takes no lock of its own,
 * so one is held around it, on the same connection (it goes with the connection when the process is killed).
 * @param upTo the `when` of the last migration to make, for an older copy of the tables. Default: all
 * @param signal ends the waiting for somebody else who migrates; what has begun goes on to its end
 * @returns whether the limits of `session-limits.ts` hold for the connections to come
 */
export async function migrateDatabase(
  url: string,
  { upTo, signal }: { upTo?: number; signal?: AbortSignal } = {},
): Promise<{ limited: boolean }> {
  const client = new pg.Client(clientConfig({ url, name: 'clearframe migrate', statementMs: null }));
  client.on('error', () => undefined);
  await client.connect();
  try {
    // A migration takes as long as it takes, and waits for one that runs.
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await takeLock(client, signal);
    const make = (folder: string) => migrate(drizzle(client), { migrationsFolder: folder });
    await (upTo === undefined ? make(migrationsFolder) : withMigrationsUpTo(upTo, make));
    return { limited: await limitSessions(client) };
  } finally {
    await client.end();
  }
}

export type MigrationState = {
  /** Migrations that the next start makes. */
  waiting: number;
  /** There are no tables yet. */
  isEmpty: boolean;
  /** A newer version than this made some of the tables. */
  isNewer: boolean;
};

/** How far the tables are, compared with this version. Changes nothing. */
export async function readMigrations(db: Db): Promise<MigrationState> {
  const ours = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
  const { rows } = await db.execute<{ known: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as known`,
  );
  if (!rows[0]?.known) return { waiting: ours.length, isEmpty: true, isNewer: false };
  const { rows: made } = await db.execute<{ last: string | null }>(
    sql`select max(created_at)::text as last from drizzle.__drizzle_migrations`,
  );
  const last = Number(made[0]?.last ?? 0);
  return { waiting: ours.filter((when) => when > last).length, isEmpty: last === 0, isNewer: last > Math.max(...ours) };
}

/** A version of the tables: that of the last migration that made them. */
export type TablesVersion = { when: number; hash: string };

/** The version that this code makes of an earlier one; null = it does not know that one. */
export const knowsVersion = ({ when, hash }: TablesVersion): boolean =>
  readMigrationFiles({ migrationsFolder }).some((one) => one.folderMillis === when && one.hash === hash);
