import { z } from 'zod';
import { Category } from '../analysis/categories.ts';

const Count = z.int().nonnegative();
const Share = z.number().min(0).max(1);

/** What the figures are of: the days that end today, or everything. */
export const QualityPeriod = z.enum(['7', '30', '90', 'all']);
export type QualityPeriod = z.infer<typeof QualityPeriod>;

export const QualityQuery = z.object({ period: QualityPeriod.default('30') });
export type QualityQuery = z.infer<typeof QualityQuery>;

/** A share with its interval at 95 %: `low` and `high` hold the true share in 19 of 20 such counts. */
export const ShareEstimate = z.object({ share: Share, low: Share, high: Share });
export type ShareEstimate = z.infer<typeof ShareEstimate>;

/** `hits` of `n`. `estimate` is null below {@link qualityMinDecided}: too few to say. */
export const CountedShare = z.object({ hits: Count, n: Count, estimate: ShareEstimate.nullable() });
export type CountedShare = z.infer<typeof CountedShare>;

/** Why an item was flagged: a category, the keyword rules, or a known picture that it looks like. */
export const FlagReason = z.union([Category, z.enum(['keywords', 'known'])]);
export type FlagReason = z.infer<typeof FlagReason>;

/** Of what one version of analyser or policy judged. */
const VersionFigures = { judged: Count, override: CountedShare, precision: CountedShare };

/**
 * Of the items that were judged while a sample was drawn, how many of the bad ones the analysis flagged or sent to a person. `state`:
 * `off` = no item was judged while sampling was on; `too_few` = under {@link qualityMinSampled} sampled items are decided, or
 * people failed nothing.
 */
export const RecallFigures = z.object({
  state: z.enum(['off', 'too_few', 'estimated']),
  /** Items that were judged while sampling was on. */
  covered: Count,
  /** Of those that passed, how many were drawn, how many of these a person decided, and how many they failed. */
  sampled: Count,
  decided: Count,
  missed: Count,
  estimate: ShareEstimate.nullable(),
});
export type RecallFigures = z.infer<typeof RecallFigures>;

/** Decided items of one day (UTC) of the verdict, or of the month that begins with it. */
export const QualityDay = z.object({ day: z.iso.date(), agreed: Count, overturned: Count });
export type QualityDay = z.infer<typeof QualityDay>;

/**
 * What people's decisions say of the verdicts. An item counts in the period in which it was judged, once: by the newest decision
 * of a person that was neither taken back nor overruled, against the newest result before it.
 */
export const QualityReport = z.object({
  period: QualityPeriod,
  /** First day (UTC); null = everything. */
  since: z.iso.date().nullable(),
  judged: Count,
  decided: Count,
  /** Items that programs decided by an API token, and no person: they do not count as decided. */
  by_programs: Count,
  /** The person's verdict is another. */
  override: CountedShare,
  /** Of the flagged items, those that a person confirmed. */
  precision: CountedShare,
  /** Most flags first. An item that was flagged for two reasons counts in both. */
  by_reason: z.array(z.object({ reason: FlagReason, flagged: Count, precision: CountedShare })),
  /**
   * Flags by the analysers that gave them, each with its version: `built-in`, or the name of the operator's setting. An analyser gave
   * one when its own score reached the limit. Of the built-in one only the highest score of all is kept, so it counts where no other
   * came as high. Most flags first.
   */
  by_analyser: z.array(z.object({ analyser: z.string(), flagged: Count, precision: CountedShare })),
  /** Most judged first. */
  by_analysis_version: z.array(z.object({ version: z.string(), ...VersionFigures })),
  by_policy_version: z.array(z.object({ version: z.string(), ...VersionFigures })),
  /** Items that the analysis did not flag and a person failed, by why the person looked. */
  misses: z.object({ in_review: Count, in_sample: Count, elsewhere: Count }),
  recall: RecallFigures,
  /** Appeals that were decided in the period, and how many of them reversed a decision. */
  appeals: z.object({ decided: Count, reversed: CountedShare }),
  /** Of a period of days each of them, else months that have decisions. Oldest first. */
  days: z.array(QualityDay),
});
export type QualityReport = z.infer<typeof QualityReport>;

/** How many in a thousand of the safe items are drawn for a person to look at; 0 = none. */
export const QualitySettings = z.object({ sample_permille: z.int().min(0).max(50) });
export type QualitySettings = z.infer<typeof QualitySettings>;

/** Below so many decisions a share says nothing. */
export const qualityMinDecided = 10;
/** Below so many decided sampled items nothing is said of what was missed. */
export const qualityMinSampled = 50;
