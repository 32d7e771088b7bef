import { AppError, type GivenRole, type TeamMember } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import type { SignedInMember } from '../accounts/own-accounts.ts';
import type { Context } from '../context.ts';
import { membership } from '../db/schema.ts';
import { announceMember } from '../live/announce.ts';
import type { Client } from '../security/client-address.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { findMember, lockAsOwner } from './lock-team.ts';
import { readMembers } from './read-team.ts';

/**
 * Gives a member another role, which their very next request has.
 * @throws AppError member_not_found, owner_stays, role_insufficient
 */
export async function changeRole(
  { db, clock, live }: Context,
  owner: SignedInMember,
  { userId, role }: { userId: string; role: GivenRole },
  client: Client,
): Promise<TeamMember> {
  const { accountId } = owner;
  const changed = await db.transaction(async (tx) => {
    await lockAsOwner(tx, owner);
    const row = await findMember(tx, { accountId, userId });
    if (row.role === 'owner') throw new AppError('owner_stays');
    await tx
      .update(membership)
      .set({ role })
      .where(and(eq(membership.accountId, accountId), eq(membership.userId, userId)));
    const by = { accountId, userId: owner.userId, client, subject: { type: 'member', id: userId }, at: clock.now() };
    await recordSecurityEvent(tx, { ...by, kind: 'team.role_changed', detail: `member ${userId}: ${row.role} to ${role}` });
    await announceMember(live, { accountId, userId }, tx);
    const members = await readMembers(tx, { accountId, role: 'owner' });
    return members.find((member) => member.user_id === userId);
  });
  if (!changed) throw new AppError('member_not_found');
  return changed;
}
