import { AppError } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import type { Client } from '../../security/client-address.ts';
import { recordSecurityEvent } from '../../security/security-events.ts';
import { type Asker, confirmSession } from '../confirm.ts';
import { takeCode } from './totp-code.ts';

/**
 * Confirms who one is with a code of the authenticator app, under the same limit as the second step of a sign-in.
 * @throws AppError two_step_wrong, rate_limited, unauthenticated
 */
export async function confirmWithCode(context: Context, asker: Asker, code: string, client: Client): Promise<void> {
  const { db, clock, secrets, rateLimits } = context;
  const { userId, accountId, sessionId } = asker;
  if (!userId || !sessionId) throw new AppError('unauthenticated');
  await rateLimits.take('two-step-user', `session:${sessionId}`);
  const now = clock.now();
  if (!(await takeCode(db, secrets, { userId, code, now }))) {
    await recordSecurityEvent(db, { kind: 'session.confirm_failed', userId, accountId, client, at: now });
    throw new AppError('two_step_wrong');
  }
  await confirmSession(context, asker, client);
}
