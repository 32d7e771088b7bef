import { AppError, type User } from '@clearframe/contract';
import { and, eq, gt } from 'drizzle-orm';
import { DatabaseError } from 'pg';
import type { Context } from '../context.ts';
import { emailChange, passwordReset, signInChallenge, user } from '../db/schema.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { noticeMail } from '../mail/templates/notice-mail.ts';
import type { Client } from '../security/client-address.ts';
import { sha256 } from '../security/secrets.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { lockPerson } from './lock-person.ts';
import { revokeSessions } from './revoke-sessions.ts';
import { userView } from './users.ts';

type Asker = { sessionId: string | null; userId: string | null; accountId: string };

/** Whether somebody else got the address in the meantime. */
function isTaken(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof DatabaseError && cause.constraint === 'user_email_key';
}

/**
 * Makes the new address the one to sign in with, by the link mailed to it, in a session of the person who asked. Whoever made
 * somebody else open a link changes nothing. The old address is told, and other browsers are signed out.
 * @throws AppError email_link_invalid: unknown, used, replaced, another person's, too old, or the address was taken meanwhile
 */
export async function confirmEmail(context: Context, asker: Asker, token: string, client: Client): Promise<User> {
  const { config, clock, db } = context;
  const { sessionId, userId, accountId } = asker;
  if (!sessionId || !userId) throw new AppError('unauthenticated');
  const now = clock.now();
  const change = db.transaction(async (tx) => {
    const before = await lockPerson(tx, userId);
    const open = and(eq(emailChange.tokenHash, sha256(token)), eq(emailChange.userId, userId), gt(emailChange.expiresAt, now));
    // The delete is what makes the link good once: of parallel uses one finds the row.
    const [wanted] = await tx.delete(emailChange).where(open).returning();
    if (!wanted || !before) throw new AppError('email_link_invalid');
    const { email, emailKey } = wanted;
    const [changed] = await tx.update(user).set({ email, emailKey }).where(eq(user.id, userId)).returning();
    if (!changed) throw new AppError('email_link_invalid');
    // A link in the old mailbox must not set a password any more.
    await tx.delete(passwordReset).where(eq(passwordReset.userId, userId));
    // What somebody else with the password began must not outlive it.
    await tx.delete(signInChallenge).where(eq(signInChallenge.userId, userId));
    await revokeSessions(tx, { userId, reason: 'email_changed', except: sessionId, now });
    await queueMail(context, changedMail(before.email, config.publicUrl), tx);
    await recordSecurityEvent(tx, { kind: 'email.changed', userId, accountId, client, at: now });
    return userView(changed);
  });
  return change.catch((error: unknown) => {
    throw isTaken(error) ? new AppError('email_link_invalid', { detail: 'the address was taken meanwhile' }) : error;
  });
}

/** Does not name the new address: the old mailbox may be somebody else's by now. */
function changedMail(to: string, publicUrl: string) {
  return noticeMail({
    to,
    subject: 'Your Clearframe address changed',
    what: 'Your account now has another email address. All other devices are signed out.',
    action: { label: 'See what happened', url: `${publicUrl}/dashboard/account/activity` },
    otherwise: 'Not you? Somebody is using your account. Tell the operator of this server at once.',
  });
}
