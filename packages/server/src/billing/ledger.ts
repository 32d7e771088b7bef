import { AppError } from '@clearframe/contract';
import { and, eq, or, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { usageEntry, usagePeriod } from '../db/schema.ts';
import { activePeriods } from './periods.ts';

/** `ok` = done now; `already` = was done before (or the item is charged already), nothing changed; `none` = nothing is reserved. */
export type LedgerResult = 'ok' | 'already' | 'none';

export type Reservation = { mediaId: string; attempt: number };

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

const entryOf = ({ mediaId, attempt }: Reservation) => and(eq(usageEntry.mediaId, mediaId), eq(usageEntry.attempt, attempt));

/** Whether this attempt already reserved frames, or the order was charged in any attempt. */
async function isSettledOrReserved(tx: Tx, reservation: Reservation & { order: number }): Promise<boolean> {
  const [known] = await tx
    .select({ id: usageEntry.id })
    .from(usageEntry)
    .where(
      and(
        eq(usageEntry.mediaId, reservation.mediaId),
        or(
          and(eq(usageEntry.kind, 'commit'), eq(usageEntry.order, reservation.order)),
          and(eq(usageEntry.kind, 'reserve'), eq(usageEntry.attempt, reservation.attempt)),
        ),
      ),
    )
    .limit(1);
  return known !== undefined;
}

/**
 * Reserves frames for one attempt at an item, in the caller's transaction: of the account's active periods the one that
 * ends first and has room for all of them. The periods stay locked until that transaction ends, so that parallel
 * uploads never take more than there is.
 * @param order what is charged at most once: 0 = the upload, else the attempt that a person asked for
 * @throws AppError subscription_required (no active period), frames_exhausted (none has room): nothing is reserved
 */
export async function reserveFrames(
  tx: Tx,
  {
    accountId,
    frames,
    now,
    order = 0,
    ...reservation
  }: Reservation & { accountId: string; frames: number; now: Date; order?: number },
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
  if (await isSettledOrReserved(tx, { ...reservation, order })) return 'already';
  if (periods.length === 0) throw new AppError('subscription_required');
  const period = periods.find(({ allowance, used, reserved }) => used + reserved + frames <= allowance);
  if (!period) throw exhausted(frames, periods);
  await tx.insert(usageEntry).values({ ...reservation, order, periodId: period.id, kind: 'reserve', frames });
  await tx
    .update(usagePeriod)
    .set({ reserved: sql`${usagePeriod.reserved} + ${frames}` })
    .where(eq(usagePeriod.id, period.id));
  return 'ok';
}

/** Writes the entry that ends a reservation; false when the reservation (or, for a commit, the item) has one already. */
async function writeFinal(tx: Tx, entry: Omit<typeof usageEntry.$inferInsert, 'id'>, reserved: number): Promise<boolean> {
  const written = await tx.insert(usageEntry).values(entry).onConflictDoNothing().returning({ id: usageEntry.id });
  if (written.length === 0) return false;
  await tx
    .update(usagePeriod)
    .set({ reserved: sql`${usagePeriod.reserved} - ${reserved}`, used: sql`${usagePeriod.used} + ${entry.frames}` })
    .where(eq(usagePeriod.id, entry.periodId));
  return true;
}

async function reservationOf(tx: Tx, reservation: Reservation) {
  const [entry] = await tx
    .select({ periodId: usageEntry.periodId, frames: usageEntry.frames, order: usageEntry.order })
    .from(usageEntry)
    .where(and(entryOf(reservation), eq(usageEntry.kind, 'reserve')));
  return entry;
}

/**
 * Charges what an attempt reserved, at most once an order, to the period that it was reserved in, even when that has ended.
 * @param frames frames really analysed; what was reserved beyond them goes back, more than was reserved is never charged
 */
export async function commitFrames(tx: Tx, { frames, ...reservation }: Reservation & { frames: number }): Promise<LedgerResult> {
  requireFrames(frames, 0);
  const entry = await reservationOf(tx, reservation);
  if (!entry) return 'none';
  const { periodId, order, frames: reserved } = entry;
  const charged = Math.min(frames, reserved);
  if (await writeFinal(tx, { ...reservation, periodId, order, kind: 'commit', frames: charged }, reserved)) return 'ok';
  // Another attempt charged it (its worker was thought dead): what this one reserved must not stay reserved.
  await writeFinal(
    tx,
    { ...reservation, periodId, order, kind: 'release', frames: 0, reason: 'charged by another attempt' },
    reserved,
  );
  return 'already';
}

/** Gives back what an attempt reserved: nothing is charged. @param reason for the ledger, such as `analysis failed` */
export async function releaseFrames(tx: Tx, { reason, ...reservation }: Reservation & { reason: string }): Promise<LedgerResult> {
  const entry = await reservationOf(tx, reservation);
  if (!entry) return 'none';
  const { periodId, order, frames: reserved } = entry;
  return (await writeFinal(tx, { ...reservation, periodId, order, kind: 'release', frames: 0, reason }, reserved))
    ? 'ok'
    : 'already';
}
