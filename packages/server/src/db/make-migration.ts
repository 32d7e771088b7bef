import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Migration } from './migrations.ts';

/** How long a migration goes for its locks. */
type Patience = {
  /** It waits for a lock so long: everybody who comes after it stands behind it meanwhile. */
  lockMs: number;
  /** Between two tries, doubled each time up to the second value: others have their turn. */
  pauseMs: number;
  longestPauseMs: number;
  tries: number;
};

/** Ten minutes in all. */
const usual: Patience = { lockMs: 2_000, pauseMs: 1_000, longestPauseMs: 30_000, tries: 23 };

/** Whoever looks at a start wants to know why nothing happens. */
const tellAfterMs = 5_000;

export type MakeOptions = {
  patience?: Partial<Patience> | undefined;
  /** Ends the waiting between two tries. */
  signal?: AbortSignal | undefined;
  /** Told, in one sentence, what is waited for. */
  onWait?: ((sentence: string) => void) | undefined;
};

/** A lock that took too long, and two that waited for each other. */
const lockStates = new Set(['55P03', '40P01']);
const isLocked = (error: unknown): boolean => error instanceof pg.DatabaseError && lockStates.has(error.code ?? '');

const made = (client: pg.ClientBase, { hash, when }: Migration) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when]);

/** All of it or nothing. */
async function makeTogether(client: pg.ClientBase, migration: Migration, lockMs: number): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${lockMs}`);
  try {
    for (const statement of migration.statements) await client.query(statement);
    await made(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

const newIndex = /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+"?(?<name>[\w-]+)"?\s+on\b/i;

/** An index that was begun and never finished is of no use, and keeps its name. @returns whether the whole one is there */
async function isIndexThere(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ valid: boolean }>(
    `select pg_index.indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
     where relname = $1 and pg_table_is_visible(pg_class.oid)`,
    [name],
  );
  const [found] = rows;
  if (found && !found.valid) await client.query(`drop index concurrently ${pg.escapeIdentifier(name)}`);
  return found?.valid === true;
}

/**
 * A statement that waits for others and lets nobody wait, so it may take as long as it takes. It may have been made by a process that
 * died before it could say so.
 */
async function makeAlone(client: pg.ClientBase, migration: Migration): Promise<void> {
  const [statement = ''] = migration.statements;
  const name = newIndex.exec(statement)?.groups?.name;
  if (name === undefined || !(await isIndexThere(client, name))) await client.query(statement);
  await made(client, migration);
}

async function untilMade(client: pg.ClientBase, migration: Migration, options: MakeOptions): Promise<void> {
  const { patience, signal, onWait } = options;
  const { lockMs, pauseMs, longestPauseMs, tries } = { ...usual, ...patience };
  const { tag, isConcurrent } = migration;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (isConcurrent ? makeAlone(client, migration) : makeTogether(client, migration, lockMs));
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (attempt >= tries)
        throw new Error(`${tag} was not made: others keep its tables locked. Look for a backup or a long transaction.`, {
          cause: error,
        });
      if (attempt === 1) onWait?.(`Waiting to make ${tag}: others have its tables locked.`);
      await sleep(Math.min(longestPauseMs, pauseMs * 2 ** (attempt - 1)), undefined, { signal });
    }
  }
}

/**
 * Makes one migration and writes down that it was made. The version before serves meanwhile: a lock that is not to be had soon is given
 * up, because everybody else would wait behind it, and asked for again a little later.
 * @throws Error with a sentence when others keep its tables locked
 */
export async function makeMigration(client: pg.ClientBase, migration: Migration, options: MakeOptions = {}): Promise<void> {
  const late = setTimeout(() => options.onWait?.(`Making ${migration.tag} takes a while.`), tellAfterMs).unref();
  try {
    await untilMade(client, migration, options);
  } finally {
    clearTimeout(late);
  }
}
