import { z } from 'zod';
import { normaliseText } from '../keyword-matching/normal-form.ts';
import * as limits from '../limits.ts';

/**
 * How a keyword is looked for. `partial`: anywhere, also inside words (the usual way). `whole_word`: not inside a longer word.
 * `wildcard`: whole words too, and each `*` of it stands for any number of letters and digits of one word, none included.
 */
export const KeywordMatch = z.enum(['partial', 'whole_word', 'wildcard']);
export type KeywordMatch = z.infer<typeof KeywordMatch>;

/** Both lists of an account as they are read. */
export const KeywordSettings = z.object({
  requiredKeywords: z.array(z.string()),
  forbiddenKeywords: z.array(z.string()),
});
export type KeywordSettings = z.infer<typeof KeywordSettings>;

const KeywordList = z
  .array(z.string().max(limits.keywordMaxLength, `A keyword has at most ${limits.keywordMaxLength} characters`))
  .max(limits.keywordsMax, `A list has at most ${limits.keywordsMax} keywords`);

const Matches = z.array(KeywordMatch).max(limits.keywordsMax).exactOptional();

/**
 * Both lists as they are saved; blanks and repeats are dropped by the server. How each keyword is matched may be said in the order
 * of its list; a keyword of which nothing is said keeps what was saved for it, else it is matched partially.
 */
export const KeywordSettingsInput = z.object({
  required_keywords: KeywordList,
  forbidden_keywords: KeywordList,
  required_matches: Matches,
  forbidden_matches: Matches,
  /** Whether digits and signs are read as the letters that they stand for; left out = as it was saved. */
  leetspeak: z.boolean().exactOptional(),
});
export type KeywordSettingsInput = z.infer<typeof KeywordSettingsInput>;

/** In how many of the newest items each keyword occurs, in the order in which the keywords were sent; blanks and repeats have 0. */
export const KeywordHits = z.object({
  /** How many items were looked through, the newest first: fewer when there are no more, or when time was up; 0 is possible. */
  items_checked: z.int(),
  /** Whether that is all of the newest items. */
  is_complete: z.boolean(),
  required: z.array(z.int()),
  forbidden: z.array(z.int()),
});
export type KeywordHits = z.infer<typeof KeywordHits>;

/** Words of one language that are ready to be added to a list. */
export const WordList = z.object({
  /** A language tag, such as `de` or `fr-CA`. */
  language: z.string(),
  /** The English name of the language. */
  name: z.string(),
  keywords: z.array(z.string()),
});
export type WordList = z.infer<typeof WordList>;

/** Whose lists these are, and under which licence they may be passed on. */
export const WordListSource = z.object({ name: z.string(), url: z.url(), licence: z.string(), licence_url: z.url() });

/** A keyword with the way in which it is looked for. */
export const KeywordRule = z.object({ text: z.string(), match: KeywordMatch });
export type KeywordRule = z.infer<typeof KeywordRule>;

/** Both lists of an account with how they are matched. */
export const KeywordRules = z.object({
  required: z.array(KeywordRule),
  forbidden: z.array(KeywordRule),
  /** Digits and signs are read as the letters that they stand for, too. */
  leetspeak: z.boolean(),
});
export type KeywordRules = z.infer<typeof KeywordRules>;

/** The lists alone, as they were read before keywords had ways of matching. */
export const listsOf = ({ required, forbidden }: KeywordRules): KeywordSettings => ({
  requiredKeywords: required.map(({ text }) => text),
  forbiddenKeywords: forbidden.map(({ text }) => text),
});

/** Keywords that are matched in the usual way. */
export const partially = (keywords: readonly string[]): KeywordRule[] => keywords.map((text) => ({ text, match: 'partial' }));

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
