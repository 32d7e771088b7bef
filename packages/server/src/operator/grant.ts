import { asc, eq, sql } from 'drizzle-orm';
import { emailKey } from '../accounts/email-key.ts';
import { addMonths } from '../billing/months.ts';
import { lockAccount } from '../billing/move-subscription.ts';
import { openPeriod } from '../billing/periods.ts';
import { usageOf } from '../billing/usage.ts';
import type { Db } from '../db/client.ts';
import { membership, user } from '../db/schema.ts';
import type { LiveEvents } from '../live/live-events.ts';

/** A granted period lasts one month, like every other. */
const grantMonths = 1;

export type Grant = { email: string; frames: number; reason: string };
export type Granted = { accountId: string; endsAt: Date; framesLeft: number };

/**
 * Opens a period with these frames for the account of the person, beside what the account has, and writes the reason
 * into the ledger. Pages that are open show it at once.
 * @returns null when nobody has that address, or deletes their account right now
 */
export async function grantFrames(
  { db, live }: { db: Db; live: Pick<LiveEvents, 'publish'> },
  { email, frames, reason }: Grant,
  now: Date,
): Promise<Granted | null> {
  return db.transaction(async (tx) => {
    // A person may belong to several accounts: their own comes first.
    const [member] = await tx
      .select({ accountId: membership.accountId })
      .from(membership)
      .innerJoin(user, eq(user.id, membership.userId))
      .where(eq(user.emailKey, emailKey(email)))
      .orderBy(sql`${membership.role} = 'owner' desc`, asc(membership.createdAt))
      .limit(1);
    if (!member) return null;
    const { accountId } = member;
    if (!(await lockAccount(tx, accountId))) return null;
    const endsAt = addMonths(now, grantMonths);
    await openPeriod(tx, { accountId, subscriptionId: null, frames, startsAt: now, endsAt, reason });
    await live.publish([{ accountId, event: { type: 'usage.updated' } }], tx);
    const usage = await usageOf(tx, accountId, now);
    return { accountId, endsAt, framesLeft: usage?.media_remaining ?? 0 };
  });
}
