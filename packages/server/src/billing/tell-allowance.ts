import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { membership, usageEntry, usagePeriod, user } from '../db/schema.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { allowanceLowMail, allowanceUsedMail } from '../mail/templates/allowance-mail.ts';
import type { Reservation } from './ledger.ts';
import { activePeriods, periodEnd } from './periods.ts';

export type TellAllowanceContext = Pick<Context, 'clock' | 'config' | 'queue' | 'secrets'>;

const lowShare = 0.8;

/** The period that was just charged, and the frames that it was charged by. */
async function chargedPeriod(tx: Tx, { mediaId, attempt }: Reservation) {
  const [charged] = await tx
    .select({ period: usagePeriod, frames: usageEntry.frames })
    .from(usageEntry)
    .innerJoin(usagePeriod, eq(usagePeriod.id, usageEntry.periodId))
    .where(and(eq(usageEntry.mediaId, mediaId), eq(usageEntry.attempt, attempt), eq(usageEntry.kind, 'commit')));
  return charged;
}

/** Whether the account can go on with frames of another period, so that nothing has to be done. */
async function hasOther(tx: Tx, period: typeof usagePeriod.$inferSelect, now: Date): Promise<boolean> {
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
export async function tellAllowance(
  { clock, config, queue, secrets }: TellAllowanceContext,
  tx: Tx,
  reservation: Reservation,
): Promise<void> {
  const charged = await chargedPeriod(tx, reservation);
  if (!charged) return;
  const { period, frames } = charged;
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
