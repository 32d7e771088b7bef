import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Db } from './client.ts';
import { clientConfig } from './connection.ts';
import { type MakeOptions, makeMigration } from './make-migration.ts';
import { readMigrationsOf } from './migrations.ts';
import { limitSessions } from './session-limits.ts';

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

/** drizzle's table of what was made: earlier versions read and write it too. */
const makeTable = `create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;

export type MigrateOptions = MakeOptions & {
  /** The `when` of the last migration to make, for an older copy of the tables. Default: all. */
  upTo?: number;
  /** Where they lie. Default: our own. */
  folder?: string;
};

/**
 * Brings the database up to date, each migration by itself, while the version before serves (docs/decisions/082). Safe when several
 * processes start at once: a lock is held around all of it, on the same connection (it goes with the connection when the process is
 * killed).
 * @param options its signal ends the waiting for others; a migration that has begun goes on to its end
 * @returns whether the limits of `session-limits.ts` hold for the connections to come
 */
export async function migrateDatabase(url: string, options: MigrateOptions = {}): Promise<{ limited: boolean }> {
  const { upTo = Number.POSITIVE_INFINITY, folder, ...make } = options;
  const client = new pg.Client(clientConfig({ url, name: 'clearframe migrate', statementMs: null }));
  client.on('error', () => undefined);
  await client.connect();
  try {
    // A migration takes as long as it takes, and waits for one that runs.
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await takeLock(client, make.signal);
    await client.query(makeTable);
    const { rows } = await client.query<{ last: string | null }>(
      'select max(created_at)::text as last from drizzle.__drizzle_migrations',
    );
    const last = Number(rows[0]?.last ?? 0);
    for (const one of readMigrationsOf(folder)) {
      if (one.when <= last || one.when > upTo) continue;
      make.signal?.throwIfAborted();
      await makeMigration(client, one, make);
    }
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

/** Of our own migrations: over a hundred files, which do not change while a process runs. */
let ownTimes: readonly number[] | undefined;

/** How far the tables are, compared with this version. Changes nothing. */
export async function readMigrations(db: Db): Promise<MigrationState> {
  ownTimes ??= readMigrationsOf().map(({ when }) => when);
  const ours = ownTimes;
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
  readMigrationsOf().some((one) => one.when === when && one.hash === hash);
