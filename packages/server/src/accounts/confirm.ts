import { AppError, limits } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { session, user } from '../db/schema.ts';
import type { Client } from '../security/client-address.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { requireHashingRoom, verifyPassword } from './passwords.ts';
import { clearSignIn, countSignIn } from './sign-in-guard.ts';
import { hasSecondStep } from './two-step/has-second-step.ts';

export type Asker = { sessionId: string | null; userId: string | null; accountId: string };

/**
 * Sensitive changes need a sign-in or a confirmation of the last minutes, so that a browser that was left open is not enough to
 * take an account over (ASVS 7.5.1).
 * @throws AppError confirmation_required: the page asks for a proof and repeats the call
 */
export function requireConfirmed(asker: { confirmedAt: Date | null }, now: Date): void {
  if (!isConfirmed(asker, now)) throw new AppError('confirmation_required');
}

/** Whether whoever asks proved who they are in the last minutes: lists show secrets whole to nobody else. */
export function isConfirmed({ confirmedAt }: { confirmedAt: Date | null }, now: Date): boolean {
  return confirmedAt !== null && now.getTime() - confirmedAt.getTime() <= limits.confirmationLifeMs;
}

/** Notes that the person of this session proved who they are. */
export async function confirmSession({ db, clock }: Context, asker: Asker, client: Client): Promise<void> {
  const { sessionId, userId, accountId } = asker;
  if (!sessionId || !userId) throw new AppError('unauthenticated');
  const now = clock.now();
  await db.transaction(async (tx) => {
    await tx.update(session).set({ confirmedAt: now }).where(eq(session.id, sessionId));
    await recordSecurityEvent(tx, { kind: 'session.confirmed', userId, accountId, client, at: now });
  });
}

/**
 * Confirms with the password. Failures are counted by session: a stolen one is no way round the delays, and a stranger who guesses
 * without a session delays nobody's. Not for whoever turned
 * two-step sign-in on: a known password would be enough to turn it off.
 * @throws AppError second_step_needed, password_wrong, rate_limited, unauthenticated
 */
export async function confirmWithPassword(context: Context, asker: Asker, password: string, client: Client): Promise<void> {
  if (!asker.userId) throw new AppError('unauthenticated');
  if (await hasSecondStep(context.db, asker.userId)) throw new AppError('second_step_needed');
  await checkPassword(context, asker, password, client);
  await confirmSession(context, asker, client);
}

/** @throws AppError password_wrong, rate_limited, unauthenticated */
export async function checkPassword(context: Context, asker: Asker, password: string, client: Client): Promise<void> {
  const { db, clock } = context;
  if (!asker.userId || !asker.sessionId) throw new AppError('unauthenticated');
  const guard = `session:${asker.sessionId}`;
  const [person] = await db.select().from(user).where(eq(user.id, asker.userId));
  if (!person) throw new AppError('unauthenticated');
  requireHashingRoom();
  await countSignIn(context, guard);
  if (!(await verifyPassword(person.passwordHash, password))) {
    const { id: userId } = person;
    const { accountId } = asker;
    await recordSecurityEvent(db, { kind: 'session.confirm_failed', userId, accountId, client, at: clock.now() });
    throw new AppError('password_wrong');
  }
  await clearSignIn(db, guard);
}
