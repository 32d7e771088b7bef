import type { AuthorErasure } from '@clearframe/contract';
import { asc, eq } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { authorErasure } from '../db/schema.ts';
import { authorize } from '../security/authorized.ts';

export type ErasureRow = typeof authorErasure.$inferSelect;

/** The erasure as the API shows it: nobody is named. */
export const erasureView = (row: ErasureRow): AuthorErasure => ({
  id: row.id,
  state: row.state,
  items: row.items,
  items_total: row.itemsTotal,
  items_done: row.itemsDone,
  withheld: row.withheld,
  created_at: row.createdAt.toISOString(),
  finished_at: row.finishedAt?.toISOString() ?? null,
});

/** @throws AppError erasure_not_found, also for one of another account */
export async function getErasure(db: Db, accountId: string, id: string): Promise<AuthorErasure> {
  const [row] = await db.select().from(authorErasure).where(eq(authorErasure.id, id));
  return erasureView(authorize(row, { accountId }, 'erasure_not_found'));
}

/** All of an account, the oldest first. */
export async function listErasures(db: Db | Tx, accountId: string): Promise<AuthorErasure[]> {
  const rows = await db
    .select()
    .from(authorErasure)
    .where(eq(authorErasure.accountId, accountId))
    .orderBy(asc(authorErasure.createdAt), asc(authorErasure.id));
  return rows.map(erasureView);
}
