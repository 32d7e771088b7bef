import { AppError, type LoginInput } from '@clearframe/contract';
import { asc, eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { membership, user } from '../db/schema.ts';
import { addressBlock, type Client } from '../security/client-address.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { emailKey } from './email-key.ts';
import { dummyHash, hashPassword, isOutdated, verifyPassword } from './passwords.ts';
import { createSession, type IssuedSession } from './sessions.ts';
import { clearSignIn, countSignIn } from './sign-in-guard.ts';

export type SignedIn = { user: typeof user.$inferSelect; session: IssuedSession };

/** Hashes with other parameters are replaced while the password is at hand. */
async function rehash({ db }: Context, found: typeof user.$inferSelect, password: string): Promise<void> {
  if (!isOutdated(found.passwordHash)) return;
  await db
    .update(user)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(user.id, found.id));
}

/**
 * Signs in with address and password. Unknown address and wrong password cost the same work and give the same answer (AUTH-06).
 * @throws AppError captcha_required, credentials_wrong, rate_limited
 */
export async function signIn(context: Context, input: LoginInput, client: Client): Promise<SignedIn> {
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
  return db.transaction(async (tx) => {
    const [member] = await tx
      .select()
      .from(membership)
      .where(eq(membership.userId, found.id))
      .orderBy(asc(membership.createdAt))
      .limit(1);
    if (!member) throw new AppError('credentials_wrong', { detail: 'the person belongs to no account' });
    const { accountId } = member;
    const session = await createSession(tx, { userId: found.id, accountId, client, now });
    await recordSecurityEvent(tx, { kind: 'login.succeeded', userId: found.id, accountId, client, at: now });
    return { user: found, session };
  });
}
