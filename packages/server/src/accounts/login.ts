import { AppError, type LoginInput } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { user } from '../db/schema.ts';
import { addressBlock, type Client } from '../security/client-address.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { emailKey } from './email-key.ts';
import { finishSignIn, type Person, type SecondStep, type SignedIn } from './finish-sign-in.ts';
import { dummyHash, hashPassword, isOutdated, verifyPassword } from './passwords.ts';
import { clearSignIn, countSignIn } from './sign-in-guard.ts';

/** Hashes with other parameters are replaced while the password is at hand. */
async function rehash({ db }: Context, found: Person, password: string): Promise<void> {
  if (!isOutdated(found.passwordHash)) return;
  await db
    .update(user)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(user.id, found.id));
}

/**
 * Signs in with address and password, or as far as the second step. Unknown address and wrong password cost the same work and give the same answer (AUTH-06).
 * @throws AppError captcha_required, credentials_wrong, rate_limited
 */
export async function signIn(context: Context, input: LoginInput, client: Client): Promise<SignedIn | SecondStep> {
  const { db, clock, captcha, rateLimits } = context;
  await captcha.verify(input.recaptchaToken, 'login');
  const key = emailKey(input.email);
  const block = addressBlock(client.ip);
  await rateLimits.take('login-address', block);
  await rateLimits.take('login-pair', `${key} ${block}`);
  const delays = await countSignIn(context, key);
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
  await clearSignIn(db, key);
  await rehash(context, found, input.password);
  return db.transaction((tx) => finishSignIn(tx, context, found, { client, by: 'password' }));
}
