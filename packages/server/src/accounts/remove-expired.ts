import { lt, lte, or, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import {
  captchaUsed,
  emailChange,
  invitation,
  passwordReset,
  registration,
  securityEvent,
  session,
  sessionToken,
  signInChallenge,
  signInGuard,
} from '../db/schema.ts';
import { registrationLifeMs } from './registration.ts';
import { guardKeptMs } from './sign-in-guard.ts';

/** A revoked or ended session is kept a while: reuse of its tokens is still recognised. */
const endedSessionKeptMs = 7 * 24 * 3_600_000;

/** The owner still sees for a while that an invitation was not answered, and can send it again. */
const endedInvitationKeptMs = 30 * 24 * 3_600_000;

/**
 * Deletes what only time makes void: old registrations, mailed links, tokens, sessions, used captchas, windows of rate limits, and
 * lines of the security log after 365 days, as the pages promise.
 */
export async function removeExpired({ db, clock, rateLimits }: Context): Promise<void> {
  const now = clock.now();
  const before = (ageMs: number) => new Date(now.getTime() - ageMs);
  await db.delete(registration).where(lt(registration.createdAt, before(registrationLifeMs)));
  await db.delete(signInChallenge).where(lt(signInChallenge.expiresAt, now));
  await db.delete(emailChange).where(lte(emailChange.expiresAt, now));
  await db.delete(passwordReset).where(lte(passwordReset.expiresAt, now));
  await db.delete(captchaUsed).where(lt(captchaUsed.expiresAt, now));
  await db.delete(signInGuard).where(lt(signInGuard.updatedAt, before(guardKeptMs)));
  await db.delete(invitation).where(lt(invitation.expiresAt, before(endedInvitationKeptMs)));
  await db.delete(sessionToken).where(lt(sessionToken.expiresAt, now));
  const kept = before(endedSessionKeptMs);
  await db.delete(session).where(or(lt(session.expiresAt, kept), lt(session.revokedAt, kept)));
  // By the database's clock, as the trigger that refuses to lose younger ones.
  await db.delete(securityEvent).where(lt(securityEvent.createdAt, sql`now() - interval '365 days'`));
  await rateLimits.removeExpired();
}
