import { type Category, type CategoryScores, categories, categoryNames } from '@clearframe/contract';
import type { Labels } from './list-labelled.ts';

/** What is measured: whether the right pictures get flagged at all, or how well one category is told. */
export type Question = 'flagged' | Category;

/** The limit in force. Of `flagged` it is 1: the flag limits as they are. Null when the category has none. */
export type Limit = { value: number; kind: 'flag' | 'review' } | null;

/** The question about the verdict, and one for each category that a label names. */
export function questionsOf(all: readonly Labels[]): Question[] {
  const named = categoryNames.filter((name) => all.some((labels) => typeof labels !== 'string' && labels.has(name)));
  return ['flagged', ...named];
}

export const labelOf = (question: Question): string => (question === 'flagged' ? 'Flagged' : categories[question].label);

/**
 * What the labels answer. Null when they do not: `flagged` names no category, and a category that never flags by itself does not
 * say whether the picture should be. A picture with a category's label counts as without all categories that its labels leave out.
 */
export function truthOf(labels: Labels, question: Question): boolean | null {
  if (labels === 'safe') return false;
  if (question === 'flagged') {
    if (labels === 'flagged') return true;
    return [...labels].some((name) => categories[name].flag !== null) ? true : null;
  }
  return labels === 'flagged' ? null : labels.has(question);
}

/**
 * What an analyser's scores say. For a category its score. For `flagged` the highest score in relation to its category's flag
 * limit: from 1 on the product flags, and 1.2 would still be flagged by limits that are 1.2 times as high.
 * @returns null when nothing that the question is about was assessed
 */
export function scoreOf(scores: CategoryScores, question: Question): number | null {
  if (question !== 'flagged') return scores[question] ?? null;
  const relations = categoryNames.flatMap((name) => {
    const score = scores[name];
    const { flag } = categories[name];
    return score === undefined || flag === null ? [] : [score / flag];
  });
  return relations.length === 0 ? null : Math.max(...relations);
}

export function limitOf(question: Question): Limit {
  if (question === 'flagged') return { value: 1, kind: 'flag' };
  const { flag, review } = categories[question];
  if (flag !== null) return { value: flag, kind: 'flag' };
  return review === null ? null : { value: review, kind: 'review' };
}
