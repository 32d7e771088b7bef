import { and, type Column, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../db/client.ts';
import { usageEntry, usagePeriod } from '../db/schema.ts';
import { isSuspended } from './suspension.ts';

/** Periods of an account, or of a value's, that run now: the start belongs to a period, the end does not. */
export function activePeriods(accountId: string | Column | SQL, now: Date | SQL): SQL | undefined {
  return and(eq(usagePeriod.accountId, accountId), lte(usagePeriod.startsAt, now), gt(usagePeriod.endsAt, now));
}

/** Whether the account may upload and make tokens now: an own subscription or a grant of the operator runs. */
export async function hasAccess(db: Db | Tx, accountId: string, now: Date): Promise<boolean> {
  const [period] = await db.select({ id: usagePeriod.id }).from(usagePeriod).where(activePeriods(accountId, now)).limit(1);
  return period !== undefined;
}

/**
 * As a value of a statement, JSON: whether the account is suspended, and the frames that its periods of now have left. What uploads under
 * way hold counts as gone; null = no period runs.
 */
export const admission = (accountId: string | SQL, now: Date | SQL): SQL =>
  sql`(select json_build_object('suspended', ${isSuspended(accountId)}, 'frames', sum(allowance - used - reserved)::int)
    from ${usagePeriod} where ${activePeriods(accountId, now)})`;

/** When a period ends for those whose it is: its frames may be good for longer, while a renewal is under way. */
export function periodEnd({ endsAt, paidUntil }: { endsAt: Date; paidUntil: Date | null }): Date {
  return paidUntil && paidUntil < endsAt ? paidUntil : endsAt;
}

export type NewPeriod = {
  accountId: string;
  /** null = granted by the operator. */
  subscriptionId: string | null;
  frames: number;
  startsAt: Date;
  endsAt: Date;
  /** Of a period with a plan: which, and when it ends as it was paid for. */
  planId?: string;
  paidUntil?: Date;
  /** Why, for the ledger. */
  reason: string;
};

/** Opens a period and writes its grant. Returns the period's id. */
export async function openPeriod(tx: Tx, { frames, reason, ...period }: NewPeriod): Promise<string> {
  const [opened] = await tx
    .insert(usagePeriod)
    .values({ ...period, allowance: frames })
    .returning({ id: usagePeriod.id });
  if (!opened) throw new Error('The period was not written');
  await tx.insert(usageEntry).values({ periodId: opened.id, kind: 'grant', frames, reason, createdAt: period.startsAt });
  return opened.id;
}
