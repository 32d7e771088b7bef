import { type Category, type CategoryScores, categoryNames } from '@clearframe/contract';
import type { Opinion } from './analyser.ts';

/** What a mapping makes of a provider's answer. */
export type Mapped = Pick<Opinion, 'scores' | 'coverage' | 'unmapped'>;

/** How much of a label's likelihood counts for which categories, 0…1. */
export type Weights = Readonly<Partial<Record<Category, number>>>;

/**
 * Raises the scores of the weighed categories to their part of `value`, unless they are higher already: of several labels the worst
 * one counts.
 * @param value likelihood; what comes out is kept within 0…1, with four decimals
 */
export function keepHighest(scores: CategoryScores, weights: Weights, value: number): void {
  for (const category of categoryNames) {
    const weight = weights[category];
    if (weight === undefined) continue;
    const likelihood = Math.round(Math.min(1, Math.max(0, weight * value)) * 10_000) / 10_000;
    scores[category] = Math.max(scores[category] ?? 0, likelihood);
  }
}
