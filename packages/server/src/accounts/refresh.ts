import { AppError } from '@clearframe/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Db, Tx } from '../db/client.ts';
import { knownDevice, session, sessionToken } from '../db/schema.ts';
import { announceSessionEnd } from '../live/session-end.ts';
import type { Client } from '../security/client-address.ts';
import type { RateLimits } from '../security/rate-limits.ts';
import { sha256 } from '../security/secrets.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import type { IssuedToken } from './issued-token.ts';
import { issueAccess, issueRefresh } from './sessions.ts';

/** Tabs that refresh at the same moment all hold the old token; later it is a stolen one. */
const refreshGraceMs = 10_000;

/** `refresh` is null within the grace: the tab that came first got the successor, there is only one. */
export type Refreshed = { access: IssuedToken; refresh: IssuedToken | null };

/** Session before token, as everything that ends a session does: in the opposite order two would stop each other. */
async function findLocked(tx: Tx, token: string, sessionId: string) {
  await tx.select({ id: session.id }).from(session).where(eq(session.id, sessionId)).for('update');
  const [row] = await tx
    .select({ used: sessionToken.usedAt, end: sessionToken.expiresAt, hash: sessionToken.hash, session })
    .from(sessionToken)
    .innerJoin(session, eq(session.id, sessionToken.sessionId))
    .where(and(eq(sessionToken.hash, sha256(token)), eq(sessionToken.kind, 'refresh')))
    .for('update');
  return row;
}

async function revokeFamily(
  tx: Tx,
  { owner, client, now }: { owner: typeof session.$inferSelect; client: Client; now: Date },
): Promise<void> {
  await tx
    .update(session)
    .set({ revokedAt: now, revokedReason: 'refresh_reuse' })
    .where(and(eq(session.id, owner.id), isNull(session.revokedAt)));
  // Whoever copied the session had the browser's other cookies, too.
  if (owner.knownDeviceId) await tx.delete(knownDevice).where(eq(knownDevice.id, owner.knownDeviceId));
  await announceSessionEnd(tx, [owner.id]);
  const { userId, accountId } = owner;
  await recordSecurityEvent(tx, { kind: 'session.refresh_reused', userId, accountId, client, at: now });
}

/**
 * Exchanges a refresh token for its successor and a new access token (AUTH-10). A token that was exchanged more than
 * {@link refreshGraceMs} ago ends the whole family: it was copied.
 * @throws AppError session_expired
 */
export async function refreshSession(
  { db, clock, rateLimits }: { db: Db; clock: Clock; rateLimits: RateLimits },
  token: string | undefined,
  client: Client,
): Promise<Refreshed> {
  if (!token) throw new AppError('session_expired', { detail: 'no refresh token' });
  const [known] = await db
    .select({ sessionId: sessionToken.sessionId })
    .from(sessionToken)
    .where(and(eq(sessionToken.hash, sha256(token)), eq(sessionToken.kind, 'refresh')));
  if (!known) throw new AppError('session_expired', { detail: 'unknown refresh token' });
  await rateLimits.take('refresh-session', known.sessionId);
  // A refusal must not roll the revocation back, so the transaction gives null and the error comes after it.
  const refreshed = await db.transaction(async (tx): Promise<Refreshed | null> => {
    const now = clock.now();
    const row = await findLocked(tx, token, known.sessionId);
    if (!row || row.session.revokedAt || row.session.expiresAt <= now) return null;
    if (row.used) {
      if (now.getTime() - row.used.getTime() <= refreshGraceMs)
        return { access: await issueAccess(tx, row.session, now), refresh: null };
      await revokeFamily(tx, { owner: row.session, client, now });
      return null;
    }
    if (row.end <= now) return null;
    await tx.update(sessionToken).set({ usedAt: now }).where(eq(sessionToken.hash, row.hash));
    await tx.update(session).set({ lastUsedAt: now }).where(eq(session.id, row.session.id));
    return { access: await issueAccess(tx, row.session, now), refresh: await issueRefresh(tx, row.session, now) };
  });
  if (!refreshed) throw new AppError('session_expired');
  return refreshed;
}
