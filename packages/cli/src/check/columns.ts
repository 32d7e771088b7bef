/** Scripts whose letters, and pictures that, take two columns of a terminal. */
const wide = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\uFF01-\uFF60]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

type Letter = { text: string; columns: number };

const lettersOf = (text: string): Letter[] =>
  Array.from(segmenter.segment(text), ({ segment }) => ({ text: segment, columns: wide.test(segment) ? 2 : 1 }));

/** How many columns of a terminal a text takes. */
export const columnsOf = (text: string): number => lettersOf(text).reduce((sum, { columns }) => sum + columns, 0);

/** At least so many columns, filled with spaces, and always one behind the text. */
export const pad = (text: string, columns: number): string => `${text}${' '.repeat(Math.max(1, columns - columnsOf(text)))}`;

/** As many letters from the front as fit. */
function fitting(letters: readonly Letter[], columns: number): Letter[] {
  const kept: Letter[] = [];
  let left = columns;
  for (const letter of letters) {
    if (letter.columns > left) break;
    left -= letter.columns;
    kept.push(letter);
  }
  return kept;
}

/** A text of at most so many columns: the middle goes, because the end of a path tells files apart. */
export function cutMiddle(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  const letters = lettersOf(text);
  const tail = fitting(letters.toReversed(), Math.ceil((columns - 1) * 0.65)).toReversed();
  const head = fitting(letters, columns - 1 - tail.reduce((sum, letter) => sum + letter.columns, 0));
  return `${head.map((letter) => letter.text).join('')}…${tail.map((letter) => letter.text).join('')}`;
}
