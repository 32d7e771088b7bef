import { eq, sql } from 'drizzle-orm';
import { lockOpenAccount } from '../accounts/lock-open-account.ts';
import type { RetentionDays } from '../config-retention.ts';
import type { Context } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { retention } from '../db/schema.ts';
import { readRetentionMax } from '../settings/retention-max.ts';

export type RetainContext = Pick<Context, 'clock' | 'config' | 'db' | 'live'>;

/** What counts where an account chose nothing. */
export const keptForEver: RetentionDays = { safeDays: null, flaggedDays: null, resultsDays: null, logsDays: null };

const chosenBy = (accountId: string) => eq(retention.accountId, accountId);

function daysOf(row: RetentionDays | undefined): RetentionDays {
  if (!row) return keptForEver;
  const { safeDays, flaggedDays, resultsDays, logsDays } = row;
  return { safeDays, flaggedDays, resultsDays, logsDays };
}

/** What the account chose itself. */
export async function readRetention(db: Db | Tx, accountId: string): Promise<RetentionDays> {
  const [row] = await db.select().from(retention).where(chosenBy(accountId));
  return daysOf(row);
}

/** Holds from the next piece on that a walk removes: none goes by older days once this is committed. */
export async function saveRetention(db: Db | Tx, accountId: string, days: RetentionDays): Promise<void> {
  const values = { ...days, updatedAt: sql`now()` };
  await db
    .insert(retention)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: retention.accountId, set: values });
}

/** As the audit log says it. */
export const auditedDays = ({ safeDays, flaggedDays, resultsDays, logsDays }: RetentionDays) => ({
  safe_days: safeDays,
  flagged_days: flaggedDays,
  results_days: resultsDays,
  logs_days: logsDays,
});

const shorter = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** What counts for an account: its own days, and none longer than the operator's. */
export const within = (own: RetentionDays, most: RetentionDays): RetentionDays => ({
  safeDays: shorter(own.safeDays, most.safeDays),
  flaggedDays: shorter(own.flaggedDays, most.flaggedDays),
  resultsDays: shorter(own.resultsDays, most.resultsDays),
  logsDays: shorter(own.logsDays, most.logsDays),
});

/**
 * What counts for an account now, everything where it was closed. Whoever changes its days waits until the transaction ends, and so does
 * who removes the account: accounts are locked before their rows.
 */
export async function lockDays(tx: Tx, config: Context['config'], accountId: string): Promise<RetentionDays> {
  if (!(await lockOpenAccount(tx, accountId))) return keptForEver;
  const [own] = await tx.select().from(retention).where(chosenBy(accountId)).for('share');
  return within(daysOf(own), await readRetentionMax(tx, config));
}
