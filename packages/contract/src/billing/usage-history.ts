import { z } from 'zod';

const Frames = z.int().nonnegative();

/**
 * Where a charged frame came from; `check` = judged through a door; `unknown` = charged before that was written down, for an item that
 * is gone.
 */
export const UsageSource = z.enum(['dashboard', 'api', 'check', 'unknown']);
export type UsageSource = z.infer<typeof UsageSource>;

/** A period with an allowance. Its counters are those of the frame ledger. */
export const UsagePeriodFacts = z.object({
  id: z.uuid(),
  /** null = granted by the operator. */
  plan: z.string().nullable(),
  start: z.iso.datetime(),
  /** When its frames end, or ended. */
  end: z.iso.datetime(),
  allowed: Frames,
  charged: Frames,
  /** Held by analyses under way. */
  reserved: Frames,
});
export type UsagePeriodFacts = z.infer<typeof UsagePeriodFacts>;

/** Frames charged on one day (UTC). */
export const UsageDay = z.object({ day: z.iso.date(), dashboard: Frames, api: Frames, check: Frames, unknown: Frames });
export type UsageDay = z.infer<typeof UsageDay>;

/** Frames charged through one API token, by the name it had then: the figures outlast the token. */
export const UsageToken = z.object({ id: z.uuid(), name: z.string(), frames: Frames });
export type UsageToken = z.infer<typeof UsageToken>;

/** How many days back can be asked for; text, as an address has it. */
export const UsageDays = z.enum(['7', '30', '90']);
export type UsageDays = z.infer<typeof UsageDays>;

/** What is asked for: one period, or the last days of all periods together, {@link usageDays} where nothing is said. */
export const UsageHistoryQuery = z.object({ period: z.uuid().exactOptional(), days: UsageDays.exactOptional() });
export type UsageHistoryQuery = z.infer<typeof UsageHistoryQuery>;

export const UsageHistory = z.object({
  /** The newest first, at most {@link listedPeriods}. */
  periods: z.array(UsagePeriodFacts),
  /** The period that was asked for; null = the last days. */
  period: UsagePeriodFacts.nullable(),
  /** Oldest first, none left out, up to today. */
  days: z.array(UsageDay),
  /** Most frames first. */
  tokens: z.array(UsageToken),
  /** Sum of all days. */
  total: Frames,
});
export type UsageHistory = z.infer<typeof UsageHistory>;

export const usageDays: UsageDays = '30';
export const listedPeriods = 36;
