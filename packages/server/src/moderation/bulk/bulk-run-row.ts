import type { BulkRun } from '@clearframe/contract';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { bulkRun, bulkRunItem } from '../../db/schema.ts';
import { announceBulkRun } from '../../live/announce.ts';
import { type Authorized, authorize } from '../../security/authorized.ts';
import type { Person } from '../decide/decide.ts';

export type BulkRunRow = typeof bulkRun.$inferSelect;

/** The run as the API shows it. */
export function bulkRunView(row: BulkRunRow): BulkRun {
  const { id, action, state, total, done, claimed, decided, failed, undone } = row;
  return {
    id,
    action,
    state,
    total,
    done,
    left_out: { claimed, decided, failed },
    undone,
    undo_until: row.undoUntil?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

const ofPerson = ({ accountId, userId }: Person) => and(eq(bulkRun.accountId, accountId), eq(bulkRun.userId, userId));

/** @throws AppError bulk_run_not_found: there is none, or it is another person's or account's */
export async function findBulkRun({ db }: Pick<Context, 'db'>, person: Person, id: string): Promise<Authorized<BulkRunRow>> {
  const [row] = await db
    .select()
    .from(bulkRun)
    .where(and(eq(bulkRun.id, id), ofPerson(person)));
  return authorize(row, person, 'bulk_run_not_found');
}

/** The person's newest run, so that a page that is opened later goes on showing it; null = none, or it was taken back. */
export async function currentBulkRun({ db }: Pick<Context, 'db'>, person: Person): Promise<BulkRun | null> {
  const [row] = await db
    .select()
    .from(bulkRun)
    .where(and(ofPerson(person), ne(bulkRun.state, 'undone')))
    .orderBy(desc(bulkRun.createdAt), desc(bulkRun.id))
    .limit(1);
  return row ? bulkRunView(row) : null;
}

/** The run, locked until the transaction ends: no item of it is decided meanwhile. */
export async function lockBulkRun(tx: Tx, id: string): Promise<BulkRunRow | undefined> {
  const [row] = await tx.select().from(bulkRun).where(eq(bulkRun.id, id)).for('update');
  return row;
}

/** Counts anew what became of the items, and tells the account. */
export async function writeProgress(
  { live }: Pick<Context, 'live'>,
  tx: Tx,
  id: string,
  values: Partial<Pick<BulkRunRow, 'state' | 'undoUntil' | 'finishedAt'>> = {},
): Promise<BulkRunRow | undefined> {
  const sums = tx.$with('sums').as(
    tx
      .select({
        done: sql<number>`count(*) filter (where ${bulkRunItem.outcome} in ('done', 'kept'))::int`.as('sum_done'),
        claimed: sql<number>`count(*) filter (where ${bulkRunItem.outcome} = 'claimed')::int`.as('sum_claimed'),
        decided: sql<number>`count(*) filter (where ${bulkRunItem.outcome} = 'decided')::int`.as('sum_decided'),
        failed: sql<number>`count(*) filter (where ${bulkRunItem.outcome} = 'failed')::int`.as('sum_failed'),
        undone: sql<number>`count(*) filter (where ${bulkRunItem.outcome} = 'undone')::int`.as('sum_undone'),
      })
      .from(bulkRunItem)
      .where(eq(bulkRunItem.runId, id)),
  );
  const [counted] = await tx.with(sums).select().from(sums);
  const [row] = await tx
    .update(bulkRun)
    .set({ ...counted, ...values })
    .where(eq(bulkRun.id, id))
    .returning();
  if (row) await announceBulkRun(live, row, tx);
  return row;
}
