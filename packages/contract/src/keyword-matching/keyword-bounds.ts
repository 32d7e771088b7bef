import type { KeywordRule } from '../keywords/keywords.ts';
import * as limits from '../limits.ts';
import { normaliseText } from './normal-form.ts';

/** A keyword that cannot be saved: its place in its list, and why, for people. */
export type RefusedKeyword = { index: number; text: string; message: string };

const starsMax = limits.keywordStarsMax;
const patternsMax = limits.keywordPatternsMax;

/**
 * Keywords of a list that cannot be saved: those with more stars than a search has time for, and wildcards beyond
 * the most that a list can have. Lists that were saved before there were bounds may hold some, and go on judging.
 */
export function refusedKeywords(rules: readonly KeywordRule[]): RefusedKeyword[] {
  // Repeats are saved once.
  const patterns = new Set<string>();
  return rules.flatMap(({ text, match }, index) => {
    if (match !== 'wildcard') return [];
    const key = normaliseText(text);
    const found = key.match(/\*+/g)?.length ?? 0;
    if (found === 0 || patterns.has(key)) return [];
    patterns.add(key);
    if (found > starsMax) return [{ index, text, message: `“${text}” has ${found} stars. A keyword can have ${starsMax}.` }];
    if (patterns.size > patternsMax)
      return [{ index, text, message: `“${text}” is wildcard ${patterns.size} of its list. A list can have ${patternsMax}.` }];
    return [];
  });
}
