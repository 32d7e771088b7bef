import { and, lt, lte, not, or, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { deleteSome } from '../db/delete-some.ts';
import {
  captchaUsed,
  emailChange,
  invitation,
  knownDevice,
  passwordReset,
  registration,
  retention,
  securityEvent,
  session,
  sessionToken,
  signInChallenge,
  signInGuard,
} from '../db/schema.ts';
import { readRetentionMax } from '../settings/retention-max.ts';
import { registrationLifeMs } from './registration.ts';
import { guardKeptMs } from './sign-in-guard.ts';

/** A revoked or ended session is kept a while: reuse of its tokens is still recognised. */
const endedSessionKeptMs = 7 * 24 * 3_600_000;

/** The owner still sees for a while that an invitation was not answered, and can send it again. */
const endedInvitationKeptMs = 30 * 24 * 3_600_000;

/**
 * Deletes what only time makes void: old registrations, mailed links, tokens, sessions, used captchas, windows of rate limits, and
 * lines of the security log after 365 days, as the pages promise, unless the account keeps logs for longer.
 */
export async function removeExpired({ config, db, clock, rateLimits }: Context, signal?: AbortSignal): Promise<void> {
  const now = clock.now();
  const before = (ageMs: number) => new Date(now.getTime() - ageMs);
  await deleteSome(db, registration, lt(registration.createdAt, before(registrationLifeMs)), signal);
  await deleteSome(db, signInChallenge, lt(signInChallenge.expiresAt, now), signal);
  await deleteSome(db, emailChange, lte(emailChange.expiresAt, now), signal);
  await deleteSome(db, passwordReset, lte(passwordReset.expiresAt, now), signal);
  await deleteSome(db, knownDevice, lte(knownDevice.expiresAt, now), signal);
  await deleteSome(db, captchaUsed, lt(captchaUsed.expiresAt, now), signal);
  await deleteSome(db, signInGuard, lt(signInGuard.updatedAt, before(guardKeptMs)), signal);
  await deleteSome(db, invitation, lt(invitation.expiresAt, before(endedInvitationKeptMs)), signal);
  await deleteSome(db, sessionToken, lt(sessionToken.expiresAt, now), signal);
  const kept = before(endedSessionKeptMs);
  await deleteSome(db, session, or(lt(session.expiresAt, kept), lt(session.revokedAt, kept)), signal);
  // By the database's clock, as the trigger that refuses to lose younger ones.
  const year = lt(securityEvent.createdAt, sql`now() - interval '365 days'`);
  const { logsDays: most } = await readRetentionMax(db, config);
  const logsDays = sql`least(r.logs_days, ${most}::integer)`;
  const keptLonger = sql`exists (select from ${retention} r where r.account_id = ${securityEvent.accountId} and ${logsDays} > 365)`;
  await deleteSome(db, securityEvent, and(year, not(keptLonger)), signal);
  await rateLimits.removeExpired();
}
