import { AppError, type Role } from '@clearframe/contract';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Db, Tx } from '../db/client.ts';
import { membership, session, sessionToken } from '../db/schema.ts';
import { announceSessionEnd } from '../live/session-end.ts';
import type { Client } from '../security/client-address.ts';
import { randomToken, sha256 } from '../security/secrets.ts';
import { recordSecurityEvent, userAgentMaxLength } from '../security/security-events.ts';
import type { IssuedToken } from './issued-token.ts';
import { rememberDevice } from './known-device.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** How long a sign-in lasts (docs/decisions/007). */
export const sessionLives = { accessMs: 15 * minuteMs, refreshIdleMs: 7 * dayMs, absoluteMs: 30 * dayMs } as const;

/** A secret that goes into a cookie, and the moment it ends. */
/** `device` after a sign-in: what the browser is known by from now on. */
export type IssuedSession = { access: IssuedToken; refresh: IssuedToken; device?: IssuedToken };
/** A signed-in person in their account. */
export type SessionCaller = {
  sessionId: string;
  userId: string;
  accountId: string;
  role: Role;
  /** When they last proved who they are. */
  confirmedAt: Date;
};

type SessionRow = { id: string; expiresAt: Date };

async function issue(tx: Tx, owner: SessionRow, kind: 'access' | 'refresh', lifeMs: number, now: Date): Promise<IssuedToken> {
  const token = randomToken();
  const expiresAt = new Date(Math.min(now.getTime() + lifeMs, owner.expiresAt.getTime()));
  await tx.insert(sessionToken).values({ hash: sha256(token), sessionId: owner.id, kind, expiresAt, createdAt: now });
  return { token, expiresAt };
}

/** A new access token of a session, at most as long as the session. */
export function issueAccess(tx: Tx, owner: SessionRow, now: Date): Promise<IssuedToken> {
  return issue(tx, owner, 'access', sessionLives.accessMs, now);
}

/** The next refresh token of a session. */
export function issueRefresh(tx: Tx, owner: SessionRow, now: Date): Promise<IssuedToken> {
  return issue(tx, owner, 'refresh', sessionLives.refreshIdleMs, now);
}

/** Signs a person in: a new family of tokens, of which only hashes are stored. */
export async function createSession(
  tx: Tx,
  { userId, accountId, client, now }: { userId: string; accountId: string; client: Client; now: Date },
): Promise<IssuedSession> {
  const expiresAt = new Date(now.getTime() + sessionLives.absoluteMs);
  const device = await rememberDevice(tx, { userId, secret: client.device, now });
  const [row] = await tx
    .insert(session)
    .values({
      userId,
      accountId,
      userAgent: client.userAgent?.slice(0, userAgentMaxLength) ?? null,
      ip: client.ip,
      createdAt: now,
      lastUsedAt: now,
      confirmedAt: now,
      expiresAt,
      knownDeviceId: device.id,
    })
    .returning({ id: session.id, expiresAt: session.expiresAt });
  if (!row) throw new Error('The session was not stored');
  return { access: await issueAccess(tx, row, now), refresh: await issueRefresh(tx, row, now), device };
}

/** New tokens for a session, in the place of all that it had. */
export async function renewTokens(tx: Tx, owner: SessionRow, now: Date): Promise<IssuedSession> {
  await tx.delete(sessionToken).where(eq(sessionToken.sessionId, owner.id));
  return { access: await issueAccess(tx, owner, now), refresh: await issueRefresh(tx, owner, now) };
}

/**
 * Who an access token belongs to. Looked up at every request, so that a revoked session ends at once.
 * @throws AppError unauthenticated without a token, session_expired with one that is not good
 */
export async function authenticateSession(
  { db, clock }: { db: Db; clock: Clock },
  token: string | undefined,
): Promise<SessionCaller> {
  if (!token) throw new AppError('unauthenticated');
  const now = clock.now();
  const [row] = await db
    .select({
      sessionId: session.id,
      userId: session.userId,
      accountId: session.accountId,
      role: membership.role,
      confirmedAt: session.confirmedAt,
    })
    .from(sessionToken)
    .innerJoin(session, eq(session.id, sessionToken.sessionId))
    .innerJoin(membership, and(eq(membership.accountId, session.accountId), eq(membership.userId, session.userId)))
    .where(
      and(
        eq(sessionToken.hash, sha256(token)),
        eq(sessionToken.kind, 'access'),
        gt(sessionToken.expiresAt, now),
        isNull(session.revokedAt),
        gt(session.expiresAt, now),
      ),
    );
  if (!row) throw new AppError('session_expired');
  return row;
}

/** Ends the session that any of the tokens belongs to, whatever their age; unknown ones end nothing (AUTH-11). */
export async function endSession(
  { db, clock }: { db: Db; clock: Clock },
  tokens: readonly string[],
  client: Client,
): Promise<void> {
  if (tokens.length === 0) return;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const owned = tx
      .select({ id: sessionToken.sessionId })
      .from(sessionToken)
      .where(inArray(sessionToken.hash, tokens.map(sha256)));
    const ended = await tx
      .update(session)
      .set({ revokedAt: now, revokedReason: 'logout' })
      .where(and(inArray(session.id, owned), isNull(session.revokedAt)))
      .returning({ id: session.id, userId: session.userId, accountId: session.accountId });
    await announceSessionEnd(
      tx,
      ended.map(({ id }) => id),
    );
    for (const { userId, accountId } of ended)
      await recordSecurityEvent(tx, { kind: 'session.logged_out', userId, accountId, client, at: now });
  });
}
