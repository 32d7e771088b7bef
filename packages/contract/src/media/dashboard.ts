import { z } from 'zod';

const Count = z.number().int().nonnegative();

/**
 * Items of one day (UTC) by their verdict now; `review` are safe ones that a person should look at and `sample` those drawn at
 * random, both counted in `safe` too. `undecided` are those that wait for a person, each counted in its verdict too.
 */
export const VerdictCounts = z.object({
  safe: Count,
  flagged: Count,
  not_checked: Count,
  review: Count,
  sample: Count,
  undecided: Count,
});
export type VerdictCounts = z.infer<typeof VerdictCounts>;

export const DayCounts = VerdictCounts.extend({ day: z.iso.date() });
export type DayCounts = z.infer<typeof DayCounts>;

/** What the first screen shows. `since` is the first day of the running period; null = no period runs, all items count. */
export const DashboardSummary = z.object({
  since: z.iso.date().nullable(),
  counts: VerdictCounts,
  oldest_not_checked: z.iso.datetime().nullable(),
  /** The last 14 days, oldest first, none left out. */
  days: z.array(DayCounts),
});
export type DashboardSummary = z.infer<typeof DashboardSummary>;

export const summaryDays = 14;
