import { type AiAnalysis, type Category, categories, categoryNames } from '@clearframe/contract';

export type ScoreRow = {
  category: Category;
  label: string;
  /** Likelihood 0…1. */
  score: number;
  mark: 'flagged' | 'review' | null;
  /** The score from which this category is flagged, as the server sent it; null = it never flags by itself, so no tick is drawn. */
  flagAt: number | null;
};

/** The scores that an analysis really gave, highest first; ties keep the order of the taxonomy. */
export function scoreRows(
  ai: Pick<AiAnalysis, 'scores' | 'thresholds' | 'flagged_categories' | 'review_categories'>,
): ScoreRow[] {
  return categoryNames
    .flatMap((category): ScoreRow[] => {
      const score = ai.scores[category];
      if (score === undefined) return [];
      const mark = ai.flagged_categories.includes(category)
        ? 'flagged'
        : ai.review_categories.includes(category)
          ? 'review'
          : null;
      return [{ category, label: categories[category].label, score, mark, flagAt: ai.thresholds[category]?.flag ?? null }];
    })
    .sort((a, b) => b.score - a.score);
}
