import { AppError } from '@clearframe/contract';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { lockPerson } from '../accounts/lock-person.ts';
import { accountForSignIn } from '../accounts/own-account.ts';
import { moveSession, type SignedInMember } from '../accounts/own-accounts.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { membership, session, user } from '../db/schema.ts';
import { announceMember } from '../live/announce.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { noticeMail } from '../mail/templates/notice-mail.ts';
import type { Authorized } from '../security/authorized.ts';
import type { Client } from '../security/client-address.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { findMember, lockAsOwner, lockTeam, type MemberRow } from './lock-team.ts';

/** Ends the membership and, at once, every session that looks at this account, except one that is led elsewhere. */
async function end(tx: Tx, { accountId, userId, role }: Authorized<MemberRow>, now: Date, kept?: string): Promise<void> {
  if (role === 'owner') throw new AppError('owner_stays');
  await tx.delete(membership).where(and(eq(membership.accountId, accountId), eq(membership.userId, userId)));
  const open = and(eq(session.accountId, accountId), eq(session.userId, userId), isNull(session.revokedAt));
  await tx
    .update(session)
    .set({ revokedAt: now, revokedReason: 'membership_ended' })
    .where(kept ? and(open, ne(session.id, kept)) : open);
}

/**
 * Removes somebody from the team: they are signed out of this account everywhere, and told by mail.
 * @throws AppError member_not_found, owner_stays, role_insufficient
 */
export async function removeMember(context: Context, owner: SignedInMember, userId: string, client: Client): Promise<void> {
  const { db, clock, live, config } = context;
  const { accountId } = owner;
  const now = clock.now();
  await db.transaction(async (tx) => {
    await lockAsOwner(tx, owner);
    await end(tx, await findMember(tx, { accountId, userId }), now);
    const by = { accountId, userId: owner.userId, client, subject: { type: 'member', id: userId }, at: now };
    await recordSecurityEvent(tx, { ...by, kind: 'team.removed', detail: `member ${userId}` });
    await announceMember(live, { accountId, userId }, tx);
    const [person] = await tx.select({ email: user.email }).from(user).where(eq(user.id, userId));
    if (!person) return;
    const mail = noticeMail({
      to: person.email,
      subject: 'You no longer belong to a Clearframe team',
      what: 'The owner removed you from the team, so you no longer see its content. Your own sign-in still works.',
      action: { label: 'Sign in', url: `${config.publicUrl}/login` },
      otherwise: 'Not expected? Ask the owner of the team.',
    });
    await queueMail(context, mail, tx);
  });
}

/**
 * Leaves the team by oneself. This session goes on in another account of the person, in a fresh one where there is none; their
 * other sessions here end.
 * @throws AppError owner_stays
 */
export async function leaveTeam({ db, clock, live }: Context, asker: SignedInMember, client: Client): Promise<void> {
  const { accountId, userId, sessionId } = asker;
  const now = clock.now();
  await db.transaction(async (tx) => {
    // The person first, as everywhere: they may be deleting themselves in another browser.
    if (!(await lockPerson(tx, userId))) throw new AppError('unauthenticated');
    await lockTeam(tx, accountId);
    await end(tx, await findMember(tx, asker), now, sessionId);
    await recordSecurityEvent(tx, { kind: 'team.left', accountId, userId, client, at: now });
    await moveSession(tx, sessionId, await accountForSignIn(tx, userId, now), now);
    await announceMember(live, asker, tx);
  });
}
