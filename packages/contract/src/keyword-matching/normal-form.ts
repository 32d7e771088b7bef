import { rewrite, type TracedText } from './traced-text.ts';

/** Characters that are never drawn (zero-width and the like): they would split a word without being seen. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
/** Marks on letters of scripts that have none of their own beyond what one character holds (é, й), and on digits. */
const marked = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]\p{M}+/gu;
/** Strokes and accents of any script, Arabic and Hebrew vowel signs, and the tatweel that only makes a word longer. */
const pointing = /(?=[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}])[\p{Mn}\p{Me}]|\u0640/gu;
/** Stands between texts that are searched together. Never part of what people type, so that nothing is found across two of them. */
export const betweenTexts = '\u001f';

const firstCharacter = /^./su;
const blanks = /\s+/gu;

/** What most texts are made of, which has one form only. */
export const ascii = /^[ -~\t\r\n]*$/;

/** NFKC without what is never drawn; upper and lower case as written. */
export const visible = (text: string): string => (ascii.test(text) ? text : text.normalize('NFKC').replace(invisible, ''));

/**
 * Case folded: upper then lower case folds what lower case alone leaves apart (ß and SS, final and middle sigma). The dotted
 * capital İ of Turkish becomes i and a dot, which is i.
 */
const foldCase = (text: string): string => (ascii.test(text) ? text.toLowerCase() : foldAll(text));

const foldAll = (text: string) =>
  text.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC').replaceAll('i\u0307', 'i');

/**
 * The form in which text and keywords are compared: NFKC, case-folded, invisible characters removed, runs of white space as one blank.
 */
export const normaliseText = (text: string): string => foldCase(visible(text)).replace(blanks, ' ').trim();

/** Without marks that spelling can do without; é, which is one character, stays, as año is no ano. */
export const withoutMarks = (traced: TracedText): TracedText =>
  ascii.test(traced.text)
    ? traced
    : rewrite(
        rewrite(traced, marked, (found) => firstCharacter.exec(found)?.[0] ?? ''),
        pointing,
        () => '',
      );

/** Case folded a character at a time, so that places are kept. */
export const folded = (traced: TracedText): TracedText =>
  traced.places === null ? { text: foldCase(traced.text), places: null } : rewrite(traced, /[^\p{M}]\p{M}*/gsu, foldCase);

/** Runs of white space as one blank, none at the ends. */
export function tidied(traced: TracedText): TracedText {
  const { text, places } = rewrite(traced, blanks, () => ' ');
  const start = text.startsWith(' ') ? 1 : 0;
  const end = text.length - (text.length > start && text.endsWith(' ') ? 1 : 0);
  return { text: text.slice(start, end), places: places?.slice(start, end) ?? null };
}
