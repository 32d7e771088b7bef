import { categoryNames, type Moderation } from '@clearframe/contract';

/** Where an item stands among those that wait for a person. Both are 0…1. */
export type PlaceInQueue = {
  /** How likely it is at fault: the highest score of a category that can flag, or 1 where something else than a score flags it. */
  likelihood: number;
  /** How far the verdict is from turning: of all categories that can flag, the least distance between score and limit. */
  margin: number;
};

type Judged = {
  ai_analysis: Pick<Moderation['ai_analysis'], 'scores' | 'thresholds' | 'flagged'>;
  keyword_check: Pick<Moderation['keyword_check'], 'passed'>;
  match?: Pick<NonNullable<Moderation['match']>, 'applied'> | undefined;
};

/** The place that a result gives its item in the queue of review. */
export function placeInQueue({ ai_analysis: ai, keyword_check, match }: Judged): PlaceInQueue {
  const limits = categoryNames.flatMap((name) => {
    const flag = ai.thresholds[name]?.flag ?? null;
    const score = ai.scores[name];
    return flag === null || score === undefined ? [] : [{ score, flag }];
  });
  if (!keyword_check.passed || (match?.applied && ai.flagged)) return { likelihood: 1, margin: 1 };
  return {
    likelihood: Math.max(0, ...limits.map(({ score }) => score)),
    margin: Math.min(1, ...limits.map(({ score, flag }) => Math.abs(score - flag))),
  };
}
