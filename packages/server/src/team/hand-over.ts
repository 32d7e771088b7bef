import { AppError } from '@clearframe/contract';
import { and, eq, inArray } from 'drizzle-orm';
import type { SignedInMember } from '../accounts/own-accounts.ts';
import type { Context } from '../context.ts';
import { membership, user } from '../db/schema.ts';
import { announceMember } from '../live/announce.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { noticeMail } from '../mail/templates/notice-mail.ts';
import type { Client } from '../security/client-address.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { findMember, lockAsOwner } from './lock-team.ts';

/**
 * Makes another member the owner, and the owner a moderator. The lock lets one of several at a time through, which then is no
 * owner any more; a unique index refuses a second owner even to a statement that forgot the lock. Both are told by mail.
 * @throws AppError member_not_found, owner_stays (to oneself), role_insufficient
 */
export async function handOver(context: Context, owner: SignedInMember, userId: string, client: Client): Promise<void> {
  const { db, clock, live, config } = context;
  const { accountId } = owner;
  await db.transaction(async (tx) => {
    await lockAsOwner(tx, owner);
    const next = await findMember(tx, { accountId, userId });
    if (next.role === 'owner') throw new AppError('owner_stays', { message: 'You are already the owner' });
    const roleOf = (id: string, role: 'owner' | 'moderator') =>
      tx
        .update(membership)
        .set({ role })
        .where(and(eq(membership.accountId, accountId), eq(membership.userId, id)));
    await roleOf(owner.userId, 'moderator');
    await roleOf(userId, 'owner');
    const by = { accountId, userId: owner.userId, client, subject: { type: 'member', id: userId }, at: clock.now() };
    await recordSecurityEvent(tx, { ...by, kind: 'team.handed_over', detail: `to member ${userId}` });
    await announceMember(live, owner, tx);
    await announceMember(live, { accountId, userId }, tx);
    const people = await tx
      .select({ id: user.id, email: user.email })
      .from(user)
      .where(inArray(user.id, [owner.userId, userId]));
    for (const { id, email } of people) {
      const mail = noticeMail({
        to: email,
        subject: id === userId ? 'You now own a Clearframe account' : 'You handed over your Clearframe account',
        what:
          id === userId
            ? 'The former owner handed the account to you. You now manage its plan, tokens and team. ' +
              'API tokens that the former owner copied keep working until you delete them.'
            : 'The account has a new owner, and you are now a moderator.',
        action: { label: 'Open the team page', url: `${config.publicUrl}/dashboard/account/team` },
        otherwise: 'Not expected? Change your password at once and tell your team.',
      });
      await queueMail(context, mail, tx);
    }
  });
}
