import { AppError, type ErrorCode, roleMay } from '@clearframe/contract';
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { bulkRun, bulkRunItem, media, membership } from '../../db/schema.ts';
import { authorize } from '../../security/authorized.ts';
import { type DecideContext, decide } from '../decide/decide.ts';
import { undo } from '../decide/undo.ts';
import { type BulkRunRow, lockBulkRun, writeProgress } from './bulk-run-row.ts';
import { bulkHoldMs, cancelBulkRun, closeUndo, completeBulkRun } from './end-bulk-run.ts';

type ItemRow = typeof bulkRunItem.$inferSelect;
type Outcome = NonNullable<ItemRow['outcome']>;

/** Items between two looks at the run. */
const atOnce = 50;

/** The run was cancelled, or another process had the item: nothing of this decision stands. */
const stopped = Symbol('stopped');

const isOpen = ({ runId, position }: ItemRow) =>
  and(eq(bulkRunItem.runId, runId), eq(bulkRunItem.position, position), isNull(bulkRunItem.outcome));

/**
 * In the transaction of the decision: whoever cancels waits for it, and what begins after a cancellation is undone here. Of two processes
 * at the same item (one was thought dead) one writes it.
 */
async function attach(tx: Tx, row: ItemRow, decisionId: string): Promise<void> {
  const running = and(eq(bulkRun.id, row.runId), eq(bulkRun.state, 'running'));
  const [run] = await tx.select({ id: bulkRun.id }).from(bulkRun).where(running).for('share');
  const taken = run ? await tx.update(bulkRunItem).set({ outcome: 'done', decisionId }).where(isOpen(row)) : null;
  if (!taken?.rowCount) throw stopped;
}

/** The item is locked. Held meanwhile: nobody decides by a list what nobody can look at. @throws AppError media_held */
async function requireVisible(tx: Tx, mediaId: string): Promise<void> {
  const [item] = await tx.select({ heldAt: media.legalHoldAt }).from(media).where(eq(media.id, mediaId));
  if (item?.heldAt) throw new AppError('media_held');
}

const refusals: Partial<Record<ErrorCode, Outcome>> = { claimed: 'claimed', decided_meanwhile: 'decided' };

/** The one path of a decision. What is refused is written down. @returns whether the run goes on */
async function decideOne(context: DecideContext, run: BulkRunRow, row: ItemRow): Promise<boolean> {
  const { accountId, userId, action: verdict, label, note } = run;
  try {
    await decide(context, { accountId, userId }, row.mediaId, {
      verdict,
      undoDelayMs: bulkHoldMs,
      note: note ?? undefined,
      label: label ?? undefined,
      lastDecision: row.lastDecision,
      also: async (tx, { id }) => {
        await requireVisible(tx, row.mediaId);
        await attach(tx, row, id);
      },
    });
  } catch (error) {
    if (error === stopped) return false;
    if (!(error instanceof AppError)) throw error;
    await context.db
      .update(bulkRunItem)
      .set({ outcome: refusals[error.code] ?? 'failed' })
      .where(isOpen(row));
  }
  return true;
}

/** A run that died between the two statements finds it taken back already. */
async function undoOne(context: DecideContext, { accountId, userId }: BulkRunRow, row: ItemRow): Promise<boolean> {
  let outcome: Outcome = 'undone';
  try {
    if (row.decisionId !== null) await undo(context, { accountId, userId }, row.mediaId, row.decisionId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code !== 'undo_done') outcome = 'kept';
  }
  await context.db
    .update(bulkRunItem)
    .set({ outcome })
    .where(and(eq(bulkRunItem.runId, row.runId), eq(bulkRunItem.position, row.position)));
  return true;
}

/** Whoever was removed, or may only look by now, decides nothing more. */
async function mayDecide({ db }: DecideContext, { accountId, userId }: BulkRunRow): Promise<boolean> {
  const [member] = await db
    .select({ role: membership.role })
    .from(membership)
    .where(and(eq(membership.accountId, accountId), eq(membership.userId, userId)));
  return member !== undefined && roleMay(member.role, 'media.review');
}

type Piece = { context: DecideContext; run: BulkRunRow; which: SQL; one: typeof decideOne; signal: AbortSignal };

/** @returns how many items it looked at */
async function workPiece({ context, run, which, one, signal }: Piece): Promise<number> {
  const rows = await context.db
    .select()
    .from(bulkRunItem)
    .where(and(eq(bulkRunItem.runId, run.id), which))
    .orderBy(asc(bulkRunItem.position))
    .limit(atOnce);
  for (const row of rows) {
    signal.throwIfAborted();
    if (!(await one(context, run, row))) break;
  }
  // Locked first: what another process counted later stands.
  if (rows.length > 0)
    await context.db.transaction(
      async (tx) => void ((await lockBulkRun(tx, run.id)) && (await writeProgress(context, tx, run.id))),
    );
  return rows.length;
}

/**
 * Decides what is open in a run, or takes back what it decided. May be cut off anywhere and run again, also beside itself: each item is one
 * transaction, which writes its outcome.
 * @param signal aborts when the run has taken too long or the process stops
 */
export async function runBulk(context: DecideContext, runId: string, run: { signal: AbortSignal; alive(): void }): Promise<void> {
  const { signal } = run;
  for (;;) {
    signal.throwIfAborted();
    run.alive();
    const [row] = await context.db.select().from(bulkRun).where(eq(bulkRun.id, runId));
    if (row?.state === 'running') {
      if (!(await mayDecide(context, row))) await cancelBulkRun(context, authorize(row, row, 'bulk_run_not_found'));
      else if ((await workPiece({ context, run: row, which: sql`${bulkRunItem.outcome} is null`, one: decideOne, signal })) === 0)
        await completeBulkRun(context, runId);
    } else if (row?.state === 'undoing') {
      const which = sql`${bulkRunItem.outcome} = 'done'`;
      if ((await workPiece({ context, run: row, which, one: undoOne, signal })) === 0) await closeUndo(context, runId);
    } else return;
  }
}
