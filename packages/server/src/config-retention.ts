import { retentionLimits } from '@clearframe/contract';
import { z } from 'zod';

const days = (least: number) => ({
  schema: z.coerce.number().int().min(least).max(retentionLimits.maxDays).optional(),
  accepts: `a number of days, ${least} to ${retentionLimits.maxDays}`,
});

/** Longest times for which any account keeps what, whatever it chose. */
export const retentionVariables = {
  RETENTION_SAFE_DAYS_MAX: days(retentionLimits.minDays),
  RETENTION_FLAGGED_DAYS_MAX: days(retentionLimits.minDays),
  RETENTION_RESULTS_DAYS_MAX: days(retentionLimits.minDays),
  RETENTION_LOGS_DAYS_MAX: days(retentionLimits.logsMinDays),
} as const;

/** Days for which items, results and logs are kept; null = for ever. */
export type RetentionDays = {
  safeDays: number | null;
  flaggedDays: number | null;
  resultsDays: number | null;
  logsDays: number | null;
};

/** The variable that bounds each of them. */
export const retentionVariableOf = {
  safeDays: 'RETENTION_SAFE_DAYS_MAX',
  flaggedDays: 'RETENTION_FLAGGED_DAYS_MAX',
  resultsDays: 'RETENTION_RESULTS_DAYS_MAX',
  logsDays: 'RETENTION_LOGS_DAYS_MAX',
} as const satisfies Record<keyof RetentionDays, keyof typeof retentionVariables>;

type Raw = { [K in keyof typeof retentionVariables]?: number | undefined };

export type RetentionConfig = {
  /** Upper bounds for every account, as this machine was told. Whoever acts on them asks `settings/retention-max.ts`. */
  retentionMax: RetentionDays;
};

export const retentionConfig = (raw: Raw): RetentionConfig => ({
  retentionMax: {
    safeDays: raw.RETENTION_SAFE_DAYS_MAX ?? null,
    flaggedDays: raw.RETENTION_FLAGGED_DAYS_MAX ?? null,
    resultsDays: raw.RETENTION_RESULTS_DAYS_MAX ?? null,
    logsDays: raw.RETENTION_LOGS_DAYS_MAX ?? null,
  },
});
