import { and, eq, isNotNull } from 'drizzle-orm';
import { emailKey } from '../accounts/email-key.ts';
import { readConfig } from '../config.ts';
import { recordAct } from '../console/operator-log.ts';
import type { Db } from '../db/client.ts';
import { membership, recoveryCode, signInChallenge, totp, user } from '../db/schema.ts';
import { recordSecurityEvent } from '../security/security-events.ts';
import { parseTwoStepOff } from './command.ts';
import { openOperatorDatabase } from './operator-database.ts';
import type { Run } from './run.ts';

type Outcome = 'off' | 'was off' | 'unknown';

/** Forgets app and recovery codes of a person who lost both. The password and the passkeys stay. */
async function turnOff(db: Db, { email, reason }: { email: string; reason: string }, now: Date): Promise<Outcome> {
  return db.transaction(async (tx) => {
    const [person] = await tx
      .select({ userId: user.id, accountId: membership.accountId })
      .from(user)
      .leftJoin(membership, eq(membership.userId, user.id))
      .where(eq(user.emailKey, emailKey(email)))
      .limit(1);
    if (!person) return 'unknown';
    const { userId, accountId } = person;
    const removed = await tx
      .delete(totp)
      .where(and(eq(totp.userId, userId), isNotNull(totp.confirmedAt)))
      .returning({ userId: totp.userId });
    if (removed.length === 0) return 'was off';
    await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
    await tx.delete(signInChallenge).where(eq(signInChallenge.userId, userId));
    const detail = `by the operator: ${reason}`;
    await recordSecurityEvent(tx, { kind: 'two_step.disabled', userId, ...(accountId ? { accountId } : {}), detail, at: now });
    await recordAct(tx, { action: 'two-step off', subject: `user ${userId}`, reason });
    return 'off';
  });
}

/** `clearframe two-step off`. */
export const twoStepOff: Run = async (args, env, { print, complain }) => {
  const wanted = parseTwoStepOff(args);
  const { close, db } = await openOperatorDatabase(readConfig(env));
  try {
    const outcome = await turnOff(db, wanted, new Date());
    if (outcome === 'off') print(`Two-step sign-in of ${wanted.email} is off: ${wanted.reason}`);
    if (outcome === 'was off') complain(`Two-step sign-in of ${wanted.email} is off already. Nothing changed.`);
    if (outcome === 'unknown') complain(`There is no account with the address ${wanted.email}.`);
    return outcome === 'off' ? 0 : 1;
  } finally {
    await close();
  }
};
