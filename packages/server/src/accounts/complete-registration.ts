import { timingSafeEqual } from 'node:crypto';
import { AppError, limits } from '@clearframe/contract';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { registration, user } from '../db/schema.ts';
import type { Client } from '../security/client-address.ts';
import { sha256 } from '../security/secrets.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import type { SignedIn } from './finish-sign-in.ts';
import { openAccount } from './own-account.ts';
import { createSession } from './sessions.ts';
import { isCode } from './verification.ts';

type Pending = typeof registration.$inferSelect;

function isSame(one: string | null, other: string): boolean {
  const [left, right] = [Buffer.from(one ?? ''), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Makes person, account, membership and session at once. The delete is what makes code and link good for one use only. */
async function createAccount(context: Context, pending: Pending, client: Client): Promise<SignedIn> {
  const now = context.clock.now();
  return context.db.transaction(async (tx) => {
    const proof = and(
      eq(registration.id, pending.id),
      sql`${registration.codeHash} is not distinct from ${pending.codeHash}`,
      sql`${registration.linkHash} is not distinct from ${pending.linkHash}`,
    );
    const taken = await tx.delete(registration).where(proof).returning({ id: registration.id });
    if (taken.length === 0) throw new AppError('code_wrong', { detail: 'used before' });
    const { name, email, emailKey, passwordHash } = pending;
    const [person] = await tx
      .insert(user)
      .values({ name, email, emailKey, passwordHash, createdAt: now })
      .onConflictDoNothing({ target: user.emailKey })
      .returning();
    if (!person) throw new AppError('code_wrong', { detail: 'the address got an account meanwhile' });
    const ids = { userId: person.id, accountId: await openAccount(tx, person.id, now) };
    const session = await createSession(tx, { ...ids, client, now });
    await recordSecurityEvent(tx, { kind: 'registration.completed', ...ids, client, at: now });
    return { user: person, session };
  });
}

/**
 * Ends a registration with the code of the mail, in the browser that started it. Every try is counted before the code is
 * looked at, in one statement, so that parallel tries cannot pass together (AUTH-03).
 * @throws AppError registration_gone without a pending registration, code_wrong, rate_limited
 */
export async function completeRegistration(
  context: Context,
  { cookie, code }: { cookie: string | undefined; code: string },
  client: Client,
): Promise<SignedIn> {
  const { db, clock, rateLimits, secrets } = context;
  await rateLimits.take('code-address', client);
  if (!cookie) throw new AppError('registration_gone');
  const cookieHash = sha256(cookie);
  const own = eq(registration.cookieHash, cookieHash);
  const [pending] = await db
    .update(registration)
    .set({ attempts: sql`${registration.attempts} + 1` })
    .where(and(own, gt(registration.expiresAt, clock.now()), lt(registration.attempts, limits.verificationTries)))
    .returning();
  if (!pending) {
    const known = await db.select({ id: registration.id }).from(registration).where(own);
    throw new AppError(known.length > 0 ? 'code_wrong' : 'registration_gone', { detail: 'tries used up or expired' });
  }
  await rateLimits.take('code-mail', pending.emailKey);
  if (!isCode(secrets, pending, code)) {
    await recordSecurityEvent(db, { kind: 'registration.code_wrong', client, at: clock.now() });
    throw new AppError('code_wrong');
  }
  return createAccount(context, pending, client);
}

/**
 * Ends a registration with the link of the mail (AUTH-04). Good only in the browser that registered: whoever made somebody
 * else click a link must not get an account with that address.
 * @throws AppError link_elsewhere in another browser, code_wrong, rate_limited
 */
export async function verifyEmail(
  context: Context,
  { cookie, token }: { cookie: string | undefined; token: string },
  client: Client,
): Promise<SignedIn> {
  const { db, clock, rateLimits } = context;
  await rateLimits.take('code-address', client);
  const [pending] = await db
    .select()
    .from(registration)
    .where(and(eq(registration.linkHash, sha256(token)), gt(registration.expiresAt, clock.now())));
  if (!pending) throw new AppError('code_wrong', { detail: 'unknown or expired link' });
  if (!cookie || !isSame(pending.cookieHash, sha256(cookie))) throw new AppError('link_elsewhere');
  return createAccount(context, pending, client);
}
