import { type AiAnalysis, type Category, type Coverage, defaultThresholds, type Moderation } from '@clearframe/contract';

type Facts = {
  flagged?: boolean;
  keywordsPassed?: boolean;
  ai?: Partial<AiAnalysis>;
  detected?: string[];
  forbidden?: string[];
  missing?: string[];
};

/** A whole `Moderation` for tests, from the few facts that a test is about. */
export function moderationOf(parts: Facts): Moderation {
  const flagged = parts.flagged ?? false;
  const keywordsPassed = parts.keywordsPassed ?? true;
  const missing = parts.missing ?? [];
  const forbidden = parts.forbidden ?? [];
  return {
    passed: !flagged && keywordsPassed,
    reason: 'Nothing in the picture crossed a line.',
    policy_version: 'default-1',
    ai_analysis: {
      scores: {},
      coverage: nothingAssessed,
      thresholds: defaultThresholds(),
      flagged,
      needs_review: false,
      flagged_categories: [],
      review_categories: [],
      description: 'A photograph.',
      text: '',
      found_keywords: parts.detected ?? [],
      missing_required_keywords: missing,
      ...parts.ai,
    },
    keyword_check: {
      passed: keywordsPassed,
      reason: 'No forbidden keyword was found.',
      detectedKeywords: parts.detected ?? forbidden,
      missingRequired: missing,
      missing_required: missing,
      foundForbidden: forbidden,
      found_forbidden: forbidden,
    },
  };
}

/** Every category, none of them looked at. */
export const nothingAssessed: Record<Category, Coverage> = {
  sexual_explicit: 'not_assessed',
  nudity: 'not_assessed',
  sexual_suggestive: 'not_assessed',
  violence: 'not_assessed',
  gore: 'not_assessed',
  weapons: 'not_assessed',
  self_harm: 'not_assessed',
  hate: 'not_assessed',
  harassment: 'not_assessed',
  rude_gesture: 'not_assessed',
  drugs: 'not_assessed',
  alcohol: 'not_assessed',
  tobacco: 'not_assessed',
  gambling: 'not_assessed',
  disturbing: 'not_assessed',
  illicit: 'not_assessed',
  minor_safety: 'not_assessed',
  synthetic: 'not_assessed',
};
