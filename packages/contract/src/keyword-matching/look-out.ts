import type { KeywordMatch } from '../keywords/keywords.ts';
import { type Trigrams, trigramsOf } from './trigrams.ts';
import { hasWord, type WordEdges } from './word-edges.ts';

/** A text in one of the ways in which it can be read. `edges` and `trigrams` are found when they are first asked for. */
export type Sought = { text: string; edges(): WordEdges; trigrams(): Trigrams };

/** First place from `from` on where a keyword stands, up to where; null = none. `tick` is called for every step of a longer search. */
export type LookOut = (sought: Sought, from: number, tick: () => void) => [start: number, end: number] | null;

const partial =
  (needle: string): LookOut =>
  ({ text }, from) => {
    const at = text.indexOf(needle, from);
    return at === -1 ? null : [at, at + needle.length];
  };

const wholeWord =
  (needle: string): LookOut =>
  ({ text, edges: edgesOf }, from, tick) => {
    let at = text.indexOf(needle, from);
    if (at === -1) return null;
    const edges = edgesOf();
    while (at !== -1) {
      tick();
      if (edges.isEdge(at) && edges.isEdge(at + needle.length)) return [at, at + needle.length];
      // No whole word begins before the next edge.
      at = text.indexOf(needle, edges.next(at + 1));
    }
    return null;
  };

/**
 * A pattern in the pieces between its stars, each of which stands for letters and digits of one word. The first place of each piece is as
 * good as any later one in reach, so nothing is tried again: a word costs its length once for each piece.
 */
function pattern(pieces: readonly string[]): LookOut {
  const [first = '', ...others] = pieces;
  const last = others.length - 1;
  /** Where the pattern ends when its first piece stands at a place; -1 = it does not. */
  const endFrom = (text: string, edges: WordEdges, start: number): number => {
    let end = start + first.length;
    for (const [n, piece] of others.entries()) {
      const reach = edges.reach(end);
      if (n < last) {
        end = within(text, piece, end, reach);
        if (end === -1) return -1;
      } else end = lastWithin(text, edges, piece, end, reach);
    }
    return end !== -1 && edges.isEdge(end) ? end : -1;
  };
  return ({ text, edges: edgesOf }, from, tick) => {
    if (!pieces.every((piece) => text.includes(piece))) return null;
    const edges = edgesOf();
    for (let start = edges.next(from); start <= text.length; start = edges.next(start + 1)) {
      tick();
      if (text.startsWith(first, start)) {
        const end = endFrom(text, edges, start);
        if (end !== -1) return [start, end];
      }
      if (start === text.length) break;
    }
    return null;
  };
}

/** Behind the first place of a piece that begins between two places. */
function within(text: string, piece: string, from: number, to: number): number {
  const at = text.slice(from, to + piece.length).indexOf(piece);
  return at === -1 ? -1 : from + at + piece.length;
}

/** The same for the last piece, which must end where a word does. A star at the end reaches to the end of its word. */
function lastWithin(text: string, edges: WordEdges, piece: string, from: number, to: number): number {
  if (piece === '') return to;
  const inWord = to - piece.length;
  if (inWord >= from && text.startsWith(piece, inWord)) return to;
  // One that goes on behind the word.
  for (let at = Math.max(from, inWord + 1); at <= to; at++)
    if (text.startsWith(piece, at) && edges.isEdge(at + piece.length)) return at + piece.length;
  return -1;
}

/**
 * What finds a keyword. Both are in their normal form. A wildcard without any letter or digit would be found in everything and is found in
 * nothing.
 */
export function lookOut(needle: string, match: KeywordMatch): LookOut {
  const pieces = match === 'wildcard' ? needle.split(/\*+/u) : [needle];
  if (match === 'wildcard' && !pieces.some(hasWord)) return () => null;
  const search = match === 'partial' ? partial(needle) : pieces.length === 1 ? wholeWord(needle) : pattern(pieces);
  const trigrams = pieces.flatMap(trigramsOf);
  return (sought, from, tick) => {
    const table = sought.trigrams();
    return trigrams.every(table.has) ? search(sought, from, tick) : null;
  };
}
