import { AppError, type Session } from '@clearframe/contract';
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { knownDevice, session } from '../db/schema.ts';
import { announceSessionEnd } from '../live/session-end.ts';
import type { Client } from '../security/client-address.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { requireConfirmed } from './confirm.ts';
import { revokeSessions } from './revoke-sessions.ts';
import { sessionLives } from './sessions.ts';

type Asker = { sessionId: string | null; userId: string | null; accountId: string; confirmedAt: Date | null };
type SessionContext = Pick<Context, 'db' | 'clock'>;

/** Nobody uses more browsers; a program that signs in again and again leaves more behind. */
const listedMax = 100;

function personOf({ sessionId, userId }: Asker): { sessionId: string; userId: string } {
  if (!sessionId || !userId) throw new AppError('unauthenticated');
  return { sessionId, userId };
}

/** Whose sessions can still be used: one that nobody refreshed for so long cannot, although nobody ended it. */
function isOpen(userId: string, now: Date) {
  const idleSince = new Date(now.getTime() - sessionLives.refreshIdleMs);
  return and(
    eq(session.userId, userId),
    isNull(session.revokedAt),
    gt(session.expiresAt, now),
    gt(session.lastUsedAt, idleSince),
  );
}

/** Where the person is signed in: this browser first, then what was used last. */
export async function listSessions({ db, clock }: SessionContext, asker: Asker): Promise<Session[]> {
  const { sessionId, userId } = personOf(asker);
  const rows = await db
    .select()
    .from(session)
    .where(isOpen(userId, clock.now()))
    .orderBy(desc(eq(session.id, sessionId)), desc(session.lastUsedAt), session.id)
    .limit(listedMax);
  return rows.map(({ id, userAgent, ip, createdAt, lastUsedAt }) => ({
    id,
    userAgent,
    ip,
    current: id === sessionId,
    signedInAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  }));
}

/**
 * Signs one browser of the person out. Sessions of others answer as if there were none (SEC-03).
 * @returns whether it was the one that asked
 * @throws AppError not_found, confirmation_required for another browser than this one (ASVS 7.5.2)
 */
export async function endOneSession({ db, clock }: SessionContext, asker: Asker, id: string, client: Client): Promise<boolean> {
  const { sessionId, userId } = personOf(asker);
  const now = clock.now();
  const current = id === sessionId;
  const own = and(eq(session.id, id), isOpen(userId, now));
  const [found] = await db.select({ id: session.id }).from(session).where(own);
  if (!found) throw new AppError('not_found');
  if (!current) requireConfirmed(asker, now);
  await db.transaction(async (tx) => {
    const revokedReason = current ? 'logout' : 'revoked';
    const [ended] = await tx
      .update(session)
      .set({ revokedAt: now, revokedReason })
      .where(own)
      .returning({ device: session.knownDeviceId });
    if (!ended) return;
    if (!current && ended.device) await tx.delete(knownDevice).where(eq(knownDevice.id, ended.device));
    await announceSessionEnd(tx, [id]);
    const kind = current ? 'session.logged_out' : 'session.revoked';
    await recordSecurityEvent(tx, { kind, userId, accountId: asker.accountId, client, at: now });
  });
  return current;
}

/**
 * Signs the person out of every browser, or of every other one.
 * @returns how many were signed out
 * @throws AppError confirmation_required
 */
export async function endSessions(
  { db, clock }: SessionContext,
  asker: Asker,
  which: 'all' | 'others',
  client: Client,
): Promise<number> {
  const { sessionId, userId } = personOf(asker);
  const now = clock.now();
  requireConfirmed(asker, now);
  return db.transaction(async (tx) => {
    const by = { userId, accountId: asker.accountId, client, at: now };
    const others = await revokeSessions(tx, { userId, reason: 'revoked', except: sessionId, now });
    await recordSecurityEvent(tx, { kind: 'session.all_revoked', ...by });
    if (which === 'others') return others;
    const own = await revokeSessions(tx, { userId, reason: 'logout', now });
    await recordSecurityEvent(tx, { kind: 'session.logged_out', ...by });
    return others + own;
  });
}
