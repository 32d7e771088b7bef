import { AppError, type FieldError, type Retention } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { RetentionDays } from '../config-retention.ts';
import type { Context } from '../context.ts';
import { account } from '../db/schema.ts';
import { recordAudit } from '../security/record-audit.ts';
import { readRetentionMax } from '../settings/retention-max.ts';
import { auditedDays, readRetention, saveRetention } from './days.ts';

type DaysContext = Pick<Context, 'clock' | 'config' | 'db'>;

export const chosenDays = (given: Retention): RetentionDays => ({
  safeDays: given.safe_days,
  flaggedDays: given.flagged_days,
  resultsDays: given.results_days,
  logsDays: given.logs_days,
});

/** What the account chose, without the bounds of the installation. */
export const shownRetention = async ({ db }: Pick<DaysContext, 'db'>, accountId: string): Promise<Retention> =>
  auditedDays(await readRetention(db, accountId));

/** More days than the operator lets any account keep. For ever is no fault: then the operator's days hold. */
function faults(given: Retention, most: Retention): FieldError[] {
  const names = ['safe_days', 'flagged_days', 'results_days', 'logs_days'] as const;
  return names.flatMap((path) => {
    const [days, bound] = [given[path], most[path]];
    return days !== null && bound !== null && days > bound
      ? [{ path, message: `The limit of this server is ${bound} days` }]
      : [];
  });
}

/**
 * Saves all four, for the next piece on that a run removes. The lock orders two changes at once as the log tells them.
 * @throws AppError validation_failed for days above the operator's
 */
export async function chooseDays(
  { clock, config, db }: DaysContext,
  { accountId, userId }: { accountId: string; userId: string },
  given: Retention,
): Promise<Retention> {
  const errors = faults(given, auditedDays(await readRetentionMax(db, config)));
  const [first] = errors;
  if (first) throw new AppError('validation_failed', { errors, message: first.message });
  await db.transaction(async (tx) => {
    await tx.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('no key update');
    await saveRetention(tx, accountId, chosenDays(given));
    await recordAudit(tx, { accountId, by: { userId }, action: 'retention.changed', detail: { ...given }, at: clock.now() });
  });
  return given;
}
