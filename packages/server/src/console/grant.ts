import { asc, eq, sql } from 'drizzle-orm';
import { emailKey } from '../accounts/email-key.ts';
import { addMonths } from '../billing/months.ts';
import { lockAccount } from '../billing/move-subscription.ts';
import { openPeriod } from '../billing/periods.ts';
import { usageOf } from '../billing/usage.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { membership, user } from '../db/schema.ts';
import type { LiveEvents } from '../live/live-events.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { recordAct } from './operator-log.ts';

/** A granted period lasts one month, like every other. */
const grantMonths = 1;

export type Grant = { email: string; frames: number; reason: string };
export type Granted = { accountId: string; endsAt: Date; framesLeft: number };

type GrantSides = { db: Db; live: Pick<LiveEvents, 'publish'> };

/**
 * Opens a period with these frames beside what the account has, and writes the reason into the ledger. Pages that are open show it at
 * once.
 * @returns null when there is no such account, or it is being deleted
 */
async function grantTo(
  { db, live }: GrantSides,
  { accountId, frames, reason }: Omit<Grant, 'email'> & { accountId: string },
  now: Date,
): Promise<Granted | null> {
  return db.transaction(async (tx) => {
    if (!(await lockAccount(tx, accountId))) return null;
    const endsAt = addMonths(now, grantMonths);
    await openPeriod(tx, { accountId, subscriptionId: null, frames, startsAt: now, endsAt, reason });
    await live.publish([{ accountId, event: { type: 'usage.updated' } }], tx);
    const usage = await usageOf(tx, accountId, now);
    return { accountId, endsAt, framesLeft: usage?.media_remaining ?? 0 };
  });
}

/**
 * {@link grantTo} the account of a person.
 * @returns null when nobody has that address, or deletes their account right now
 */
export async function grantFrames({ db, live }: GrantSides, { email, ...given }: Grant, now: Date): Promise<Granted | null> {
  // A person may belong to several accounts: their own comes first.
  const [member] = await db
    .select({ accountId: membership.accountId })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(eq(user.emailKey, emailKey(email)))
    .orderBy(sql`${membership.role} = 'owner' desc`, asc(membership.createdAt))
    .limit(1);
  return member ? await grantTo({ db, live }, { ...given, accountId: member.accountId }, now) : null;
}

/** {@link grantTo}, written down in the same transaction, for operators and for the account. @returns null as it does */
export async function grantAsOperator(
  { clock, db, live }: Pick<Context, 'clock' | 'db' | 'live'>,
  { actor, ...given }: Omit<Grant, 'email'> & { accountId: string; actor: string },
): Promise<Granted | null> {
  return await db.transaction(async (tx) => {
    const { accountId, frames, reason } = given;
    const now = clock.now();
    const granted = await grantTo({ db: tx, live }, given, now);
    if (!granted) return null;
    await recordAct(tx, { actor, action: 'grant', subject: `account ${accountId}`, reason, detail: { frames } });
    await recordSecurityEvent(tx, {
      kind: 'frames.granted',
      accountId,
      detail: `${frames} frames: ${reason}`,
      facts: { frames },
      at: now,
    });
    return granted;
  });
}
