import { AppError, limits, type TwoStepInput } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { user } from '../../db/schema.ts';
import type { Client } from '../../security/client-address.ts';
import { recordSecurityEvent } from '../../security/security-events.ts';
import { openSession, type Person, type SignedIn } from '../finish-sign-in.ts';
import { findDevice } from '../known-device.ts';
import { lockPerson } from '../lock-person.ts';
import { closeChallenge, countTry, type SignInChallenge } from '../sign-in-challenge.ts';
import { notifyOwner } from './notify-owner.ts';
import { countRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';
import { takeCode } from './totp-code.ts';

type Step = { person: Person; challenge: SignInChallenge; input: TwoStepInput; client: Client };

/** Null when the code is not taken; a challenge that another request ended takes none. */
async function trySecondStep(tx: Tx, context: Context, { person, challenge, input, client }: Step): Promise<SignedIn | null> {
  const { secrets, clock } = context;
  const { code, recovery_code: recovery } = input;
  const [userId, now] = [person.id, clock.now()];
  if (!(await lockPerson(tx, userId))) throw new AppError('two_step_gone', { detail: 'the person is gone' });
  const right =
    code !== undefined
      ? await takeCode(tx, secrets, { userId, code, now })
      : await takeRecoveryCode(tx, secrets, { userId, code: recovery ?? '', now });
  if (!right) return null;
  if (!(await closeChallenge(tx, challenge.id))) throw new AppError('two_step_gone', { detail: 'ended by another request' });
  if (code !== undefined) return openSession(tx, context, person, { client, by: 'authenticator app' });
  const left = await countRecoveryCodes(tx, userId);
  await recordSecurityEvent(tx, { kind: 'two_step.recovery_used', userId, client, at: now });
  const what = `A recovery code was used to sign in to your account. ${left} of ${limits.recoveryCodes} are left.`;
  await notifyOwner(tx, context, { to: person.email, subject: 'A recovery code was used', what });
  return openSession(tx, context, person, { client, by: 'recovery code' });
}

/** Whoever failed so often knows the password: its owner has to know that. */
async function warnOwner(context: Context, person: Person): Promise<void> {
  const what = 'Somebody entered your password but failed the second step several times. They did not get in.';
  await context.db.transaction((tx) =>
    notifyOwner(tx, context, { to: person.email, subject: 'Somebody may know your password', what }),
  );
}

/**
 * Ends a sign-in with the second step. Tries are counted before a code is looked at: for this sign-in, and for the person,
 * or for the browser where it signed them in before.
 * A wrong, an old and a used code get one and the same answer.
 * @throws AppError two_step_wrong, two_step_gone, rate_limited
 */
export async function completeTwoStep(
  context: Context,
  { cookie, input }: { cookie: string | undefined; input: TwoStepInput },
  client: Client,
): Promise<SignedIn> {
  const { db, clock, rateLimits } = context;
  await rateLimits.take('code-address', client);
  const challenge = await countTry(db, cookie, clock.now());
  if (!challenge?.userId) throw new AppError('two_step_gone');
  const { userId } = challenge;
  const device = await findDevice(db, client.device, { userId }, clock.now());
  await rateLimits.take('two-step-user', device === null ? userId : `device:${device}`);
  const [person] = await db.select().from(user).where(eq(user.id, userId));
  if (!person) throw new AppError('two_step_gone', { detail: 'the person is gone' });
  const signedIn = await db.transaction((tx) => trySecondStep(tx, context, { person, challenge, input, client }));
  if (signedIn) return signedIn;
  const detail = input.code === undefined ? 'recovery code' : 'authenticator app';
  await recordSecurityEvent(db, { kind: 'login.two_step_failed', userId, detail, client, at: clock.now() });
  if (challenge.attempts === limits.twoStepTries) await warnOwner(context, person);
  throw new AppError('two_step_wrong');
}
