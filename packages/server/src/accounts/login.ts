import { AppError, type LoginInput } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import { checkCaptcha } from '../captcha/check-captcha.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { user } from '../db/schema.ts';
import { addressBlock, type Client } from '../security/client-address.ts';
import type { HeaderSink } from '../security/rate-limits.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { emailKey } from './email-key.ts';
import { finishSignIn, type Person, type SecondStep, type SignedIn } from './finish-sign-in.ts';
import { findDevice } from './known-device.ts';
import { lockPerson } from './lock-person.ts';
import { dummyHash, hashPassword, isOutdated, requireHashingRoom, verifyPassword } from './passwords.ts';
import { clearSignIn, countSignIn } from './sign-in-guard.ts';

/**
 * Hashes with other parameters are replaced while the password is at hand; never one that was set in the meantime.
 * @returns the hash of this password that is stored now
 */
async function rehash({ db }: Context, found: Person, password: string): Promise<string> {
  if (!isOutdated(found.passwordHash)) return found.passwordHash;
  const passwordHash = await hashPassword(password);
  await db
    .update(user)
    .set({ passwordHash })
    .where(and(eq(user.id, found.id), eq(user.passwordHash, found.passwordHash)));
  return passwordHash;
}

/** A password that was replaced since it was compared opens nothing: its replacement has ended every session already. */
async function requireCurrent(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  const person = await lockPerson(tx, userId);
  if (person?.passwordHash !== passwordHash)
    throw new AppError('credentials_wrong', { detail: 'the password was changed meanwhile' });
}

/**
 * Signs in with address and password, or as far as the second step. Unknown address and wrong password cost the same work and
 * give the same answer (AUTH-06).
 * @param reply is told the state of the client address's limit; those of a mail address would say what was tried for it
 * @throws AppError captcha_required, credentials_wrong, rate_limited, busy
 */
export async function signIn(
  context: Context,
  input: LoginInput,
  client: Client,
  reply?: HeaderSink,
): Promise<SignedIn | SecondStep> {
  const { db, clock, rateLimits } = context;
  requireHashingRoom();
  await checkCaptcha(context, input.recaptchaToken, 'login', client);
  const key = emailKey(input.email);
  const block = addressBlock(client.ip);
  const device = await findDevice(db, client.device, { emailKey: key }, clock.now());
  if (device === null) {
    await rateLimits.take('login-address', client, reply);
    await rateLimits.take('login-pair', `${key} ${block}`);
  } else await rateLimits.take('login-device', device);
  // A browser that signed this person in before has delays of its own, and takes none of a stranger's back.
  const guard = device === null ? key : `device:${device}`;
  const delays = await countSignIn(context, guard);
  const [found] = await db.select().from(user).where(eq(user.emailKey, key));
  const right = await verifyPassword(found?.passwordHash ?? dummyHash, input.password);
  const now = clock.now();
  if (!found || !right) {
    await recordSecurityEvent(db, {
      kind: delays ? 'login.locked' : 'login.failed',
      ...(found ? { userId: found.id } : {}),
      client,
      at: now,
    });
    throw new AppError('credentials_wrong');
  }
  await clearSignIn(db, guard);
  const passwordHash = await rehash(context, found, input.password);
  return db.transaction(async (tx) => {
    await requireCurrent(tx, found.id, passwordHash);
    return finishSignIn(tx, context, found, { client, by: 'password' });
  });
}
