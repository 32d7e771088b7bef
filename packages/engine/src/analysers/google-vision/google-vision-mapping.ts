import type { CategoryScores } from '@clearframe/contract';
import { keepHighest, type Mapped, type Weights } from '../keep-highest.ts';

/** Version of the tables below; part of the analyser's version. */
export const GOOGLE_VISION_MAPPING = 1;

/**
 * Google's six words for a likelihood, as a number. The words and their order are Google's, the numbers our judgement, not measured.
 * null = Google did not say, so nothing is recorded: UNKNOWN is no 0.
 */
const likelihoods: Readonly<Record<string, number | null>> = {
  UNKNOWN: null,
  VERY_UNLIKELY: 0.02,
  UNLIKELY: 0.2,
  POSSIBLE: 0.5,
  LIKELY: 0.8,
  VERY_LIKELY: 0.95,
};

export const safeSearchFields = ['adult', 'racy', 'violence', 'medical', 'spoof'] as const;
export type SafeSearchField = (typeof safeSearchFields)[number];

/** The five fields of SafeSearch: how they count, and what is said of the categories that one includes. */
const fields: Readonly<Record<SafeSearchField, { weights: Weights; covers: Mapped['coverage'] }>> = {
  adult: { weights: { sexual_explicit: 1 }, covers: { sexual_explicit: 'assessed', nudity: 'within:sexual_explicit' } },
  racy: { weights: { sexual_suggestive: 1 }, covers: { sexual_suggestive: 'assessed' } },
  violence: { weights: { violence: 1 }, covers: { violence: 'assessed', gore: 'within:violence' } },
  medical: { weights: { disturbing: 0.5 }, covers: { disturbing: 'assessed' } },
  spoof: { weights: { synthetic: 1 }, covers: { synthetic: 'assessed' } },
};

/**
 * SafeSearch in terms of the taxonomy. A field that is missing or UNKNOWN leaves its categories unassessed; so does a word that is not
 * in the table, which is named in `unmapped`.
 */
export function mapSafeSearch(answer: Readonly<Partial<Record<SafeSearchField, string | undefined>>>): Mapped {
  const scores: CategoryScores = {};
  const coverage: Mapped['coverage'] = {};
  const unmapped: string[] = [];
  for (const field of safeSearchFields) {
    const word = answer[field] ?? 'UNKNOWN';
    const value = likelihoods[word];
    if (value === undefined) unmapped.push(`${field}: ${word}`);
    if (value === undefined || value === null) continue;
    keepHighest(scores, fields[field].weights, value);
    Object.assign(coverage, fields[field].covers);
  }
  return { scores, coverage, unmapped };
}
