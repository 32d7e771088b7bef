import type { AiAnalysis } from '../media/moderation.ts';
import { type Label, otherLabelKey } from './labels.ts';

/**
 * The label that a flag stands under by itself: that of the highest flagged category, and an account's own one before a built-in one. Where
 * no category is flagged, or its label is off, it is `other`. Pure.
 */
export function labelFor(labels: readonly Label[], ai: Pick<AiAnalysis, 'flagged_categories' | 'scores'> | undefined): Label {
  const [highest] = (ai?.flagged_categories ?? []).toSorted((a, b) => (ai?.scores[b] ?? 0) - (ai?.scores[a] ?? 0));
  const fitting = labels.filter(({ active, categories }) => active && highest !== undefined && categories.includes(highest));
  const other = labels.find(({ key }) => key === otherLabelKey);
  const found = fitting.find(({ built_in }) => !built_in) ?? fitting[0] ?? other;
  if (!found) throw new Error('No label holds where no other does');
  return found;
}
