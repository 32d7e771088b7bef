import type { TransparencyRun } from '@clearframe/contract';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { transparencyRun } from '../db/schema.ts';
import { authorize } from '../security/authorized.ts';

export type RunRow = typeof transparencyRun.$inferSelect;

/** Shown on the page; older ones stay readable by their id. */
const newest = 10;

export function runView(row: RunRow): TransparencyRun {
  const { id, dryRun, state, total, valid, sent, refused, calls, error } = row;
  return {
    id,
    dry_run: dryRun,
    state,
    total,
    valid,
    sent,
    refused,
    calls,
    error,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

/** @throws AppError transparency_run_not_found, also for one of another account */
export async function getRun({ db }: Pick<Context, 'db'>, accountId: string, id: string): Promise<TransparencyRun> {
  const [row] = await db.select().from(transparencyRun).where(eq(transparencyRun.id, id));
  return runView(authorize(row, { accountId }, 'transparency_run_not_found'));
}

/** The newest first. */
export async function listRuns({ db }: Pick<Context, 'db'>, accountId: string): Promise<TransparencyRun[]> {
  const rows = await db
    .select()
    .from(transparencyRun)
    .where(eq(transparencyRun.accountId, accountId))
    .orderBy(desc(transparencyRun.createdAt), desc(transparencyRun.id))
    .limit(newest);
  return rows.map(runView);
}

/** One that has ended stays as it ended. */
export async function endRun(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  id: string,
  state: 'done' | 'failed',
  error: string | null,
): Promise<void> {
  const values = { state, error, finishedAt: clock.now() };
  await db
    .update(transparencyRun)
    .set(values)
    .where(and(eq(transparencyRun.id, id), isNull(transparencyRun.finishedAt)));
}
