import { and, eq, or, sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { usagePeriod } from '../db/schema.ts';
import { activePeriods } from './periods.ts';

/** Share of the analysis that a plan gets while others wait too. A grant of the operator counts as 1. */
const weights: Record<string, number> = {
  free: 1,
  development: 1,
  starter: 2,
  growth: 2,
  professional: 4,
  business: 8,
  enterprise: 8,
};
/** Turns of a frame at weight 1: a whole number at every weight, because the queue sorts by whole ones. */
const turnsOfFrame = 8;

/**
 * How far behind the turn that is on an analysis comes: as many turns as the account's frames that wait or are analysed already,
 * divided by the weight of its plan. Who has none waiting comes next.
 * @param frames those that this analysis itself has reserved by now
 */
export async function waitingTurns(
  tx: Tx,
  { accountId, frames, now }: { accountId: string; frames: number; now: Date },
): Promise<number> {
  const active = activePeriods(accountId, now);
  const rows = await tx
    .select({ reserved: usagePeriod.reserved, planId: usagePeriod.planId, isActive: sql<boolean>`(${active})` })
    .from(usagePeriod)
    .where(and(eq(usagePeriod.accountId, accountId), or(active, sql`${usagePeriod.reserved} > 0`)));
  const reserved = rows.reduce((sum, { reserved }) => sum + reserved, 0);
  const weight = Math.max(1, ...rows.filter((row) => row.isActive).map(({ planId }) => weights[planId ?? ''] ?? 1));
  return Math.max(0, reserved - frames) * (turnsOfFrame / weight);
}
