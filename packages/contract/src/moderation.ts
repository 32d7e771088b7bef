import { z } from 'zod';
import { AnalyserRun } from './analyser-runs.ts';
import { Category, Coverage, Threshold } from './categories.ts';
import { TextLine } from './text-line.ts';

export const KeywordCheck = z.object({
  passed: z.boolean(),
  reason: z.string(),
  /** Every keyword found, forbidden and required. */
  detectedKeywords: z.array(z.string()),
  /** The whole required list when none of it was present, else empty. Both spellings carry the same list. */
  missingRequired: z.array(z.string()),
  missing_required: z.array(z.string()),
  foundForbidden: z.array(z.string()),
  found_forbidden: z.array(z.string()),
});
export type KeywordCheck = z.infer<typeof KeywordCheck>;

export const AiAnalysis = z.object({
  scores: z.partialRecord(Category, z.number()),
  coverage: z.record(Category, Coverage),
  /** The thresholds that decided, for the assessed categories. */
  thresholds: z.partialRecord(Category, Threshold),
  flagged: z.boolean(),
  needs_review: z.boolean(),
  flagged_categories: z.array(Category),
  review_categories: z.array(Category),
  description: z.string(),
  text: z.string(),
  /** Of videos only: which seconds are flagged, the first being 0. */
  flagged_seconds: z.array(z.int().min(0)).optional(),
  text_lines: z.array(TextLine).optional(),
  found_keywords: z.array(z.string()),
  missing_required_keywords: z.array(z.string()),
});
export type AiAnalysis = z.infer<typeof AiAnalysis>;

/** The verdict: `passed = !ai_analysis.flagged && keyword_check.passed`. */
export const Moderation = z
  .object({
    passed: z.boolean(),
    /** One or two sentences that a person can read. */
    reason: z.string(),
    policy_version: z.string(),
    ai_analysis: AiAnalysis,
    keyword_check: KeywordCheck,
  })
  .meta({ id: 'Moderation' });
export type Moderation = z.infer<typeof Moderation>;

export const AnalysisMetadata = z.object({
  processing_time_ms: z.number(),
  analysis_version: z.string(),
  frames_analysed: z.int(),
  /** The analysers beside the built-in one. Absent where none is set. */
  analysers: z.array(AnalyserRun).optional(),
});
export type AnalysisMetadata = z.infer<typeof AnalysisMetadata>;
