import { AppError, type BulkRun, limits } from '@clearframe/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { bulkRunItem } from '../../db/schema.ts';
import type { Authorized } from '../../security/authorized.ts';
import { type BulkRunRow, bulkRunView, lockBulkRun, writeProgress } from './bulk-run-row.ts';
import { holdDecisions } from './hold-decisions.ts';

type EndContext = Pick<Context, 'clock' | 'db' | 'live'>;

/** While a run goes on, nobody outside is told. Longer than 20,000 items take, and short where no process is there to end it. */
export const bulkHoldMs = 30 * 60_000;

/** What was decided can be taken back for as long as any decision, from now on. The run is locked. */
async function end(context: EndContext, tx: Tx, id: string, state: 'complete' | 'cancelled'): Promise<BulkRunRow | undefined> {
  const now = context.clock.now();
  const undoUntil = new Date(now.getTime() + limits.decisionHoldMs);
  await holdDecisions(tx, id, { now, until: undoUntil });
  return await writeProgress(context, tx, id, { state, undoUntil, finishedAt: now });
}

/** Every item was looked at. One that was cancelled meanwhile stays cancelled. */
export async function completeBulkRun(context: EndContext, id: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await lockBulkRun(tx, id);
    if (row?.state === 'running') await end(context, tx, id, 'complete');
  });
}

/** What is not decided by now stays undecided. One that has ended is no fault. */
export async function cancelBulkRun(context: EndContext, { id }: Authorized<BulkRunRow>): Promise<BulkRun> {
  return await context.db.transaction(async (tx) => {
    const row = await lockBulkRun(tx, id);
    const ended = row?.state === 'running' ? await end(context, tx, id, 'cancelled') : row;
    if (!ended) throw new AppError('bulk_run_not_found');
    return bulkRunView(ended);
  });
}

/** Has a job take back what was decided. Asked for twice, it is done once. @throws AppError bulk_run_running, undo_too_late */
export async function undoBulkRun(
  context: EndContext & Pick<Context, 'queue'>,
  { id, accountId }: Authorized<BulkRunRow>,
): Promise<BulkRun> {
  const { clock, db, queue } = context;
  return await db.transaction(async (tx) => {
    const row = await lockBulkRun(tx, id);
    if (!row) throw new AppError('bulk_run_not_found');
    if (row.state === 'undoing' || row.state === 'undone') return bulkRunView(row);
    if (row.state === 'running') throw new AppError('bulk_run_running');
    const now = clock.now();
    if (row.undoUntil === null || row.undoUntil <= now) throw new AppError('undo_too_late');
    // Many items take longer than the rest of the time: they stay untold until it is their turn.
    await holdDecisions(tx, id, { now, until: new Date(now.getTime() + bulkHoldMs) });
    await queue.add('run-bulk', { runId: id }, { tx, singletonKey: `${id} undo`, group: accountId });
    const undoing = await writeProgress(context, tx, id, { state: 'undoing', undoUntil: null });
    return bulkRunView(undoing ?? row);
  });
}

/** Everything was taken back that can be. What could not is told now. */
export async function closeUndo(context: EndContext, id: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const row = await lockBulkRun(tx, id);
    if (row?.state !== 'undoing') return;
    const now = context.clock.now();
    await holdDecisions(tx, id, { now, until: now });
    await context.live.tellDue(tx);
    await writeProgress(context, tx, id, { state: 'undone', finishedAt: now });
  });
}

/** Every try went wrong, or the job was lost: what is left stays as it is, and the run says so. */
export async function failBulkRun(context: EndContext, id: string): Promise<void> {
  const { db } = context;
  await db.transaction(async (tx) => {
    const row = await lockBulkRun(tx, id);
    const which = row?.state === 'undoing' ? sql`${bulkRunItem.outcome} = 'done'` : isNull(bulkRunItem.outcome);
    await tx
      .update(bulkRunItem)
      .set({ outcome: row?.state === 'undoing' ? 'kept' : 'failed' })
      .where(and(eq(bulkRunItem.runId, id), which));
  });
  await completeBulkRun(context, id);
  await closeUndo(context, id);
}
