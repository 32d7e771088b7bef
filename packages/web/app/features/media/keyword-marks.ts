import { findKeywords } from '@clearframe/contract';

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

/**
 * Where a keyword stands in the text as it was written. The server's own rule (`findKeywords`) is asked for ever shorter
 * pieces, because its normalised form has other lengths than the text (ligatures, invisible characters, runs of blanks).
 */
function rangesOf(graphemes: readonly string[], keyword: string, kind: MarkKind): Range[] {
  const holds = (from: number, to: number) => findKeywords(graphemes.slice(from, to).join(''), [keyword]).length > 0;
  const ranges: Range[] = [];
  let start = 0;
  while (ranges.length < MARKS_MAX) {
    const rest = graphemes.length - start;
    const length = smallest(rest, (n) => holds(start, start + n));
    if (length === null) break;
    const to = start + length;
    const width = smallest(length, (n) => holds(to - n, to));
    if (width === null || width === 0) break;
    ranges.push({ from: to - width, to, kind });
    start = to;
  }
  return ranges;
}

/**
 * Splits a text into parts that are marked as forbidden or required hits and parts that are not.
 * Where both meet, forbidden wins: it is what decided.
 */
export function markKeywords(text: string, forbidden: readonly string[], required: readonly string[]): MarkedPart[] {
  const graphemes = Array.from(segmenter.segment(text), (piece) => piece.segment);
  const kinds = new Array<MarkKind | null>(graphemes.length).fill(null);
  const ranges = [
    ...required.flatMap((keyword) => rangesOf(graphemes, keyword, 'required')),
    ...forbidden.flatMap((keyword) => rangesOf(graphemes, keyword, 'forbidden')),
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
