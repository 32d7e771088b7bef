import { normaliseText } from '../keyword-matching/normal-form.ts';
import { type KeywordMatch, type KeywordRule, type KeywordRules, type KeywordSettingsInput, partially } from './keywords.ts';

/** Trims, drops blanks and repeats (compared in their normalised form); the first spelling is kept. */
export function tidyKeywords(keywords: readonly string[]): string[] {
  return tidyRules(partially(keywords)).map(({ text }) => text);
}

/** The same for keywords with their way of matching; the first one's is kept. */
export function tidyRules(rules: readonly KeywordRule[]): KeywordRule[] {
  const kept = new Map<string, KeywordRule>();
  for (const { text, match } of rules) {
    const key = normaliseText(text);
    if (key !== '' && !kept.has(key)) kept.set(key, { text: text.trim(), match });
  }
  return [...kept.values()];
}

/** The rules that a save of lists makes of the ones before. */
export function rulesOf(input: KeywordSettingsInput, before: KeywordRules): KeywordRules {
  const list = (keywords: readonly string[], matches: readonly KeywordMatch[] | undefined, known: readonly KeywordRule[]) => {
    const saved = new Map(known.map(({ text, match }) => [normaliseText(text), match]));
    const said = (text: string, place: number) => matches?.[place] ?? saved.get(normaliseText(text)) ?? 'partial';
    return tidyRules(keywords.map((text, place) => ({ text, match: said(text, place) })));
  };
  return {
    required: list(input.required_keywords, input.required_matches, before.required),
    forbidden: list(input.forbidden_keywords, input.forbidden_matches, before.forbidden),
    leetspeak: input.leetspeak ?? before.leetspeak,
  };
}
