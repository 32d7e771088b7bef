import {
  type Analysis,
  type Category,
  categories,
  categoryNames,
  defaultPolicy,
  judgeScores,
  type KeywordCheck,
  type Moderation,
  type Policy,
} from '@clearframe/contract';

/** "Nudity (83%), Gore (71%)", the strongest first. */
function named(names: readonly Category[], scores: Analysis['scores']): string {
  return [...names]
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .map((name) => `${categories[name].label} (${Math.round((scores[name] ?? 0) * 100)}%)`)
    .join(', ');
}

/** "0:04", "1:02:09" */
function clockTime(second: number): string {
  const [hours, minutes, rest] = [Math.floor(second / 3_600), Math.floor(second / 60) % 60, second % 60];
  const padded = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(rest)}` : `${minutes}:${padded(rest)}`;
}

function flaggedSentence(names: readonly Category[], { scores, video }: Analysis): string {
  if (!video) return `The picture was flagged: ${named(names, scores)}.`;
  const { flagged_seconds: seconds, seconds: all } = video;
  // Another analyser flagged the one picture that it was shown.
  if (seconds.length === 0) return `The video was flagged: ${named(names, scores)}, in the picture that stands for it.`;
  const where = `in ${seconds.length} of ${all} seconds, first at ${clockTime(seconds[0] ?? 0)}`;
  return `The video was flagged: ${named(names, scores)}, ${where}.`;
}

/** What is said of a file whose credentials declare it synthetic, whatever becomes of it. */
const declaredSentence = 'Its Content Credentials declare that a model made it, or a part of it.';

/**
 * What the limits and what the file declares make of it. A declaration counts as a flag or a review, and is no score.
 */
export function judgeAll(
  { scores, isDeclared }: { scores: Analysis['scores']; isDeclared: boolean },
  { thresholds, declared_synthetic }: Pick<Policy, 'thresholds' | 'declared_synthetic'>,
): ReturnType<typeof judgeScores> {
  const judgement = judgeScores(scores, thresholds);
  const flagged = judgement.flagged || (isDeclared && declared_synthetic === 'flag');
  const needs_review = !flagged && (judgement.needs_review || (isDeclared && declared_synthetic === 'review'));
  return { ...judgement, flagged, needs_review };
}

/**
 * Analysis and keyword check to the verdict: `passed` only when the AI flags nothing and the keyword rules are met.
 * Pure: the same values give the same verdict.
 */
export function reachVerdict(
  analysis: Analysis,
  keywordCheck: KeywordCheck,
  policy: Pick<Policy, 'declared_synthetic' | 'thresholds' | 'version'> = defaultPolicy,
): Moderation {
  const isDeclared = analysis.content_credentials?.synthetic === 'declared';
  const judgement = judgeAll({ scores: analysis.scores, isDeclared }, policy);
  const assessed = categoryNames.filter((name) => analysis.scores[name] !== undefined);
  const passed = !judgement.flagged && keywordCheck.passed;
  const sentences: string[] = [];
  if (judgement.flagged_categories.length > 0) sentences.push(flaggedSentence(judgement.flagged_categories, analysis));
  if (!keywordCheck.passed) sentences.push(keywordCheck.reason);
  if (passed) sentences.push('Nothing was found that the limits flag or the keyword rules refuse.');
  if (isDeclared) sentences.push(declaredSentence);
  const reviewed = named(judgement.review_categories, analysis.scores);
  if (judgement.needs_review) sentences.push(reviewed === '' ? 'A person should look.' : `A person should look: ${reviewed}.`);
  return {
    passed,
    reason: sentences.join(' '),
    policy_version: policy.version,
    ai_analysis: {
      ...judgement,
      scores: analysis.scores,
      coverage: analysis.coverage,
      thresholds: Object.fromEntries(assessed.map((name) => [name, policy.thresholds[name]])),
      description: analysis.description,
      text: analysis.text,
      ...(analysis.video ? { flagged_seconds: analysis.video.flagged_seconds } : {}),
      ...(analysis.writing ? { writing: analysis.writing } : {}),
      ...(analysis.text_lines ? { text_lines: analysis.text_lines } : {}),
      found_keywords: keywordCheck.detectedKeywords,
      missing_required_keywords: keywordCheck.missingRequired,
    },
    keyword_check: keywordCheck,
  };
}
