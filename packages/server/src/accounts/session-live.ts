import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { membership, session } from '../db/schema.ts';

/**
 * Whether a session that was proved before still holds in that account: not signed out, not revoked, not too old, not led to
 * another account, and the person is a member still.
 */
export async function isSessionLive(
  { db, clock }: Pick<Context, 'clock' | 'db'>,
  { sessionId, accountId }: { sessionId: string; accountId: string },
): Promise<boolean> {
  const [row] = await db
    .select({ id: session.id })
    .from(session)
    .innerJoin(membership, and(eq(membership.accountId, session.accountId), eq(membership.userId, session.userId)))
    .where(
      and(
        eq(session.id, sessionId),
        eq(session.accountId, accountId),
        isNull(session.revokedAt),
        gt(session.expiresAt, clock.now()),
      ),
    );
  return row !== undefined;
}
