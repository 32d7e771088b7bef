import { z } from 'zod';
import { AnalyserRun } from '../analysis/analyser-runs.ts';
import { Category, Coverage, Threshold } from '../analysis/categories.ts';
import { ContentCredentials } from '../analysis/content-credentials.ts';
import { PictureHash } from '../analysis/picture-hash.ts';
import { TextLine, WritingCoverage } from '../analysis/text-line.ts';

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
  writing: WritingCoverage.optional(),
  found_keywords: z.array(z.string()),
  missing_required_keywords: z.array(z.string()),
});
export type AiAnalysis = z.infer<typeof AiAnalysis>;

/** What shall become of pictures that look like a known one: `block` flags them, `allow` passes them if the account wants that. */
export const KnownList = z.enum(['block', 'allow']);
export type KnownList = z.infer<typeof KnownList>;

/**
 * Writing that was read after the verdict, and how the keyword lists of that moment judge it. The verdict stays what it was; a failed
 * check here says that an analysis of today would fail the item.
 */
export const ReadLater = z.object({
  at: z.iso.datetime(),
  /** The policy whose lists checked it. */
  policy_version: z.string(),
  keyword_check: KeywordCheck,
});
export type ReadLater = z.infer<typeof ReadLater>;

/** The known picture that an uploaded one looks like. */
export const KnownMatch = z.object({
  list: KnownList,
  /** Whether it decided `ai_analysis.flagged`. Always for the block list. */
  applied: z.boolean(),
  /** Bits of 256 in which the hashes differ. */
  distance: z.int().min(0),
  /** The known one shows it as in a mirror. */
  mirrored: z.boolean(),
  /** The item that was decided; null = it was deleted since, or the hash was imported. */
  media_id: z.uuid().nullable(),
  /** Name of the imported list; null = somebody decided the item. */
  list_name: z.string().nullable(),
  /** When it was decided or imported. */
  decided_at: z.iso.datetime(),
  note: z.string().nullable(),
});
export type KnownMatch = z.infer<typeof KnownMatch>;

/**
 * The verdict: `passed = !ai_analysis.flagged && keyword_check.passed`. Where a known picture decided (`match.applied`),
 * `ai_analysis.flagged` says what it decided, and the scores and `flagged_categories` beside it what was seen.
 */
export const Moderation = z
  .object({
    passed: z.boolean(),
    /** One or two sentences that a person can read. */
    reason: z.string(),
    policy_version: z.string(),
    ai_analysis: AiAnalysis,
    keyword_check: KeywordCheck,
    match: KnownMatch.optional(),
    read_later: ReadLater.optional(),
    /** Key of the label that it is flagged under. Absent where it passed, and in older results. */
    label: z.string().optional(),
    /** What was set for its author and changed the verdict. */
    author_rule: z.enum(['blocked', 'watched', 'trusted']).optional(),
  })
  .meta({ id: 'Moderation' });
export type Moderation = z.infer<typeof Moderation>;

export const AnalysisMetadata = z.object({
  processing_time_ms: z.number(),
  analysis_version: z.string(),
  frames_analysed: z.int(),
  /** The analysers beside the built-in one. Absent where none is set. */
  analysers: z.array(AnalyserRun).optional(),
  /** Of a picture: what it is recognised by when it comes again. Absent for videos and in older results. */
  hash: PictureHash.optional(),
  /** What the file was sent with. Absent in older results. */
  content_credentials: ContentCredentials.optional(),
});
export type AnalysisMetadata = z.infer<typeof AnalysisMetadata>;
