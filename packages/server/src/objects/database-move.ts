import { sql } from 'drizzle-orm';
import { ConfigError } from '../config.ts';
import type { Db } from '../db/client.ts';
import { type DatabaseMove, installation } from '../db/schema.ts';

/** Where the rows of a database went, or are going; null = nowhere, also where there are no tables, or older ones. */
export async function readDatabaseMove(db: Db): Promise<DatabaseMove | null> {
  const { rows } = await db.execute<{ known: boolean }>(
    sql`select exists (select from pg_attribute where attrelid = to_regclass('installation') and attname = 'database_move') as known`,
  );
  if (!rows[0]?.known) return null;
  const [row] = await db.select({ move: installation.databaseMove }).from(installation);
  return row?.move ?? null;
}

/** Why a start does not use a database. @param name the database without its password */
export function moveRefusal(name: string, { state, to, at }: DatabaseMove): string {
  if (to === name) return `DATABASE_URL: ${name} is the copy of a move that was cut off. Empty it, and move again`;
  return state === 'moved'
    ? `DATABASE_URL: ${name} was moved at ${at}. Set it to the address of: ${to}. To go back: clearframe move-database --undo`
    : `DATABASE_URL: ${name} is being moved since ${at}. Wait until that has ended. If it was cut off: clearframe move-database --undo`;
}

/** @throws ConfigError with one sentence, for a database that has been left or is not whole yet */
export async function refuseMoved(db: Db, name: string): Promise<void> {
  const move = await readDatabaseMove(db);
  if (move !== null) throw new ConfigError(moveRefusal(name, move));
}
