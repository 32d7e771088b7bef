import { AppError } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import type { SignedInMember } from '../accounts/own-accounts.ts';
import { requireStanding } from '../accounts/require-standing.ts';
import type { Tx } from '../db/client.ts';
import { account, membership } from '../db/schema.ts';
import { type Authorized, authorize } from '../security/authorized.ts';

export type MemberRow = typeof membership.$inferSelect;
type Member = { accountId: string; userId: string };

/** Lets one change of a team at a time through, for as long as the transaction runs. */
export async function lockTeam(tx: Tx, accountId: string): Promise<void> {
  await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('no key update');
}

/** @throws AppError member_not_found for whoever does not belong to the account */
export async function findMember(tx: Tx, { accountId, userId }: Member): Promise<Authorized<MemberRow>> {
  const [row] = await tx
    .select()
    .from(membership)
    .where(and(eq(membership.accountId, accountId), eq(membership.userId, userId)))
    .for('update');
  return authorize(row, { accountId }, 'member_not_found');
}

/**
 * Locks the team and asks again whether the caller owns it, and is still signed in: between the check at the door and the lock they
 * may have handed it over, or ended a stolen session.
 * @throws AppError role_insufficient, session_expired
 */
export async function lockAsOwner(tx: Tx, owner: SignedInMember): Promise<void> {
  await requireStanding(tx, owner);
  await lockTeam(tx, owner.accountId);
  const [row] = await tx
    .select({ role: membership.role })
    .from(membership)
    .where(and(eq(membership.accountId, owner.accountId), eq(membership.userId, owner.userId)));
  if (row?.role !== 'owner') throw new AppError('role_insufficient', { detail: 'no longer the owner' });
}
