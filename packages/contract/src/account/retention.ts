import { z } from 'zod';
import { retentionLimits } from '../limits.ts';

const { minDays, maxDays, logsMinDays } = retentionLimits;
const days = (least: number) => z.int().min(least).max(maxDays).nullable();

/** For how many days an account keeps what; null = for ever. They count from the verdict or the newest decision. */
export const Retention = z.object({
  /** Items that are safe, with files and results. */
  safe_days: days(minDays),
  /** Items that are flagged or undecided, with files and results. */
  flagged_days: days(minDays),
  /** Texts, description and scores of items that stay. */
  results_days: days(minDays),
  /** Deliveries and lines of the security log. */
  logs_days: days(logsMinDays),
});
export type Retention = z.infer<typeof Retention>;

/** What would go now: items with all files and their bytes, and how many of the items that stay lose their results. */
export const RetentionPreview = z.object({ items: z.int(), files: z.int(), bytes: z.int(), results: z.int() });
export type RetentionPreview = z.infer<typeof RetentionPreview>;
