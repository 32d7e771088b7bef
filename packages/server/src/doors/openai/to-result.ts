import { type Category, type Coverage, categoryNames, type KeywordCheck, type OnReview } from '@clearframe/contract';
import type { CheckedText } from '../../moderation/check/check-text.ts';
import type { Checked } from '../../moderation/check/finish-checks.ts';
import { isFlagged } from '../shared/judge-pictures.ts';
import { byCategory, type TheirCategory } from './categories.ts';

type Applied = 'image' | 'text';
type Own = {
  passed: boolean;
  needs_review: boolean;
  reason: string;
  policy_version: string;
  scores: Partial<Record<Category, number>>;
  coverage: Partial<Record<Category, Coverage>>;
  flagged_categories: Category[];
  keyword_check: KeywordCheck;
  /** Their categories that nobody looked at: a false there says nothing. */
  not_assessed: TheirCategory[];
  media_id: string | null;
  frames_charged: number;
};

export type Result = {
  flagged: boolean;
  categories: Record<string, boolean>;
  category_scores: Record<string, number>;
  category_applied_input_types: Record<string, Applied[]>;
  clearframe: Own;
};

const appliedOf = (coverage: Coverage | undefined): Applied[] => {
  if (coverage === 'assessed' || coverage === 'one_picture') return ['image'];
  return coverage === 'text_only' ? ['text'] : [];
};

type Seen = Pick<Own, 'scores' | 'coverage' | 'flagged_categories'>;

/** What was seen, in their categories. What nobody assessed is false, 0 and no input type. */
function inTheirs(flagged: boolean, { scores, coverage, flagged_categories: ours }: Seen) {
  const result = { flagged, categories: {}, category_scores: {}, category_applied_input_types: {} } satisfies Omit<
    Result,
    'clearframe'
  >;
  const filled: Omit<Result, 'clearframe'> = result;
  const not_assessed: TheirCategory[] = [];
  for (const [name, same] of byCategory) {
    const applied = [...new Set(same.flatMap((one) => appliedOf(coverage[one])))].sort();
    // What is flagged was seen in one picture, although another was not looked at for it.
    const assessed = same.filter((one) => appliedOf(coverage[one]).length > 0 || ours.includes(one));
    filled.categories[name] = assessed.some((one) => ours.includes(one));
    filled.category_scores[name] = Math.max(0, ...assessed.map((one) => scores[one] ?? 0));
    filled.category_applied_input_types[name] = applied;
    if (applied.length === 0) not_assessed.push(name);
  }
  return { ...filled, not_assessed };
}

/** A text alone: the account's keyword rules looked at it, and nothing else. */
export function resultOfText({ keywordCheck, policyVersion }: CheckedText): Result {
  const seen: Seen = { scores: {}, coverage: {}, flagged_categories: [] };
  const { not_assessed, ...theirs } = inTheirs(!keywordCheck.passed, seen);
  const { passed, reason } = keywordCheck;
  const own = { passed, needs_review: false, reason, policy_version: policyVersion, keyword_check: keywordCheck };
  return { ...theirs, clearframe: { ...own, ...seen, not_assessed, media_id: null, frames_charged: 0 } };
}

/** From least looked at to most; of several pictures the least counts. */
const depth = (coverage: Coverage): number => ['text_only', 'one_picture', 'assessed'].indexOf(coverage);

function together(checked: readonly Checked[]): Seen {
  const scores: Partial<Record<Category, number>> = {};
  const coverage: Partial<Record<Category, Coverage>> = {};
  const flagged = new Set(checked.flatMap(({ moderation }) => moderation.ai_analysis.flagged_categories));
  for (const { moderation } of checked) {
    const { ai_analysis: ai } = moderation;
    for (const name of categoryNames) {
      const [score, looked, before] = [ai.scores[name], ai.coverage[name], coverage[name]];
      if (score !== undefined) scores[name] = Math.max(score, scores[name] ?? 0);
      if (before === undefined || depth(looked) < depth(before)) coverage[name] = looked;
    }
  }
  return { scores, coverage, flagged_categories: categoryNames.filter((name) => flagged.has(name)) };
}

const all = (lists: readonly string[][]): string[] => [...new Set(lists.flat())];

function keywordsOf(checked: readonly Checked[]): KeywordCheck {
  const checks = checked.map(({ moderation }) => moderation.keyword_check);
  const missing = all(checks.map((one) => one.missingRequired));
  const found = all(checks.map((one) => one.foundForbidden));
  const [first] = checks.toSorted((one, other) => Number(one.passed) - Number(other.passed));
  return {
    passed: checks.every(({ passed }) => passed),
    reason: first?.reason ?? '',
    detectedKeywords: all(checks.map((one) => one.detectedKeywords)),
    missingRequired: missing,
    missing_required: missing,
    foundForbidden: found,
    found_forbidden: found,
  };
}

/** One result for all pictures of a request: the highest scores, and flagged if any of them is. */
export function resultOfPictures(checked: readonly [Checked, ...Checked[]], onReview: OnReview): Result {
  const seen = together(checked);
  const { not_assessed, ...theirs } = inTheirs(
    checked.some(({ moderation }) => isFlagged(moderation, onReview)),
    seen,
  );
  const [worst] = checked.toSorted((one, other) => rank(one) - rank(other));
  const { moderation } = worst ?? checked[0];
  const own = {
    passed: checked.every((one) => one.moderation.passed),
    needs_review: checked.some((one) => one.moderation.ai_analysis.needs_review),
    reason: moderation.reason,
    policy_version: moderation.policy_version,
    keyword_check: keywordsOf(checked),
    media_id: worst?.mediaId ?? null,
    frames_charged: checked.reduce((sum, { framesCharged }) => sum + framesCharged, 0),
  };
  return { ...theirs, clearframe: { ...own, ...seen, not_assessed } };
}

/** Failed ones first, then those that a person should look at. */
const rank = ({ moderation }: Checked): number => {
  if (!moderation.passed) return 0;
  return moderation.ai_analysis.needs_review ? 1 : 2;
};
