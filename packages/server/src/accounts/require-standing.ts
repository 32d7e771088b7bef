import { AppError } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { session } from '../db/schema.ts';
import { lockPerson } from './lock-person.ts';

/**
 * A session that a new password ended makes nothing that outlives it: both lock the person first, before any account.
 * @throws AppError session_expired
 */
export async function requireStanding(tx: Tx, { userId, sessionId }: { userId: string; sessionId: string }): Promise<void> {
  const person = await lockPerson(tx, userId);
  const [own] = await tx.select({ revokedAt: session.revokedAt }).from(session).where(eq(session.id, sessionId));
  if (!person || !own || own.revokedAt) throw new AppError('session_expired', { detail: 'ended meanwhile' });
}
