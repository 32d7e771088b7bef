import { limits, normaliseText, type WordList } from '@clearframe/contract';
import { formatCount } from '../../../shared/format/format.ts';
import { bringIn, newRow, type Row } from './keyword-rows.ts';

const keysOf = (words: readonly string[]) => new Set(words.map(normaliseText));
const words = (count: number) => `${formatCount(count)} ${count === 1 ? 'word' : 'words'}`;

/** The languages of which every word is in the list. */
export function languagesIn(rows: readonly Row[], lists: readonly WordList[]): Set<string> {
  const known = keysOf(rows.map(({ text }) => text));
  const isWhole = ({ keywords }: WordList) => keywords.every((word) => known.has(normaliseText(word)));
  return new Set(lists.filter(isWhole).map(({ language }) => language));
}

/**
 * Adds the words of a language as whole words, all or none, or takes them out. Words that another language in the list needs stay.
 * @returns the lines and a sentence about them
 */
export function switchLanguage(
  rows: readonly Row[],
  list: WordList,
  lists: readonly WordList[],
  on: boolean,
): { rows: readonly Row[]; told: string } {
  if (on) {
    const { rows: made, brought } = bringIn(rows, list.keywords, undefined, 'whole_word');
    if (brought.overfull > 0) {
      const needed = brought.added + brought.overfull;
      return { rows, told: `${list.name} needs ${words(needed)}. Your list has room for ${formatCount(brought.added)}.` };
    }
    return { rows: made, told: `${list.name}: ${words(brought.added)} added. Save to apply.` };
  }
  const others = languagesIn(rows, lists);
  const needed = keysOf(
    lists.filter((other) => other !== list && others.has(other.language)).flatMap(({ keywords }) => keywords),
  );
  const going = new Set(list.keywords.map(normaliseText).filter((key) => !needed.has(key)));
  const kept = rows.filter(({ text }) => !going.has(normaliseText(text)));
  const removed = rows.length - kept.length;
  return { rows: kept.length > 0 ? kept : [newRow()], told: `${list.name}: ${words(removed)} removed. Save to apply.` };
}

/** How many more keywords the list takes. */
export const roomIn = (rows: readonly Row[]): number =>
  limits.keywordsMax - rows.filter(({ text }) => normaliseText(text) !== '').length;
