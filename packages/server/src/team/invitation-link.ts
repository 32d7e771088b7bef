import { AppError, type InvitationView } from '@clearframe/contract';
import { and, eq, gt } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { invitation, user } from '../db/schema.ts';
import type { Client } from '../security/client-address.ts';
import { sha256 } from '../security/secrets.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import type { InvitationRow } from './invite.ts';
import { lockTeam } from './lock-team.ts';
import { teamOwner } from './team-name.ts';

const byToken = (token: string, now: Date) => and(eq(invitation.tokenHash, sha256(token)), gt(invitation.expiresAt, now));

/**
 * The open invitation of a link. Whoever has its 256 bits reads the mailbox, so they may be told about the address.
 * @throws AppError invitation_gone: unknown, answered, withdrawn, replaced by a newer mail or too old; rate_limited
 */
export async function openInvitation(context: Context, token: string, client: Client): Promise<InvitationRow> {
  const { db, clock, rateLimits } = context;
  await rateLimits.take('invitation-address', client);
  const [row] = await db.select().from(invitation).where(byToken(token, clock.now()));
  if (!row) throw new AppError('invitation_gone');
  return row;
}

/** Uses a link up: of several at the same moment one gets the row. @throws AppError invitation_gone */
export async function takeInvitation(tx: Tx, token: string, now: Date): Promise<InvitationRow> {
  // The account before the row, as a deletion of the account does; then nobody enters one that is being closed.
  const [found] = await tx.select({ accountId: invitation.accountId }).from(invitation).where(byToken(token, now));
  if (found) await lockTeam(tx, found.accountId);
  const [row] = await tx.delete(invitation).where(byToken(token, now)).returning();
  if (!row) throw new AppError('invitation_gone');
  return row;
}

/** What the page of the link shows. @throws AppError invitation_gone, rate_limited */
export async function lookUpInvitation(context: Context, token: string, client: Client): Promise<InvitationView> {
  const { db } = context;
  const row = await openInvitation(context, token, client);
  const { accountName } = await teamOwner(db, row.accountId);
  const [sender] = row.invitedBy ? await db.select({ name: user.name }).from(user).where(eq(user.id, row.invitedBy)) : [];
  const known = await db.select({ id: user.id }).from(user).where(eq(user.emailKey, row.emailKey));
  return {
    account_name: accountName,
    invited_by: sender?.name ?? null,
    email: row.email,
    role: row.role,
    expires_at: row.expiresAt.toISOString(),
    has_account: known.length > 0,
  };
}

/** Says no for good. @throws AppError invitation_gone, rate_limited */
export async function declineInvitation(context: Context, token: string, client: Client): Promise<void> {
  const { db, clock, rateLimits } = context;
  await rateLimits.take('invitation-address', client);
  await db.transaction(async (tx) => {
    const { accountId } = await takeInvitation(tx, token, clock.now());
    await recordSecurityEvent(tx, { kind: 'team.invitation_declined', accountId, client, at: clock.now() });
  });
}
