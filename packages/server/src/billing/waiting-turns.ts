import type { Reserved } from './ledger.ts';

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
 */
export function waitingTurns({ frames, plans }: Reserved['ahead']): number {
  const weight = Math.max(1, ...plans.map((planId) => weights[planId ?? ''] ?? 1));
  return frames * (turnsOfFrame / weight);
}
