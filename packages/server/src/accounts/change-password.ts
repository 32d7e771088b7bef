import { AppError, type ChangePasswordInput, type FieldError } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { emailChange, passwordReset, session, signInChallenge, user } from '../db/schema.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { noticeMail } from '../mail/templates/notice-mail.ts';
import type { Client } from '../security/client-address.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { checkNewPassword } from './check-new-password.ts';
import { checkPassword } from './confirm.ts';
import { rememberDevice } from './known-device.ts';
import { lockPerson } from './lock-person.ts';
import { hashPassword } from './passwords.ts';
import { revokeAccessTokens } from './revoke-access-tokens.ts';
import { revokeSessions } from './revoke-sessions.ts';
import { type IssuedSession, renewTokens } from './sessions.ts';
import { hasSecondStep } from './two-step/has-second-step.ts';

type Asker = { sessionId: string | null; userId: string | null; accountId: string };

/** The same refusal, beside the field of the form that it belongs to. */
function at(path: string, error: unknown): unknown {
  if (!(error instanceof AppError) || (error.code !== 'password_wrong' && error.code !== 'validation_failed')) return error;
  const errors: FieldError[] = [{ path, message: error.message }];
  return new AppError(error.code, { message: error.message, errors, cause: error });
}

/**
 * Sets a new password by the current one, under the guard of the sign-in. Every other browser is signed out; this one gets new
 * tokens, so that a copy of its old ones is worth nothing.
 * @throws AppError password_wrong, validation_failed (each names its field), rate_limited, unauthenticated
 */
export async function changePassword(
  context: Context,
  asker: Asker,
  input: ChangePasswordInput,
  client: Client,
): Promise<IssuedSession> {
  const { config, clock, db } = context;
  const { sessionId, userId, accountId } = asker;
  if (!sessionId || !userId) throw new AppError('unauthenticated');
  const [person] = await db.select().from(user).where(eq(user.id, userId));
  if (!person) throw new AppError('unauthenticated');
  await checkPassword(context, asker, input.current_password, client).catch((error: unknown) => {
    throw at('current_password', error);
  });
  await checkNewPassword(input.new_password, person).catch((error: unknown) => {
    throw at('new_password', error);
  });
  const passwordHash = await hashPassword(input.new_password);
  const now = clock.now();
  return db.transaction(async (tx) => {
    if (!(await lockPerson(tx, userId))) throw new AppError('unauthenticated');
    await tx.update(user).set({ passwordHash }).where(eq(user.id, userId));
    await revokeSessions(tx, { userId, reason: 'password_changed', except: sessionId, now });
    // A password alone proves nothing of whoever turned two-step sign-in on.
    const proves = !(await hasSecondStep(tx, userId));
    const [own] = await tx
      .update(session)
      .set({ lastUsedAt: now, ...(proves ? { confirmedAt: now } : {}) })
      .where(and(eq(session.id, sessionId), eq(session.userId, userId)))
      .returning();
    if (!own || own.revokedAt) throw new AppError('session_expired', { detail: 'signed out meanwhile' });
    // What somebody with the old password began must not outlive it.
    await tx.delete(signInChallenge).where(eq(signInChallenge.userId, userId));
    await tx.delete(passwordReset).where(eq(passwordReset.userId, userId));
    await tx.delete(emailChange).where(eq(emailChange.userId, userId));
    if (input.revoke_tokens) await revokeAccessTokens(tx, { userId, client, now });
    await queueMail(context, changedMail(person.email, config.publicUrl, input.revoke_tokens), tx);
    await recordSecurityEvent(tx, { kind: 'password.changed', userId, accountId, client, at: now });
    // A copy of this browser's cookies is worth nothing from now on.
    const device = await rememberDevice(tx, { userId, secret: client.device, now });
    await tx.update(session).set({ knownDeviceId: device.id }).where(eq(session.id, sessionId));
    return { ...(await renewTokens(tx, own, now)), device };
  });
}

function changedMail(to: string, publicUrl: string, tokensRevoked: boolean) {
  const off = tokensRevoked ? ' Your API tokens were switched off.' : '';
  return noticeMail({
    to,
    subject: 'Your Clearframe password changed',
    what: `You changed your password on the account page. All other devices are signed out.${off}`,
    action: { label: 'See what happened', url: `${publicUrl}/dashboard/account/activity` },
    otherwise: `Not you? Set another password at ${publicUrl}/forgot-password at once. That signs out every device.`,
  });
}
