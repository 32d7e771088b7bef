import { AppError } from '@clearframe/contract';
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { usageEntry, usagePeriod } from '../db/schema.ts';
import { activePeriods } from './periods.ts';
import { placeInTurn } from './waiting-turns.ts';

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

/** Of an item's entries: whether this attempt reserved frames, or the order was charged in any attempt. */
const isKnown = ({ attempt, order }: Reservation & { order: number }) =>
  or(
    and(eq(usageEntry.kind, 'commit'), eq(usageEntry.order, order)),
    and(eq(usageEntry.kind, 'reserve'), eq(usageEntry.attempt, attempt)),
  );

async function isSettledOrReserved(tx: Tx, reservation: Reservation & { order: number }): Promise<boolean> {
  const [known] = await tx
    .select({ id: usageEntry.id })
    .from(usageEntry)
    .where(and(eq(usageEntry.mediaId, reservation.mediaId), isKnown(reservation)))
    .limit(1);
  return known !== undefined;
}

export type Reserved = {
  result: Exclude<LedgerResult, 'none'>;
  /** Of the analysis among all that wait (`waiting-turns.ts`). */
  turn: number;
};

type Hold = Reservation & { accountId: string; frames: number; now: Date; order?: number };

/** Active periods of an account, locked until the transaction ends, and what waits of it. @param known is read with them */
export async function lockPeriods(tx: Tx, { accountId, now }: Pick<Hold, 'accountId' | 'now'>, turnNow: SQL, known = sql`false`) {
  // Of periods that are over, or not begun: what an upload began in them still waits.
  const late = (what: SQL) => sql`(select ${what} from ${usagePeriod} p
    where p.account_id = ${accountId} and p.reserved > 0 and (p.starts_at > ${now.toISOString()} or p.ends_at <= ${now.toISOString()}))`;
  // Locked in one order, so that two uploads of an account with several periods cannot wait for each other; and not
  // `for update`, which would wait for the entries of others (a foreign key locks the period's key) and so for each other.
  return await tx
    .select({
      period: usagePeriod,
      known: sql<boolean>`${known}`,
      late: sql<number>`${late(sql`coalesce(sum(p.reserved), 0)::int`)}`,
      lateNext: sql<number | null>`${late(sql`max(p.next_turn)::float8`)}`,
      turnNow: sql<number>`${turnNow}`,
    })
    .from(usagePeriod)
    .where(activePeriods(accountId, now))
    .orderBy(usagePeriod.endsAt, usagePeriod.id)
    .for('no key update');
}

/**
 * Reserves frames for one attempt at an item, in the caller's transaction: of the account's active periods the one that
 * ends first and has room for all of them. The periods stay locked until that transaction ends, so that parallel
 * uploads never take more than there is: after the statement that locks them comes one more.
 * @param hold.order what is charged at most once: 0 = the upload, else the attempt that a person asked for
 * @param along.turnNow the turn that is on, which the first statement reads; the period remembers which one its account has next
 * @param along.notices what the last one tells when the transaction commits
 * @throws AppError subscription_required (no active period), frames_exhausted (none has room): nothing is reserved
 */
export async function holdFrames(
  tx: Tx,
  { accountId, frames, now, order = 0, ...reservation }: Hold,
  { turnNow = sql`0`, notices = sql`null` }: { turnNow?: SQL; notices?: SQL } = {},
): Promise<Reserved> {
  requireFrames(frames, 1);
  const own = and(eq(usageEntry.mediaId, reservation.mediaId), isKnown({ ...reservation, order }));
  const rows = await lockPeriods(tx, { accountId, now }, turnNow, sql`exists (select from ${usageEntry} where ${own})`);
  const [first] = rows;
  if (!first) {
    if (!(await isSettledOrReserved(tx, { ...reservation, order }))) throw new AppError('subscription_required');
    return { result: 'already', turn: 0 };
  }
  const place = nextPlace(
    first,
    rows.map(({ period }) => period),
    frames,
  );
  const { turn } = place;
  if (first.known) return { result: 'already', turn };
  const room = rows.find(({ period: { allowance, used, reserved } }) => used + reserved + frames <= allowance);
  const nextTurn = place.next;
  if (room && (await writeReservation(tx, { ...reservation, order, frames, periodId: room.period.id }, { nextTurn, notices })))
    return { result: 'ok', turn };
  // What another transaction wrote while this one waited for the periods is seen from here on.
  if (await isSettledOrReserved(tx, { ...reservation, order })) return { result: 'already', turn };
  throw exhausted(
    frames,
    rows.map(({ period }) => period),
  );
}

type Period = Pick<typeof usagePeriod.$inferSelect, 'reserved' | 'planId' | 'nextTurn'>;

/** Where the next analysis of an account stands whose periods are locked. */
export const nextPlace = (
  { turnNow: on, late, lateNext }: { turnNow: number; late: number; lateNext: number | null },
  periods: readonly Period[],
  frames: number,
) =>
  placeInTurn(
    {
      on,
      frames: periods.reduce((sum, { reserved }) => sum + reserved, late),
      plans: periods.map(({ planId }) => planId),
      next: latest([lateNext, ...periods.map(({ nextTurn }) => nextTurn)]),
    },
    frames,
  );

/** Null where none is known. */
function latest(turns: readonly (number | null)[]): number | null {
  return turns.reduce((most, turn) => (turn === null || (most !== null && most >= turn) ? most : turn), null);
}

type Entry = Reservation & { order: number; frames: number; periodId: string };

/** Entry and counter at once. @returns whether this attempt had no entry yet */
async function writeReservation(
  tx: Tx,
  { frames, ...entry }: Entry,
  { nextTurn, notices }: { nextTurn: number; notices: SQL },
): Promise<boolean> {
  const inserted = tx
    .insert(usageEntry)
    .values({ ...entry, kind: 'reserve', frames })
    .onConflictDoNothing()
    .returning({ periodId: usageEntry.periodId });
  const { rows } = await tx.execute<{ counted: number }>(sql`
    with entry as ${inserted},
    counted as (
      update ${usagePeriod} set reserved = ${usagePeriod.reserved} + ${frames}::int, next_turn = ${nextTurn}::bigint from entry
      where ${usagePeriod.id} = entry.period_id returning 1)
    select (select count(*)::int from counted) as counted, ${notices}`);
  return rows[0]?.counted === 1;
}

/** {@link holdFrames} for whoever does not ask what waits. */
export async function reserveFrames(tx: Tx, hold: Hold): Promise<Reserved['result']> {
  return (await holdFrames(tx, hold)).result;
}

type Final = Reservation & { kind: 'commit' | 'release'; frames: number; reason: string | null };

/**
 * As parts of a statement: the entry that ends a reservation, and the period's counters. `ended` has no row when the reservation
 * (or, for a commit, the order) has an entry already; `held` has none where nothing was reserved. More than was reserved is never charged.
 */
export const endingOf = ({ mediaId, attempt, kind, frames, reason }: Final): SQL => sql`
  held as (
    select period_id, "order", frames from ${usageEntry} where ${entryOf({ mediaId, attempt })} and ${eq(usageEntry.kind, 'reserve')}),
  entry as (
    insert into ${usageEntry} (period_id, media_id, attempt, "order", kind, frames, reason)
    select period_id, ${mediaId}::uuid, ${attempt}::int, "order", ${kind}, least(${frames}::int, frames), ${reason}::text from held
    on conflict do nothing returning period_id, frames),
  ended as (
    update ${usagePeriod} set reserved = ${usagePeriod.reserved} - held.frames, used = ${usagePeriod.used} + entry.frames
    from entry, held where ${usagePeriod.id} = entry.period_id returning ${usagePeriod}.*, entry.frames as charged)`;

async function writeFinal(tx: Tx, final: Final): Promise<LedgerResult> {
  const { rows } = await tx.execute<{ held: number; ended: number }>(
    sql`with ${endingOf(final)} select (select count(*)::int from held) as held, (select count(*)::int from ended) as ended`,
  );
  const [row] = rows;
  if (!row || row.held === 0) return 'none';
  return row.ended === 0 ? 'already' : 'ok';
}

/**
 * Charges what an attempt reserved, at most once an order, to the period that it was reserved in, even when that has ended.
 * @param frames frames really analysed; what was reserved beyond them goes back, more than was reserved is never charged
 */
export async function commitFrames(tx: Tx, { frames, ...reservation }: Reservation & { frames: number }): Promise<LedgerResult> {
  requireFrames(frames, 0);
  const result = await writeFinal(tx, { ...reservation, kind: 'commit', frames, reason: null });
  // Another attempt charged it (its worker was thought dead): what this one reserved must not stay reserved.
  if (result === 'already') await releaseFrames(tx, { ...reservation, reason: 'charged by another attempt' });
  return result;
}

/** Gives back what an attempt reserved: nothing is charged. @param reason for the ledger, such as `analysis failed` */
export async function releaseFrames(tx: Tx, { reason, ...reservation }: Reservation & { reason: string }): Promise<LedgerResult> {
  return await writeFinal(tx, { ...reservation, kind: 'release', frames: 0, reason });
}
