import { type Category, categories, categoryNames, defaultThresholds, judgeScores } from '@clearframe/contract';
import type { Checked } from './check-all.ts';
import type { Outcome } from './checker-messages.ts';

export type Verdict = 'flagged' | 'review' | 'safe' | 'error';

const thresholds = defaultThresholds();

/** What the default thresholds say about an outcome. */
export function verdictOf(outcome: Outcome): Verdict {
  if ('problem' in outcome) return 'error';
  const { flagged, needs_review } = judgeScores(outcome.analysis.scores, thresholds);
  if (flagged) return 'flagged';
  return needs_review ? 'review' : 'safe';
}

/** The category that matters most: the highest score among those that can flag or ask for review; null without any. */
export function strongestCategory(
  scores: Partial<Record<Category, number | undefined>>,
): { label: string; score: number } | null {
  let strongest: { label: string; score: number } | null = null;
  for (const name of categoryNames) {
    const score = scores[name];
    const decides = thresholds[name].flag !== null || thresholds[name].review !== null;
    if (score === undefined || !decides || (strongest && strongest.score >= score)) continue;
    strongest = { label: categories[name].label, score };
  }
  return strongest;
}

/** Exit code of a check: a flagged picture wins over a file that could not be checked. */
export function exitCodeOf(all: readonly Checked[]): 0 | 1 | 2 {
  const verdicts = all.map(({ outcome }) => verdictOf(outcome));
  if (verdicts.includes('flagged')) return 1;
  return verdicts.includes('error') || verdicts.length === 0 ? 2 : 0;
}
