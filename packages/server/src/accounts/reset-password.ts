import { AppError, type ResetPasswordInput } from '@clearframe/contract';
import { and, eq, gt } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { emailChange, passkey, passwordReset, signInChallenge, user } from '../db/schema.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { noticeMail } from '../mail/templates/notice-mail.ts';
import type { Client } from '../security/client-address.ts';
import type { HeaderSink } from '../security/rate-limits.ts';
import { sha256 } from '../security/secrets.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { checkNewPassword } from './check-new-password.ts';
import type { IssuedToken } from './issued-token.ts';
import { rememberDevice } from './known-device.ts';
import { lockPerson } from './lock-person.ts';
import { hashPassword, requireHashingRoom } from './passwords.ts';
import { revokeAccessTokens } from './revoke-access-tokens.ts';
import { revokeSessions } from './revoke-sessions.ts';
import { clearSignIn } from './sign-in-guard.ts';

/**
 * Sets a new password by the link of a mail and ends every session of the person. It proves the mailbox and nothing else: nobody is
 * signed in by it, and a second step stays on (AUTH-14). A password that is refused does not use the link up.
 * @param reply is told the state of the client address's limit
 * @returns what the browser is known by: the link proved the mailbox, so a stranger's guesses do not delay the sign-in that follows
 * @throws AppError reset_link_invalid when the link is unknown, used, replaced or older than 30 minutes; validation_failed,
 * rate_limited
 */
export async function resetPassword(
  context: Context,
  { token, password, revoke_tokens: revokesTokens }: ResetPasswordInput,
  client: Client,
  reply?: HeaderSink,
): Promise<IssuedToken> {
  const { config, clock, db, rateLimits } = context;
  requireHashingRoom();
  await rateLimits.take('reset-address', client, reply);
  const open = and(eq(passwordReset.tokenHash, sha256(token)), gt(passwordReset.expiresAt, clock.now()));
  const [found] = await db
    .select({ person: user })
    .from(passwordReset)
    .innerJoin(user, eq(user.id, passwordReset.userId))
    .where(open);
  if (!found) throw new AppError('reset_link_invalid');
  const { id: userId, name, email, emailKey } = found.person;
  await checkNewPassword(password, { name, email });
  const passwordHash = await hashPassword(password);
  const now = clock.now();
  return await db.transaction(async (tx) => {
    if (!(await lockPerson(tx, userId))) throw new AppError('reset_link_invalid', { detail: 'the person is gone' });
    // The delete is what makes the link good once: of parallel uses one finds the row.
    const used = await tx.delete(passwordReset).where(open).returning({ userId: passwordReset.userId });
    if (used.length === 0) throw new AppError('reset_link_invalid', { detail: 'used at the same moment' });
    await tx.update(user).set({ passwordHash }).where(eq(user.id, userId));
    await revokeSessions(tx, { userId, reason: 'password_reset', now });
    // What a thief with the old password began must not outlive it.
    await tx.delete(signInChallenge).where(eq(signInChallenge.userId, userId));
    await tx.delete(emailChange).where(eq(emailChange.userId, userId));
    await clearSignIn(tx, emailKey);
    if (revokesTokens) await revokeAccessTokens(tx, { userId, client, now });
    const passkeys = await tx.$count(passkey, eq(passkey.userId, userId));
    await queueMail(context, changedMail(email, config.publicUrl, { hasPasskeys: passkeys > 0, revokesTokens }), tx);
    await recordSecurityEvent(tx, { kind: 'password.reset', userId, client, at: now });
    return await rememberDevice(tx, { userId, secret: client.device, now });
  });
}

/** A passkey that a thief added would outlive the new password unseen: whoever has any is told to look. */
function changedMail(
  to: string,
  publicUrl: string,
  { hasPasskeys, revokesTokens }: { hasPasskeys: boolean; revokesTokens: boolean },
) {
  const off = revokesTokens ? ' Your API tokens were switched off.' : '';
  const kept = hasPasskeys ? ' Your passkeys still work. Remove any that you don’t recognise.' : '';
  return noticeMail({
    to,
    subject: 'Your Clearframe password changed',
    what: `Somebody used a link in an email to this address to set a new password. All devices are signed out.${off}${kept}`,
    action: { label: 'Sign in', url: `${publicUrl}/login` },
    otherwise: 'Not you? Somebody reads your email. Secure your mailbox first, then set another password.',
  });
}
