import { AppError, FREE_PLAN_ID, planById } from '@clearframe/contract';
import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { membership, trialGrant, user } from '../db/schema.ts';
import type { Secrets } from '../security/secrets.ts';
import { moveSubscription } from './move-subscription.ts';

/**
 * HMACs of the address of the account's first owner, under the current key and those before it: they outlive the account without
 * telling the address. The first is what is stored.
 */
async function ownerHmacs(db: Db | Tx, secrets: Secrets, accountId: string): Promise<string[]> {
  const [owner] = await db
    .select({ emailKey: user.emailKey })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(and(eq(membership.accountId, accountId), eq(membership.role, 'owner')))
    .orderBy(asc(membership.createdAt), asc(user.id))
    .limit(1);
  if (!owner) throw new Error(`The account ${accountId} has no owner`);
  return secrets.signatures('trial-address', owner.emailKey);
}

async function hadTrial(db: Db | Tx, accountId: string, emailHmacs: string[]): Promise<boolean> {
  const [used] = await db
    .select({ id: trialGrant.id })
    .from(trialGrant)
    .where(or(eq(trialGrant.accountId, accountId), inArray(trialGrant.emailHmac, emailHmacs)))
    .limit(1);
  return used !== undefined;
}

/** Whether neither the account nor its owner's address had the free trial. */
export async function isTrialAvailable(db: Db | Tx, secrets: Secrets, accountId: string): Promise<boolean> {
  return !(await hadTrial(db, accountId, await ownerHmacs(db, secrets, accountId)));
}

/**
 * Starts the free trial, all in the caller's transaction: grant, subscription, period and ledger entry.
 * @throws AppError trial_used (the account or the address had it), subscription_exists (another one runs); nothing is granted then
 */
export async function activateTrial(
  tx: Tx,
  { secrets, accountId, now }: { secrets: Secrets; accountId: string; now: Date },
): Promise<void> {
  const plan = planById(FREE_PLAN_ID);
  if (!plan) throw new Error('The catalogue has no free plan');
  const emailHmacs = await ownerHmacs(tx, secrets, accountId);
  const [emailHmac = ''] = emailHmacs;
  // What an older key stored conflicts with no row below.
  if (await hadTrial(tx, accountId, emailHmacs)) throw new AppError('trial_used');
  const granted = await tx
    .insert(trialGrant)
    .values({ accountId, emailHmac, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: trialGrant.id });
  if (granted.length === 0) throw new AppError('trial_used');
  await moveSubscription(tx, { accountId, event: 'trial', now, plan });
}
