import { AppError, limits, type RegisterInput } from '@clearframe/contract';
import { and, eq, gt, lte } from 'drizzle-orm';
import { checkCaptcha } from '../captcha/check-captcha.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { registration, user } from '../db/schema.ts';
import { queueMail } from '../mail/queue-mail.ts';
import type { Client } from '../security/client-address.ts';
import type { HeaderSink } from '../security/rate-limits.ts';
import { randomToken, sha256 } from '../security/secrets.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { checkNewPassword } from './check-new-password.ts';
import { emailKey } from './email-key.ts';
import { hashPassword, requireHashingRoom } from './passwords.ts';
import { newVerification } from './verification.ts';

/** How long a browser may still ask for new codes. Each code lives `limits.verificationLifeMs`. */
export const registrationLifeMs = 60 * 60_000;

async function hasAccount(tx: Tx, key: string): Promise<boolean> {
  const found = await tx.select({ id: user.id }).from(user).where(eq(user.emailKey, key));
  return found.length > 0;
}

/**
 * Keeps who wants to register and mails a code. Known and unknown addresses get the same answer after the same work; only the
 * mail differs (AUTH-02, AUTH-16).
 * @returns the secret of the pending cookie, without which no code is good
 * @throws AppError captcha_required, rate_limited, validation_failed for a password that is easily guessed
 */
export async function startRegistration(
  context: Context,
  input: RegisterInput,
  client: Client,
  reply?: HeaderSink,
): Promise<string> {
  const { db, clock, rateLimits } = context;
  requireHashingRoom();
  await checkCaptcha(context, input.recaptchaToken, 'register', client);
  const { name, email } = input;
  // Before the limits: looking for a better password uses up no registration.
  await checkNewPassword(input.password, { name, email });
  const key = emailKey(input.email);
  await rateLimits.take('register-address', client, reply);
  await rateLimits.take('register-mail', key);
  const passwordHash = await hashPassword(input.password);
  const cookie = randomToken();
  const cookieHash = sha256(cookie);
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + limits.verificationLifeMs);
  await db.transaction(async (tx) => {
    const known = await hasAccount(tx, key);
    const { mail, ...hashes } = newVerification(context, { name, email, cookieHash, hasAccount: known });
    await tx.insert(registration).values({
      cookieHash,
      name,
      email,
      emailKey: key,
      passwordHash,
      ...hashes,
      sentAt: now,
      expiresAt,
      createdAt: now,
    });
    await queueMail(context, mail, tx);
    await recordSecurityEvent(tx, { kind: 'registration.started', client, at: now });
  });
  return cookie;
}

/**
 * Mails a new code; the old code and link are void and all tries are open again.
 * @throws AppError registration_gone, rate_limited
 */
export async function resendCode(context: Context, cookie: string | undefined): Promise<void> {
  const { db, clock, rateLimits } = context;
  if (!cookie) throw new AppError('registration_gone');
  const now = clock.now();
  const cookieHash = sha256(cookie);
  const open = and(
    eq(registration.cookieHash, cookieHash),
    gt(registration.createdAt, new Date(now.getTime() - registrationLifeMs)),
  );
  const [pending] = await db.select().from(registration).where(open);
  if (!pending) throw new AppError('registration_gone');
  const { name, email } = pending;
  const waitMs = pending.sentAt.getTime() + limits.resendPauseMs - now.getTime();
  if (waitMs > 0) throw new AppError('rate_limited', { detail: 'resend pause', retryAfterMs: waitMs });
  await rateLimits.take('resend-mail', pending.emailKey);
  await db.transaction(async (tx) => {
    const known = await hasAccount(tx, pending.emailKey);
    const { mail, ...hashes } = newVerification(context, { name, email, cookieHash, hasAccount: known });
    const expiresAt = new Date(now.getTime() + limits.verificationLifeMs);
    const pauseOver = lte(registration.sentAt, new Date(now.getTime() - limits.resendPauseMs));
    const renewed = await tx
      .update(registration)
      .set({ ...hashes, attempts: 0, sentAt: now, expiresAt })
      .where(and(open, pauseOver))
      .returning({ id: registration.id });
    // Another request of the same browser was quicker: its mail is the one that counts.
    if (renewed.length === 0) throw new AppError('rate_limited', { retryAfterMs: limits.resendPauseMs });
    await queueMail(context, mail, tx);
  });
}
