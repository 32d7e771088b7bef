import { z } from 'zod';
import { limits } from './limits.ts';

/** Both lists of an account as they are read. */
export const KeywordSettings = z.object({
  requiredKeywords: z.array(z.string()),
  forbiddenKeywords: z.array(z.string()),
});
export type KeywordSettings = z.infer<typeof KeywordSettings>;

const KeywordList = z
  .array(z.string().max(limits.keywordMaxLength, `A keyword has at most ${limits.keywordMaxLength} characters`))
  .max(limits.keywordsMax, `A list has at most ${limits.keywordsMax} keywords`);

/** Both lists as they are saved; blanks and repeats are dropped by the server. */
export const KeywordSettingsInput = z.object({
  required_keywords: KeywordList,
  forbidden_keywords: KeywordList,
});
export type KeywordSettingsInput = z.infer<typeof KeywordSettingsInput>;

/** In how many of the newest items each keyword occurs, in the order in which the keywords were sent; blanks and repeats have 0. */
export const KeywordHits = z.object({
  /** How many items were looked through: fewer than asked when there are no more, or when time ran out. */
  items_checked: z.int(),
  /** Whether that is all of the newest items. */
  is_complete: z.boolean(),
  required: z.array(z.int()),
  forbidden: z.array(z.int()),
});
export type KeywordHits = z.infer<typeof KeywordHits>;

/** Characters that are never drawn (zero-width and the like): they would split a word without being seen. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * The form in which text and keywords are compared: NFKC, case-folded, invisible characters removed, runs of white space as one blank.
 * Upper then lower case folds what lower case alone leaves apart (ß and SS, final and middle sigma).
 */
export function normaliseText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(invisible, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .trim();
}

/**
 * A look-out for these keywords, prepared once for many texts. It gives those (as they were written) that occur in a text, in list
 * order, each once. Blank keywords never match.
 */
export function keywordFinder(keywords: readonly string[]): (text: string) => string[] {
  const needles = new Map<string, string>();
  for (const keyword of keywords) {
    const needle = normaliseText(keyword);
    if (needle !== '' && !needles.has(needle)) needles.set(needle, keyword);
  }
  return (text) => {
    const haystack = normaliseText(text);
    return [...needles].filter(([needle]) => haystack.includes(needle)).map(([, keyword]) => keyword);
  };
}

/** The keywords (as they were written) that occur in the text, in list order, each once. Blank keywords never match. */
export function findKeywords(text: string, keywords: readonly string[]): string[] {
  return keywordFinder(keywords)(text);
}

/** Trims, drops blanks and repeats (compared in their normalised form); the first spelling is kept. */
export function tidyKeywords(keywords: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const keyword of keywords) {
    const key = normaliseText(keyword);
    if (key !== '' && !kept.has(key)) kept.set(key, keyword.trim());
  }
  return [...kept.values()];
}
