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

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu) ?? [];

/** A word in a heading weighs more than one in the title of the page, and that more than one in the text. 0 = it is nowhere. */
function weightOf({ page, heading, text }: SearchEntry, word: string): number {
  if (heading.toLowerCase().includes(word)) return 9;
  if (page.toLowerCase().includes(word)) return 3;
  return text.toLowerCase().includes(word) ? 1 : 0;
}

/** The sections that hold every word of the query, also as a part of a word; the best first, the same in the order of the pages. */
export function findSections(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return entries
    .map((entry) => {
      const weights = words.map((word) => weightOf(entry, word));
      return { entry, weight: weights.includes(0) ? 0 : weights.reduce((sum, weight) => sum + weight, 0) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
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
