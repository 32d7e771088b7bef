import { type KeywordPlace, type KeywordRule, keywordFinder, keywordPlaces } from '@clearframe/contract';

type MarkKind = 'forbidden' | 'required';
export type MarkedPart = { text: string; kind: MarkKind | null };

/** Matches shown per keyword and text: a text of 5,000 characters could hold thousands. */
const MARKS_MAX = 20;

const asRules = (keywords: readonly string[], match: KeywordRule['match']): KeywordRule[] =>
  keywords.map((text) => ({ text, match }));

/**
 * Places of keywords of which only the word is known: as it stands, else as a pattern if it has a `*`, else by look-alikes. The
 * first of these ways that finds it in the text is taken.
 */
function placesOfWords(text: string, keywords: readonly string[]): KeywordPlace[] {
  const patterns = keywords.filter((keyword) => keyword.includes('*'));
  const found: KeywordPlace[] = [];
  for (const leetspeak of [false, true]) {
    for (const rules of [asRules(keywords, 'partial'), asRules(patterns, 'wildcard')]) {
      const known = new Set(found.map(({ keyword }) => keyword));
      found.push(
        ...placesOf(
          text,
          rules.filter((rule) => !known.has(rule.text)),
          leetspeak,
        ),
      );
    }
  }
  return found;
}

/** Most texts hold none, which is found out without tracing where each character comes from. */
function placesOf(text: string, rules: readonly KeywordRule[], leetspeak: boolean): KeywordPlace[] {
  const there = new Set(keywordFinder(rules, leetspeak)(text));
  const sought = rules.filter((rule) => there.has(rule.text));
  return sought.length === 0 ? [] : keywordPlaces(text, sought, leetspeak, MARKS_MAX);
}

/**
 * Splits a text into parts that are marked as forbidden or required hits and parts that are not.
 * Where both meet, forbidden wins: it is what decided.
 */
export function markKeywords(
  text: string,
  forbidden: readonly (string | KeywordRule)[],
  required: readonly (string | KeywordRule)[],
  leetspeak = false,
): MarkedPart[] {
  const kinds = new Array<MarkKind | null>(text.length).fill(null);
  const mark = (sought: readonly (string | KeywordRule)[], kind: MarkKind) => {
    const words = sought.filter((one) => typeof one === 'string');
    const rules = sought.filter((one) => typeof one !== 'string');
    const places = [...placesOfWords(text, words), ...placesOf(text, rules, leetspeak)];
    for (const { start, end } of places) kinds.fill(kind, start, end);
  };
  mark(required, 'required');
  mark(forbidden, 'forbidden');
  const parts: MarkedPart[] = [];
  for (let at = 0; at < text.length; ) {
    const kind = kinds[at] ?? null;
    let end = at + 1;
    while (end < text.length && kinds[end] === kind) end += 1;
    parts.push({ text: text.slice(at, end), kind });
    at = end;
  }
  return parts;
}
