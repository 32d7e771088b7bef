import { eq, sql } from 'drizzle-orm';
import type { RetentionDays } from '../config-retention.ts';
import type { Db, Tx } from '../db/client.ts';
import { retention } from '../db/schema.ts';

/** What counts where an account chose nothing. */
export const keptForEver: RetentionDays = { safeDays: null, flaggedDays: null, resultsDays: null, logsDays: null };

/** What the account chose itself. */
export async function readRetention(db: Db | Tx, accountId: string): Promise<RetentionDays> {
  const [row] = await db.select().from(retention).where(eq(retention.accountId, accountId));
  if (!row) return keptForEver;
  const { safeDays, flaggedDays, resultsDays, logsDays } = row;
  return { safeDays, flaggedDays, resultsDays, logsDays };
}

/** Holds from the next daily run on. */
export async function saveRetention(db: Db | Tx, accountId: string, days: RetentionDays): Promise<void> {
  const values = { ...days, updatedAt: sql`now()` };
  await db
    .insert(retention)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: retention.accountId, set: values });
}

const shorter = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** What counts for an account: its own days, and none longer than the operator's. */
export const within = (own: RetentionDays, most: RetentionDays): RetentionDays => ({
  safeDays: shorter(own.safeDays, most.safeDays),
  flaggedDays: shorter(own.flaggedDays, most.flaggedDays),
  resultsDays: shorter(own.resultsDays, most.resultsDays),
  logsDays: shorter(own.logsDays, most.logsDays),
});
