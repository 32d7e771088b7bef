const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;

/** Scripts that put no blanks between words, with the marks on their letters. */
const scripts = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'].map((name) => `\\p{Script=${name}}`).join('');
const unspaced = new RegExp(`[ー${scripts}][ー${scripts}\\p{M}]*`, 'gu');

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
/** The dictionary of words is asked for a piece of so many characters at a time: its work grows faster than the text. */
const SEGMENT_MAX = 500;

/** Whether a text has a letter or digit. */
export const hasWord = (text: string): boolean => wordCharacter.test(text);

const known = new Map<string, boolean>();
function isWord(character: string): boolean {
  const found = known.get(character);
  if (found !== undefined) return found;
  const is = wordCharacter.test(character);
  // Characters of a text are few; a hostile one holds many.
  if (known.size < 10_000) known.set(character, is);
  return is;
}

/** Where words begin and end in a text, by place between two code units. */
export type WordEdges = {
  isEdge(at: number): boolean;
  /** The first edge at or behind a place. */
  next(at: number): number;
  /** Up to where the letters and digits reach that go on at a place, or begin there behind a sign. */
  reach(at: number): number;
};

/**
 * Finds the edges: every place that does not lie between two characters of a word, and in scripts without blanks those between two
 * words of the dictionary.
 * @param joints more places that count as edges
 */
export function wordEdges(text: string, joints: Iterable<number> = []): WordEdges {
  /** The first edge at or behind each place; the last place is always one. */
  const next = new Int32Array(text.length + 1);
  const inside = new Uint8Array(text.length + 1);
  const words = new Uint8Array(text.length + 1);
  let before = false;
  let at = 0;
  for (const character of text) {
    const is = isWord(character);
    if (before && is) inside[at] = 1;
    if (character.length === 2) inside[at + 1] = 1;
    if (is) words.fill(1, at, at + character.length);
    before = is;
    at += character.length;
  }
  for (const { 0: run, index } of text.matchAll(unspaced)) {
    for (let from = 0; from < run.length; from += SEGMENT_MAX)
      // Where a piece was cut off there need be no word's end.
      for (const piece of segmenter.segment(run.slice(from, from + SEGMENT_MAX)))
        if (piece.index > 0) inside[index + from + piece.index] = 0;
    inside[index] = 0;
    inside[index + run.length] = 0;
  }
  for (const joint of joints) inside[joint] = 0;
  next[text.length] = text.length;
  for (let place = text.length - 1; place >= 0; place--) next[place] = inside[place] ? (next[place + 1] ?? place) : place;
  return {
    isEdge: (place) => !inside[place],
    next: (place) => next[place] ?? text.length,
    reach: (place) => (!words[place] || (words[place - 1] && !inside[place]) ? place : (next[place + 1] ?? text.length)),
  };
}
