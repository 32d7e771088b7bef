import { AppError, type AuthenticatorSecret, type TwoStepState } from '@clearframe/contract';
import { and, count, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { passkey, recoveryCode, totp } from '../../db/schema.ts';
import type { Client } from '../../security/client-address.ts';
import { recordSecurityEvent } from '../../security/security-events.ts';
import { findUser } from '../users.ts';
import { notifyOwner } from './notify-owner.ts';
import { countRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts';
import { newSecret, secretUri, stepOfCode } from './totp-code.ts';

/** A signed-in person. */
export type Owner = { userId: string; accountId: string };

/** What the person has beside a password. */
export async function twoStepState({ db }: Context, userId: string): Promise<TwoStepState> {
  const [app] = await db.select({ at: totp.confirmedAt }).from(totp).where(eq(totp.userId, userId));
  const [keys] = await db.select({ all: count() }).from(passkey).where(eq(passkey.userId, userId));
  return {
    enabledAt: app?.at?.toISOString() ?? null,
    recoveryCodesLeft: app?.at ? await countRecoveryCodes(db, userId) : 0,
    passkeys: keys?.all ?? 0,
  };
}

/**
 * Gives a fresh secret for an authenticator app. It counts for nothing until a code of it is entered.
 * @throws AppError two_step_on
 */
export async function startTwoStep({ db, secrets, clock }: Context, userId: string): Promise<AuthenticatorSecret> {
  const { email } = await findUser(db, userId);
  const secret = newSecret();
  const fresh = { secretSealed: secrets.seal('two-step', secret), lastStep: null, createdAt: clock.now() };
  const stored = await db
    .insert(totp)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: totp.userId, set: fresh, setWhere: isNull(totp.confirmedAt) })
    .returning({ userId: totp.userId });
  if (stored.length === 0) throw new AppError('two_step_on');
  return { secret, uri: secretUri(secret, email) };
}

/**
 * Turns two-step sign-in on with the first code of the app.
 * @returns recovery codes, for the one time that they are shown
 * @throws AppError two_step_wrong, two_step_on, two_step_off without a secret, rate_limited
 */
export async function enableTwoStep(
  context: Context,
  { userId, accountId }: Owner,
  code: string,
  client: Client,
): Promise<string[]> {
  const { db, secrets, clock, rateLimits } = context;
  await rateLimits.take('two-step-user', userId);
  const now = clock.now();
  const [app] = await db.select().from(totp).where(eq(totp.userId, userId));
  if (!app) throw new AppError('two_step_off');
  if (app.confirmedAt) throw new AppError('two_step_on');
  const lastStep = stepOfCode(secrets.open('two-step', app.secretSealed), code, now);
  if (lastStep === null) throw new AppError('two_step_wrong');
  const { email } = await findUser(db, userId);
  return db.transaction(async (tx) => {
    const enabled = await tx
      .update(totp)
      .set({ confirmedAt: now, lastStep })
      .where(and(eq(totp.userId, userId), isNull(totp.confirmedAt), eq(totp.secretSealed, app.secretSealed)))
      .returning({ userId: totp.userId });
    if (enabled.length === 0) throw new AppError('two_step_on', { detail: 'enabled by another request' });
    const codes = await makeRecoveryCodes(tx, secrets, { userId, now });
    await recordSecurityEvent(tx, { kind: 'two_step.enabled', userId, accountId, client, at: now });
    const what = 'Your account has a new authenticator app. Signing in with your password now needs its code too.';
    await notifyOwner(tx, context, { to: email, subject: 'Two-step sign-in is on', what });
    return codes;
  });
}

/** Turns two-step sign-in off: app and recovery codes are forgotten. @throws AppError two_step_off */
export async function disableTwoStep(context: Context, { userId, accountId }: Owner, client: Client): Promise<void> {
  const { db, clock } = context;
  const { email } = await findUser(db, userId);
  await db.transaction(async (tx) => {
    const removed = await tx
      .delete(totp)
      .where(and(eq(totp.userId, userId), isNotNull(totp.confirmedAt)))
      .returning({ userId: totp.userId });
    if (removed.length === 0) throw new AppError('two_step_off');
    await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
    await recordSecurityEvent(tx, { kind: 'two_step.disabled', userId, accountId, client, at: clock.now() });
    const what = 'Your account has no authenticator app any more. Your password alone signs you in.';
    await notifyOwner(tx, context, { to: email, subject: 'Two-step sign-in is off', what });
  });
}

/** A fresh set of recovery codes; the old ones are void. @throws AppError two_step_off */
export async function renewRecoveryCodes(context: Context, { userId, accountId }: Owner, client: Client): Promise<string[]> {
  const { db, secrets, clock } = context;
  const { email } = await findUser(db, userId);
  return db.transaction(async (tx) => {
    const now = clock.now();
    // Locked, so that codes cannot outlive an app that is removed at this moment.
    const [app] = await tx
      .select({ userId: totp.userId })
      .from(totp)
      .where(and(eq(totp.userId, userId), isNotNull(totp.confirmedAt)))
      .for('update');
    if (!app) throw new AppError('two_step_off');
    const codes = await makeRecoveryCodes(tx, secrets, { userId, now });
    await recordSecurityEvent(tx, { kind: 'two_step.recovery_renewed', userId, accountId, client, at: now });
    const what = 'Your account has new recovery codes. The old ones no longer work.';
    await notifyOwner(tx, context, { to: email, subject: 'New recovery codes', what });
    return codes;
  });
}
