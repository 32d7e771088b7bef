import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { membership, usageEntry, usagePeriod, user } from '../db/schema.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { allowanceLowMail, allowanceUsedMail } from '../mail/templates/allowance-mail.ts';
import { endingOf, type Reservation, releaseFrames } from './ledger.ts';
import { activePeriods, periodEnd } from './periods.ts';

export type TellAllowanceContext = Pick<Context, 'clock' | 'config' | 'queue' | 'secrets'>;

const lowShare = 0.8;

type Period = Pick<typeof usagePeriod.$inferSelect, 'id' | 'accountId' | 'allowance' | 'used' | 'endsAt' | 'paidUntil'>;

/** A period as a charge left it, with the frames of the charge. Times are ISO 8601. */
export type ChargedParts = Omit<Period, 'endsAt' | 'paidUntil'> & { frames: number; endsAt: string; paidUntil: string | null };

/** Of the statement that writes a charge (`endingOf` of the ledger); null where it was written before. */
export const chargedParts = sql<ChargedParts | null>`(select json_build_object('id', id, 'accountId', account_id,
  'allowance', allowance, 'used', used, 'endsAt', ends_at, 'paidUntil', paid_until, 'frames', charged) from ended)`;

/** The period that was just charged, and the frames that it was charged by. */
async function chargedPeriod(tx: Tx, { mediaId, attempt }: Reservation): Promise<{ period: Period; frames: number } | undefined> {
  const [charged] = await tx
    .select({ period: usagePeriod, frames: usageEntry.frames })
    .from(usageEntry)
    .innerJoin(usagePeriod, eq(usagePeriod.id, usageEntry.periodId))
    .where(and(eq(usageEntry.mediaId, mediaId), eq(usageEntry.attempt, attempt), eq(usageEntry.kind, 'commit')));
  return charged;
}

/** Whether the account can go on with frames of another period, so that nothing has to be done. */
async function hasOther(tx: Tx, period: Period, now: Date): Promise<boolean> {
  const [other] = await tx
    .select({ id: usagePeriod.id })
    .from(usagePeriod)
    .where(
      and(
        activePeriods(period.accountId, now),
        ne(usagePeriod.id, period.id),
        sql`${usagePeriod.used} + ${usagePeriod.reserved} < ${usagePeriod.allowance}`,
      ),
    )
    .limit(1);
  return other !== undefined;
}

const ownerAddress = async (tx: Tx, accountId: string): Promise<string | undefined> => {
  const [owner] = await tx
    .select({ email: user.email })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(and(eq(membership.accountId, accountId), eq(membership.role, 'owner')))
    .orderBy(asc(membership.createdAt))
    .limit(1);
  return owner?.email;
};

/**
 * Mails the owner when the charge that was just written, in the same transaction, took a period over 80 % or to its end. Once each:
 * charges of a period wait for each other at its row, so exactly one of them crosses the line, and the mail is queued with it.
 */
export async function tellAllowance(context: TellAllowanceContext, tx: Tx, reservation: Reservation): Promise<void> {
  const charged = await chargedPeriod(tx, reservation);
  if (charged) await tell(context, tx, charged);
}

/** The same for a caller whose statement has read the period. */
export async function tellOfCharge(context: TellAllowanceContext, tx: Tx, charged: ChargedParts): Promise<void> {
  const { frames, endsAt, paidUntil, ...period } = charged;
  await tell(context, tx, {
    period: { ...period, endsAt: new Date(endsAt), paidUntil: paidUntil === null ? null : new Date(paidUntil) },
    frames,
  });
}

/**
 * Charges what an attempt reserved, as `commitFrames` does, and tells the owner as {@link tellAllowance} does, in one statement.
 * @returns whether it was charged now
 */
export async function chargeAndTell(
  context: TellAllowanceContext,
  tx: Tx,
  { frames, ...attempt }: Reservation & { frames: number },
): Promise<boolean> {
  const { rows } = await tx.execute<{ held: number; charged: ChargedParts | null }>(sql`
    with ${endingOf({ ...attempt, kind: 'commit', frames, reason: null })}
    select (select count(*)::int from held) as held, ${chargedParts} as charged`);
  const [end] = rows;
  if (end?.charged) await tellOfCharge(context, tx, end.charged);
  // Another attempt charged it (its worker was thought dead): what this one reserved must not stay reserved.
  else if (end?.held) await releaseFrames(tx, { ...attempt, reason: 'charged by another attempt' });
  return Boolean(end?.charged);
}

async function tell(
  { clock, config, queue, secrets }: TellAllowanceContext,
  tx: Tx,
  { period, frames }: { period: Period; frames: number },
): Promise<void> {
  const { accountId, allowance, used, endsAt } = period;
  const crosses = (line: number) => used >= line && used - frames < line;
  const isUsedUp = crosses(allowance);
  if (!isUsedUp && !crosses(Math.ceil(allowance * lowShare))) return;
  if (endsAt <= clock.now() || (await hasOther(tx, period, clock.now()))) return;
  const to = await ownerAddress(tx, accountId);
  if (to === undefined) return;
  const facts = { to, used, allowance, endsAt: periodEnd(period), url: `${config.publicUrl}/dashboard/subscription` };
  await queueMail({ queue, secrets }, isUsedUp ? allowanceUsedMail(facts) : allowanceLowMail(facts), tx);
}
