/** A section of a page as it can be found. */
export type SearchEntry = {
  /** With the anchor. */
  path: string;
  page: string;
  heading: string;
  text: string;
};

/** Whether a value of the file is one. By hand, because zod would be five times the weight of all scripts of a page that is only read. */
export const isSearchEntry = (value: unknown): value is SearchEntry =>
  typeof value === 'object' &&
  value !== null &&
  ['path', 'page', 'heading', 'text'].every((name) => typeof Reflect.get(value, name) === 'string');

const foundMax = 8;
const snippetLength = 120;

/** Words of a question that say nothing about its subject. */
const emptyWords = new Set(
  (
    'a an and are as at be by can do does for from get has have how i if in is it me my of on one or should so that the their ' +
    'there this to us use was what when where which who why will with you your'
  ).split(' '),
);

const allWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu) ?? [];

/** Words of a query, those that say nothing left out where others are there. */
function wordsOf(query: string): string[] {
  const words = allWords(query).map((word) => word.replace(/^[.-]+|[.-]+$/g, ''));
  const telling = words.filter((word) => word !== '' && !emptyWords.has(word));
  return telling.length > 0 ? telling : words.filter((word) => word !== '');
}

/** "retries", "retried" and "retry" begin alike: what two words of one subject share. */
const stemOf = (word: string): string =>
  word.length > 4 ? word.replace(/(ies|ied|y|ing|ed|es|s|e)$/, '').replace(/([^aeiou])\1$/, '$1') : word.replace(/s$/, '');

/** 3 = the word stands there, 2 = another form of it, 1 = a word begins with it, 0 = nowhere. */
function matchIn(text: string, word: string): number {
  const lower = text.toLowerCase();
  // "backup" for somebody who wrote "back up".
  if (!lower.includes(stemOf(word))) return word.length > 4 && lower.replace(/[\s-]+/g, '').includes(word) ? 2 : 0;
  const words = allWords(lower);
  if (words.includes(word)) return 3;
  const stem = stemOf(word);
  if (words.some((other) => stemOf(other) === stem)) return 2;
  return words.some((other) => other.startsWith(word)) ? 1 : 0;
}

/** A word in a heading weighs more than one in the title of the page, and that more than one in the text. 0 = it is nowhere. */
function weightOf({ page, heading, text }: SearchEntry, word: string): number {
  const inHeading = matchIn(heading, word);
  const inTitle = matchIn(page, word);
  // What a section is about stands in the two together.
  const isSubject = inHeading + inTitle > 0;
  return 9 * inHeading + 6 * inTitle + matchIn(text, word) + (isSubject ? 12 : 0);
}

/**
 * The sections that hold the words of the query, in any form, or words that begin with them. Those with all of them come first, then by
 * weight, the same in the order of the pages. Sections without some of the words count only where none has all.
 */
export function findSections(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const found = entries
    .map((entry) => {
      const weights = words.map((word) => weightOf(entry, word)).filter((weight) => weight > 0);
      // Of two that say the same the shorter heading is nearer to what was asked.
      const weight = weights.reduce((sum, one) => sum + one, 0) - allWords(entry.heading).length / 10;
      return { entry, held: weights.length, weight };
    })
    .filter(({ held }) => held > 0)
    .sort((one, other) => other.held - one.held || other.weight - one.weight);
  const best = found[0]?.held ?? 0;
  // One word of three is no answer to a question.
  return best * 2 <= words.length && words.length > 1
    ? []
    : found
        .filter(({ held }) => held === best)
        .slice(0, foundMax)
        .map(({ entry }) => entry);
}

/** Some words of the section around the first that was looked for. */
export function snippetOf({ text }: SearchEntry, query: string): string {
  const [word = ''] = wordsOf(query);
  const at = Math.max(0, text.toLowerCase().indexOf(word));
  const from = at < snippetLength / 2 ? 0 : text.lastIndexOf(' ', at - snippetLength / 3) + 1;
  const part = text.slice(from, from + snippetLength);
  return `${from > 0 ? '… ' : ''}${part}${from + snippetLength < text.length ? ' …' : ''}`;
}
