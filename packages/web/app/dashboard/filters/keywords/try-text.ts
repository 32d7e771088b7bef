import { keywordFinder } from '@clearframe/contract';
import { type MarkedPart, markKeywords } from '../../../shared/verdict/keyword-marks.ts';
import type { Lists } from '../use-keywords.ts';

export type Trial = { parts: MarkedPart[]; passes: boolean; why: string };

const named = (words: readonly string[]) => words.join(', ');

/** What both rules would say to a text: any forbidden keyword fails, of the required ones one must be there, an empty list is no rule. */
export function tryText(text: string, { forbidden, required, leetspeak }: Lists): Trial {
  const foundForbidden = keywordFinder(forbidden, leetspeak)(text);
  const foundRequired = keywordFinder(required, leetspeak)(text);
  const rulesOf = (rules: Lists['forbidden'], found: readonly string[]) => rules.filter((rule) => found.includes(rule.text));
  const isMissing = required.length > 0 && foundRequired.length === 0;
  const why = [
    ...(foundForbidden.length > 0 ? [`Forbidden: ${named(foundForbidden)}`] : []),
    ...(foundRequired.length > 0 ? [`Required: ${named(foundRequired)}`] : []),
    ...(isMissing ? ['No required keyword'] : []),
  ];
  return {
    parts: markKeywords(text, rulesOf(forbidden, foundForbidden), rulesOf(required, foundRequired), leetspeak),
    passes: foundForbidden.length === 0 && !isMissing,
    why: why.length > 0 ? why.join(' · ') : 'No keyword found',
  };
}
