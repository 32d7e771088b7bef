import { type CategoryName, categories, categoryNames, type MediaUpload } from '@clearframe/contract';
import { formatSeconds } from '../../shared/format/format.ts';
import { fileLine } from '../../shared/media/file-facts.tsx';
import { type CoverageGroup, coverageGroups } from '../../shared/verdict/coverage-groups.ts';
import { type ScoreRow, scoreRows } from '../../shared/verdict/score-rows.ts';

/** What the panel says about one picture. */
export type Outcome = {
  verdict: 'passed' | 'failed' | 'unchecked';
  reason: string;
  /** Forbidden keywords that were found. */
  words: readonly string[];
  rows: readonly ScoreRow[];
  groups: readonly CoverageGroup[];
  facts: readonly string[];
};

/** The short form of a verdict. */
export function outcomeOf(media: MediaUpload): Outcome {
  const { moderation, analysis_metadata: metadata } = media;
  return {
    verdict: moderation === null ? 'unchecked' : moderation.passed ? 'passed' : 'failed',
    reason: moderation?.reason ?? media.moderationError ?? 'The analysis has not finished yet.',
    words: moderation?.keyword_check.foundForbidden ?? [],
    rows: moderation ? scoreRows(moderation.ai_analysis) : [],
    groups: moderation ? coverageGroups(moderation.ai_analysis) : [],
    facts: [
      ...(metadata ? [`Checked in ${formatSeconds(metadata.processing_time_ms)}`] : []),
      `${media.originalFilename} · ${fileLine(media)}`,
    ],
  };
}

/** The built-in model's own scores for `pears.webp`; a journey compares them with what the server says. */
const pears = { sexual_explicit: 0.0002, sexual_suggestive: 0.0001, synthetic: 0.0004 } as const satisfies Partial<
  Record<CategoryName, number>
>;
const isScored = (name: CategoryName): name is keyof typeof pears => name in pears;

/** The verdict that stands there before anybody chooses a picture. */
export const sampleOutcome: Outcome = {
  verdict: 'passed',
  reason: 'Nothing flagged. No forbidden keywords.',
  words: [],
  rows: categoryNames.filter(isScored).map((category) => ({
    category,
    label: categories[category].label,
    score: pears[category],
    mark: null,
    flagAt: categories[category].flag,
  })),
  groups: [
    { title: 'Assessed', labels: categoryNames.filter(isScored).map((name) => categories[name].label) },
    { title: 'Not assessed', labels: categoryNames.filter((name) => !isScored(name)).map((name) => categories[name].label) },
  ],
  facts: ['pears.webp · WebP · 720 × 540'],
};
