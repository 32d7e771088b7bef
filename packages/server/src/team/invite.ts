import { AppError, type Invitation, type InviteInput, limits } from '@clearframe/contract';
import { and, count, eq } from 'drizzle-orm';
import { emailKey } from '../accounts/email-key.ts';
import type { SignedInMember } from '../accounts/own-accounts.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { invitation, membership, user } from '../db/schema.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { invitationMail } from '../mail/templates/invitation-mail.ts';
import { type Authorized, authorize } from '../security/authorized.ts';
import type { Client } from '../security/client-address.ts';
import { randomToken, sha256 } from '../security/secrets.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { lockAsOwner } from './lock-team.ts';
import { invitationAnswer } from './read-team.ts';
import { teamOwner } from './team-name.ts';

export type InvitationRow = typeof invitation.$inferSelect;

async function refuseMember(tx: Tx, accountId: string, key: string): Promise<void> {
  const found = await tx
    .select({ id: user.id })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(and(eq(membership.accountId, accountId), eq(user.emailKey, key)));
  if (found.length > 0) throw new AppError('member_exists');
}

async function refuseFull(tx: Tx, accountId: string): Promise<void> {
  const [members] = await tx.select({ n: count() }).from(membership).where(eq(membership.accountId, accountId));
  const [invitations] = await tx.select({ n: count() }).from(invitation).where(eq(invitation.accountId, accountId));
  if ((members?.n ?? 0) + (invitations?.n ?? 0) >= limits.teamMax) throw new AppError('team_full');
}

/**
 * Mails an invitation; for an address that was invited before, a new link, and the old one is void. The work and the answer are
 * the same whether or not the address has an account.
 * @throws AppError member_exists (the owner sees the members anyway), team_full, rate_limited within a minute of the last mail
 */
export async function invite(
  context: Context,
  owner: SignedInMember,
  { email, role }: InviteInput,
  client: Client,
): Promise<Invitation> {
  const { db, clock, rateLimits, config } = context;
  const { accountId, userId } = owner;
  const key = emailKey(email);
  const now = clock.now();
  const token = randomToken();
  // Before the transaction: a limit takes a connection of its own, and those who wait for the lock may hold all of them.
  await rateLimits.take('invite-account', accountId);
  await rateLimits.take('invite-mail', key);
  const row = await db.transaction(async (tx) => {
    await lockAsOwner(tx, owner);
    await refuseMember(tx, accountId, key);
    const ofAddress = and(eq(invitation.accountId, accountId), eq(invitation.emailKey, key));
    const [known] = await tx.select({ sentAt: invitation.sentAt }).from(invitation).where(ofAddress);
    const waitMs = known ? known.sentAt.getTime() + limits.resendPauseMs - now.getTime() : 0;
    if (waitMs > 0) throw new AppError('rate_limited', { detail: 'resend pause', retryAfterMs: waitMs });
    if (!known) await refuseFull(tx, accountId);
    const expiresAt = new Date(now.getTime() + limits.invitationLifeMs);
    const sent = { email, role, tokenHash: sha256(token), invitedBy: userId, sentAt: now, expiresAt };
    const [stored] = await tx
      .insert(invitation)
      .values({ ...sent, accountId, emailKey: key, createdAt: now })
      .onConflictDoUpdate({ target: [invitation.accountId, invitation.emailKey], set: sent })
      .returning();
    const { accountName, ownerName } = await teamOwner(tx, accountId);
    const url = `${config.publicUrl}/invite?token=${token}`;
    await queueMail(context, invitationMail({ to: email, inviter: ownerName, accountName, role, url }), tx);
    const subject = { subject: { type: 'invitation', id: stored?.id ?? accountId } };
    await recordSecurityEvent(tx, { kind: 'team.invited', ...subject, accountId, userId, detail: role, client, at: now });
    return stored;
  });
  if (!row) throw new Error('The invitation was not stored');
  return invitationAnswer(row);
}

/** The row of that id, whoever's it is; to be passed through `authorize`. */
export async function findInvitation({ db }: Context, id: string): Promise<InvitationRow | undefined> {
  const [row] = await db.select().from(invitation).where(eq(invitation.id, id));
  return row;
}

/**
 * Takes an invitation back; its link is void.
 * @throws AppError invitation_not_found, also when it was answered at the same moment
 */
export async function withdrawInvitation(
  { db, clock }: Context,
  row: Authorized<InvitationRow>,
  owner: SignedInMember,
  client: Client,
): Promise<void> {
  const { accountId, userId } = owner;
  await db.transaction(async (tx) => {
    const [gone] = await tx.delete(invitation).where(eq(invitation.id, row.id)).returning();
    authorize(gone, owner, 'invitation_not_found');
    const by = { accountId, userId, client, subject: { type: 'invitation', id: row.id }, at: clock.now() };
    await recordSecurityEvent(tx, { kind: 'team.invitation_withdrawn', ...by });
  });
}
