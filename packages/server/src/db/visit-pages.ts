import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';
import { sweepPosition } from './schema.ts';

type Position = { at: Date; id: string };

/** Rows that a visitPages visits come in the order of these two, an index begins with. */
export const after = (at: PgColumn, id: PgColumn, position: Position | null): SQL | undefined =>
  position === null ? undefined : sql`(${at}, ${id}) > (${position.at.toISOString()}::timestamptz, ${position.id}::uuid)`;

/** Pages of one run: what is more comes with the next. */
const PAGES = 20;

/**
 * Visits rows page by page, so many in a run, and goes on after them in the next: a list that outgrows a run is still seen to its
 * end, and then from its beginning again.
 * @param step the name under which the position is kept
 * @param page the rows after a position, in order; none ends the round
 * @param visit returns how many it did something about
 * @returns the sum of those
 * @throws the signal's reason, with the position kept
 */
export async function visitPages<R extends Position>(
  db: Db,
  { step, signal }: { step: string; signal?: AbortSignal | undefined },
  page: (after: Position | null) => Promise<R[]>,
  visit: (rows: R[]) => Promise<number>,
): Promise<number> {
  const [kept] = await db.select().from(sweepPosition).where(eq(sweepPosition.step, step));
  let position: Position | null = kept ?? null;
  let done = 0;
  for (let pages = 0; pages < PAGES; pages += 1) {
    signal?.throwIfAborted();
    const rows = await page(position);
    done += await visit(rows);
    const last = rows.at(-1);
    position = last ? { at: last.at, id: last.id } : null;
    if (position === null) await db.delete(sweepPosition).where(eq(sweepPosition.step, step));
    else {
      const row = { step, ...position };
      await db.insert(sweepPosition).values(row).onConflictDoUpdate({ target: sweepPosition.step, set: row });
    }
    if (position === null) break;
  }
  return done;
}
