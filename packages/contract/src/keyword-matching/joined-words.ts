import { rewrite, type TracedText } from './traced-text.ts';

/**
 * Three or more letters or digits that stand by themselves, with signs or with blanks alone between each two: `b.o.m.b`. Never over an
 * apostrophe, which belongs to words, nor from one text to the next (betweenTexts).
 */
const [letter, alone] = [String.raw`[\p{L}\p{N}]`, String.raw`(?![\p{L}\p{N}\p{M}])`];
const signs = String.raw`\s?(?:(?!['’ʼ])[\p{P}\p{S}]){1,2}\s?`;
const spelt = new RegExp(
  String.raw`(?<![\p{L}\p{N}\p{M}])${letter}(?:(?:${signs}${letter}${alone}){2,}|(?:\s{1,3}${letter}${alone}){2,})`,
  'gu',
);
const separator = /[^\p{L}\p{N}]+/gu;
const digit = /\p{N}/gu;

/** Words that are spelt letter by letter are read as words; what is mostly digits, such as 5.3.x, is a number. */
export const spelledOut = (traced: TracedText): TracedText => {
  const spans = new Map<number, number>();
  for (const { 0: found, index } of traced.text.matchAll(spelt)) {
    const letters = found.replace(separator, '');
    const digits = letters.match(digit)?.length ?? 0;
    if (letters.length > 3 * digits) spans.set(index, index + found.length);
  }
  if (spans.size === 0) return traced;
  let end = -1;
  // Runs are found again in their order, so the last one's end says what a separator lies in.
  const ends = [...spans].reverse();
  let coming = ends.pop();
  return rewrite(traced, separator, (found, at) => {
    while (coming && coming[0] <= at) {
      end = coming[1];
      coming = ends.pop();
    }
    return at < end ? '' : found;
  });
};

const token = /[\p{L}\p{N}\p{M}]+/gu;
const hasLetter = /\p{L}/u;
/** One sign between two pieces of a word. */
const sign = /^[^\p{L}\p{N}\p{M}\s\p{Cc}'’ʼ]$/u;
const hyphenated = /[-\u2010][^\S\n]*\n\s*/gu;
const newLine = /^[^\S\n]*\n[^\S\n]*$/u;
const vowel = /[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüœаеиоуыэюяёіїєαεηιουωάέήίόύώ]/u;
const ofLetters = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+$/u;

/** Whether a line broke within a word: one side of it has no vowel, so that it can be no word by itself. */
const isBroken = (before: string, after: string) =>
  ofLetters.test(before) && ofLetters.test(after) && !(vowel.test(before) && vowel.test(after));

/** A word that goes on in the next line keeps its hyphen and loses the break. */
export const unhyphenated = (traced: TracedText): TracedText => rewrite(traced, hyphenated, () => '-');

/**
 * Pieces of words put together over what separates them: one sign (`bo-mb`), and a line break where one
 * side can be no word (`bo⏎mb`; but not `be⏎heading`).
 * @param traced case-folded, with its line breaks
 * @returns also the places in it where pieces meet; null = nothing is to be put together
 */
export function joinedWords(traced: TracedText): { traced: TracedText; joints: number[] } | null {
  const gaps = new Set<number>();
  let last: RegExpExecArray | undefined;
  for (const found of traced.text.matchAll(token)) {
    if (last && hasLetter.test(last[0]) && hasLetter.test(found[0])) {
      const start = last.index + last[0].length;
      const gap = traced.text.slice(start, found.index);
      if (sign.test(gap) || (newLine.test(gap) && isBroken(last[0], found[0]))) gaps.add(start);
    }
    last = found;
  }
  if (gaps.size === 0) return null;
  const joints: number[] = [];
  let removed = 0;
  const joined = rewrite(traced, /[^\p{L}\p{N}\p{M}]+/gu, (found, at) => {
    if (!gaps.has(at)) return found;
    joints.push(at - removed);
    removed += found.length;
    return '';
  });
  return { traced: joined, joints };
}
