import { AppError } from '@clearframe/contract';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { usageEntry, usagePeriod } from '../db/schema.ts';
import { activePeriods } from './periods.ts';

/** `ok` = done now; `already` = was done before (or the item is charged already), nothing changed; `none` = nothing is held. */
export type LedgerResult = 'ok' | 'already' | 'none';

export type Hold = { mediaId: string; attempt: number };

function requireFrames(frames: number, least: number): void {
  if (!Number.isSafeInteger(frames) || frames < least) throw new RangeError(`${frames} is no number of frames`);
}

/** What one period must have room for: one frame is refused by the table's sentence, more by one that names both numbers. */
function exhausted(frames: number, periods: readonly (typeof usagePeriod.$inferSelect)[]): AppError {
  if (frames === 1) return new AppError('frames_exhausted');
  const left = Math.max(...periods.map(({ allowance, used, reserved }) => allowance - used - reserved));
  const where = periods.length === 1 ? 'are left in this period' : 'are left in the period that has most';
  return new AppError('frames_exhausted', {
    message: `This video needs ${frames} frames, one for each second, and ${left} ${where}. Nothing was charged.`,
  });
}

const entryOf = ({ mediaId, attempt }: Hold) => and(eq(usageEntry.mediaId, mediaId), eq(usageEntry.attempt, attempt));

/** Whether this attempt already holds or held frames, or the order was charged in any attempt. */
async function isSettledOrHeld(tx: Tx, hold: Hold & { order: number }): Promise<boolean> {
  const [known] = await tx
    .select({ id: usageEntry.id })
    .from(usageEntry)
    .where(
      and(
        eq(usageEntry.mediaId, hold.mediaId),
        sql`((${usageEntry.kind} = 'commit' and ${usageEntry.order} = ${hold.order}) or (${usageEntry.kind} = 'reserve' and ${usageEntry.attempt} = ${hold.attempt}))`,
      ),
    )
    .limit(1);
  return known !== undefined;
}

/**
 * Holds frames for one attempt at an item, in the caller's transaction: of the account's active periods the one that
 * ends first and has room for all of them. The periods stay locked until that transaction ends, so that parallel
 * uploads never take more than there is.
 * @param order what is charged at most once: 0 = the upload, else the attempt that a person asked for
 * @throws AppError subscription_required (no active period), frames_exhausted (none has room): nothing is held
 */
export async function reserveFrames(
  tx: Tx,
  { accountId, frames, now, order = 0, ...hold }: Hold & { accountId: string; frames: number; now: Date; order?: number },
): Promise<Exclude<LedgerResult, 'none'>> {
  requireFrames(frames, 1);
  // Locked in one order, so that two uploads of an account with several periods cannot wait for each other; and not
  // `for update`, which would wait for the entries of others (a foreign key locks the period's key) and so for each other.
  const periods = await tx
    .select()
    .from(usagePeriod)
    .where(activePeriods(accountId, now))
    .orderBy(usagePeriod.endsAt, usagePeriod.id)
    .for('no key update');
  if (await isSettledOrHeld(tx, { ...hold, order })) return 'already';
  if (periods.length === 0) throw new AppError('subscription_required');
  const period = periods.find(({ allowance, used, reserved }) => used + reserved + frames <= allowance);
  if (!period) throw exhausted(frames, periods);
  await tx.insert(usageEntry).values({ ...hold, order, periodId: period.id, kind: 'reserve', frames });
  await tx
    .update(usagePeriod)
    .set({ reserved: sql`${usagePeriod.reserved} + ${frames}` })
    .where(eq(usagePeriod.id, period.id));
  return 'ok';
}

/** Writes the entry that ends a hold; false when the hold (or, for a commit, the item) has one already. */
async function writeFinal(tx: Tx, entry: Omit<typeof usageEntry.$inferInsert, 'id'>, held: number): Promise<boolean> {
  const written = await tx.insert(usageEntry).values(entry).onConflictDoNothing().returning({ id: usageEntry.id });
  if (written.length === 0) return false;
  await tx
    .update(usagePeriod)
    .set({ reserved: sql`${usagePeriod.reserved} - ${held}`, used: sql`${usagePeriod.used} + ${entry.frames}` })
    .where(eq(usagePeriod.id, entry.periodId));
  return true;
}

async function reservationOf(tx: Tx, hold: Hold) {
  const [reservation] = await tx
    .select({ periodId: usageEntry.periodId, frames: usageEntry.frames, order: usageEntry.order })
    .from(usageEntry)
    .where(and(entryOf(hold), eq(usageEntry.kind, 'reserve')));
  return reservation;
}

/**
 * Charges what an attempt held, at most once an order, to the period that it was held in, even when that has ended.
 * @param frames frames really analysed; what was held beyond them goes back, more than was held is never charged
 */
export async function commitFrames(tx: Tx, { frames, ...hold }: Hold & { frames: number }): Promise<LedgerResult> {
  requireFrames(frames, 0);
  const reservation = await reservationOf(tx, hold);
  if (!reservation) return 'none';
  const { periodId, order, frames: held } = reservation;
  const charged = Math.min(frames, held);
  if (await writeFinal(tx, { ...hold, periodId, order, kind: 'commit', frames: charged }, held)) return 'ok';
  // Another attempt charged it (its worker was thought dead): what this one held must not stay held.
  await writeFinal(tx, { ...hold, periodId, order, kind: 'release', frames: 0, reason: 'charged by another attempt' }, held);
  return 'already';
}

/** Gives back what an attempt held: nothing is charged. @param reason for the ledger, such as `analysis failed` */
export async function releaseFrames(tx: Tx, { reason, ...hold }: Hold & { reason: string }): Promise<LedgerResult> {
  const reservation = await reservationOf(tx, hold);
  if (!reservation) return 'none';
  const { periodId, order, frames: held } = reservation;
  return (await writeFinal(tx, { ...hold, periodId, order, kind: 'release', frames: 0, reason }, held)) ? 'ok' : 'already';
}
