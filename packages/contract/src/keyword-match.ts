import { z } from 'zod';

/**
 * How a keyword is looked for. `partial`: anywhere, also inside words (the usual way). `whole_word`: not inside a longer word.
 * `wildcard`: whole words too, and each `*` of it stands for any number of letters and digits of one word, none included.
 */
export const KeywordMatch = z.enum(['partial', 'whole_word', 'wildcard']);
export type KeywordMatch = z.infer<typeof KeywordMatch>;

const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;

const isWord = (character: string | undefined) => character !== undefined && wordCharacter.test(character);

/** The characters on both sides of a place in a text; undefined beyond its ends. */
function around(text: string, at: number): [before: string | undefined, after: string | undefined] {
  const isPair = at > 1 && /[\udc00-\udfff]/.test(text.charAt(at - 1));
  const before = at === 0 ? undefined : text.slice(isPair ? at - 2 : at - 1, at);
  const after = at === text.length ? undefined : String.fromCodePoint(text.codePointAt(at) ?? 0);
  return [before, after];
}

/** Whether the place lies inside a word. */
function isInside(text: string, at: number): boolean {
  const [before, after] = around(text, at);
  return isWord(before) && isWord(after);
}

function hasWholeWord(text: string, needle: string): boolean {
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) {
    if (!isInside(text, at) && !isInside(text, at + needle.length)) return true;
  }
  return false;
}

/**
 * Whether a pattern occurs. All places in the pattern that the text read so far may have reached go on together, so that the
 * time is length of text × length of pattern, whatever both hold: nothing is tried again.
 */
function hasPattern(text: string, pattern: readonly string[]): boolean {
  const characters = [...text];
  const words = characters.map((character) => isWord(character));
  const isWithin = (at: number) => words[at - 1] === true && words[at] === true;
  let reached = new Set<number>();
  for (let at = 0; at <= characters.length; at++) {
    const isEdge = !isWithin(at);
    if (isEdge) reached.add(0);
    for (const place of reached) if (pattern[place] === '*') reached.add(place + 1);
    if (isEdge && reached.has(pattern.length)) return true;
    const next = new Set<number>();
    for (const place of reached) {
      if (pattern[place] === '*') {
        if (words[at]) next.add(place);
      } else if (pattern[place] !== undefined && pattern[place] === characters[at]) next.add(place + 1);
    }
    reached = next;
  }
  return false;
}

/**
 * What tells whether a text holds the keyword. Both are in their normal form ({@link normaliseText}). A wildcard without any
 * letter or digit would be found in everything and is found in nothing.
 */
export function lookOut(needle: string, match: KeywordMatch): (text: string) => boolean {
  if (match === 'partial') return (text) => text.includes(needle);
  if (match === 'whole_word') return (text) => hasWholeWord(text, needle);
  const pieces = needle.split(/\*+/u);
  if (!pieces.some((piece) => wordCharacter.test(piece))) return () => false;
  const pattern = [...pieces.join('*')];
  // Most texts lack a piece, which is found out at once.
  return (text) => pieces.every((piece) => text.includes(piece)) && hasPattern(text, pattern);
}

/** Signs and digits that are written for letters. `1`, `!` and `|` stand for i or for l: both are tried. */
const lookalikes = new Map(
  Object.entries({ '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g', '@': 'a', $: 's', '€': 'e', '+': 't' }),
);
const forIOrL = /[1!|]/g;
const lookalike = /[0345789@$€+]/g;

/** Whether a character may stand for a letter in leetspeak. */
export const isLookalike = (character: string): boolean => /^[013457891!|@$€+]$/.test(character);

/** The readings of a text in its normal form: as it stands, and with look-alikes read as the letters they stand for. */
export function leetReadings(text: string): string[] {
  const read = text.replace(lookalike, (sign) => lookalikes.get(sign) ?? sign);
  return [...new Set([text, read.replace(forIOrL, 'i'), read.replace(forIOrL, 'l')])];
}
