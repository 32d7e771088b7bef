import { type AuthorAction, Category, Coverage, type KeywordCheck, type Moderation } from '@clearframe/contract';
import { z } from 'zod';

/** What a machine suspects of minors goes to a person, whoever uploads it. */
const isBeyondTrust = ({ ai_analysis: ai }: Moderation) => ai.review_categories.includes('minor_safety');

/**
 * The verdict with what holds for its author: of a watched one everything goes to a person, of a trusted one nothing for a review limit.
 * What is flagged stays flagged. Pure.
 */
export function applyAuthor(moderation: Moderation, action: AuthorAction): Moderation {
  if (!moderation.passed || action === 'none' || action === 'block') return moderation;
  const { ai_analysis: ai, reason } = moderation;
  if (action === 'watch')
    return {
      ...moderation,
      reason: `${reason} The author is watched.`,
      ai_analysis: { ...ai, needs_review: true },
      author_rule: 'watched',
    };
  if (!ai.needs_review || isBeyondTrust(moderation)) return moderation;
  return { ...moderation, ai_analysis: { ...ai, needs_review: false }, author_rule: 'trusted' };
}

const unsearched: KeywordCheck = {
  passed: true,
  reason: 'Keywords were not checked.',
  detectedKeywords: [],
  missingRequired: [],
  missing_required: [],
  foundForbidden: [],
  found_forbidden: [],
};

/** The verdict on an item of a blocked author, which nobody looks at. */
export function blockedVerdict(policyVersion: string, label: string): Moderation {
  return {
    passed: false,
    reason: 'The author is blocked. The item was not analysed.',
    policy_version: policyVersion,
    ai_analysis: {
      scores: {},
      coverage: z.record(Category, Coverage).parse(Object.fromEntries(Category.options.map((name) => [name, 'not_assessed']))),
      thresholds: {},
      flagged: true,
      needs_review: false,
      flagged_categories: [],
      review_categories: [],
      description: '',
      text: '',
      found_keywords: [],
      missing_required_keywords: [],
    },
    keyword_check: unsearched,
    author_rule: 'blocked',
    label,
  };
}
