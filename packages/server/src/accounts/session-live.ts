import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { session } from '../db/schema.ts';

/** Whether a session that was proved before still holds: not signed out, not revoked, not too old. */
export async function isSessionLive({ db, clock }: Pick<Context, 'clock' | 'db'>, sessionId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.id, sessionId), isNull(session.revokedAt), gt(session.expiresAt, clock.now())));
  return row !== undefined;
}
