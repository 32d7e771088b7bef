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
/** What an account remembers counts so many frames beyond its backlog: those that ended since the turn that is on was read. */
const forgivenFrames = 16;

/** What waits of an account before another analysis joins it. */
export type Waiting = {
  /** The turn that is on now. */
  on: number;
  /** Frames that wait or are analysed. */
  frames: number;
  plans: readonly (string | null)[];
  /** Where its newest analysis said that the next one comes; null = the version before queued it. */
  next: number | null;
};

/**
 * Whose turn it is: the turn of an analysis, and the one that its account has next, which is later by the analysis' frames divided by the
 * weight of the plan. So an account's analyses never share a turn, whatever ends meanwhile. Who has none waiting comes with the turn that
 * is on. What is remembered counts no more than the account's backlog explains: turns begin anew whenever nothing waits.
 * @param frames of this analysis
 */
export function placeInTurn({ on, frames: waiting, plans, next }: Waiting, frames: number): { turn: number; next: number } {
  const weight = Math.max(1, ...plans.map((planId) => weights[planId ?? ''] ?? 1));
  const each = turnsOfFrame / weight;
  const behind = (count: number) => on + count * each;
  const last = next === null ? behind(waiting) : Math.min(next, behind(waiting + forgivenFrames));
  const turn = waiting === 0 ? on : Math.max(on, last);
  return { turn, next: turn + frames * each };
}
