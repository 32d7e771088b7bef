import { isLookalike, type KeywordRule, keywordFinder } from '@clearframe/contract';

export type MarkKind = 'forbidden' | 'required';
export type MarkedPart = { text: string; kind: MarkKind | null };

type Range = { from: number; to: number; kind: MarkKind };

/** Matches shown per keyword and text: a text of 5,000 characters could hold thousands. */
const MARKS_MAX = 20;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The smallest n in 0…max with holds(n), or null. `holds` must stay true once it is. */
function smallest(max: number, holds: (n: number) => boolean): number | null {
  if (!holds(max)) return null;
  let low = 0;
  let high = max;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const isWord = (grapheme: string, leetspeak: boolean) =>
  /[\p{L}\p{N}\p{M}_]/u.test(grapheme) || (leetspeak && isLookalike(grapheme));

/** Where a match may begin and end: anywhere, or for whole words and patterns at no place inside a word. */
function cutsOf(graphemes: readonly string[], match: KeywordRule['match'], leetspeak: boolean): number[] {
  const all = Array.from({ length: graphemes.length + 1 }, (_, place) => place);
  if (match === 'partial') return all;
  const inWord = graphemes.map((grapheme) => isWord(grapheme, leetspeak));
  return all.filter((place) => !(inWord[place - 1] && inWord[place]));
}

/**
 * Where a keyword stands in the text as it was written. The server's own rule (`keywordFinder`) is asked for ever shorter
 * pieces, because its normalised form has other lengths than the text (ligatures, invisible characters, runs of blanks).
 */
function rangesOf(graphemes: readonly string[], rule: KeywordRule, leetspeak: boolean, kind: MarkKind): Range[] {
  const find = keywordFinder([rule], leetspeak);
  const cuts = cutsOf(graphemes, rule.match, leetspeak);
  const holds = (from: number, to: number) => find(graphemes.slice(cuts[from], cuts[to]).join('')).length > 0;
  const ranges: Range[] = [];
  const last = cuts.length - 1;
  let start = 0;
  while (ranges.length < MARKS_MAX) {
    const length = smallest(last - start, (n) => holds(start, start + n));
    if (length === null) break;
    const to = start + length;
    const width = smallest(length, (n) => holds(to - n, to));
    if (width === null || width === 0) break;
    ranges.push({ from: cuts[to - width] ?? 0, to: cuts[to] ?? 0, kind });
    start = to;
  }
  return ranges;
}

/** A found keyword of which only the word is known: one with `*` that does not stand there as it is was a pattern. */
function ruleOf(text: string, sought: string | KeywordRule): KeywordRule {
  if (typeof sought !== 'string') return sought;
  const plain: KeywordRule = { text: sought, match: 'partial' };
  return sought.includes('*') && keywordFinder([plain])(text).length === 0 ? { text: sought, match: 'wildcard' } : plain;
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
  const graphemes = Array.from(segmenter.segment(text), (piece) => piece.segment);
  const kinds = new Array<MarkKind | null>(graphemes.length).fill(null);
  const ranges = [
    ...required.flatMap((sought) => rangesOf(graphemes, ruleOf(text, sought), leetspeak, 'required')),
    ...forbidden.flatMap((sought) => rangesOf(graphemes, ruleOf(text, sought), leetspeak, 'forbidden')),
  ];
  for (const range of ranges) kinds.fill(range.kind, range.from, range.to);
  const parts: MarkedPart[] = [];
  graphemes.forEach((grapheme, index) => {
    const kind = kinds[index] ?? null;
    const last = parts.at(-1);
    if (last && last.kind === kind) last.text += grapheme;
    else parts.push({ text: grapheme, kind });
  });
  return parts;
}
