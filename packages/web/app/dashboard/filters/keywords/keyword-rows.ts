import { type KeywordMatch, type KeywordRule, limits, normaliseText, tidyRules } from '@clearframe/contract';

/** One line of a list. The id keeps the input's focus while lines come and go. */
export type Row = { id: number; text: string; match: KeywordMatch };

let lastId = 0;
export const newRow = (text = '', match: KeywordMatch = 'partial'): Row => {
  lastId += 1;
  return { id: lastId, text, match };
};

/** A list always keeps at least one line, be it empty (specification §5). */
export const rowsOf = (rules: readonly KeywordRule[]): Row[] =>
  rules.length === 0 ? [newRow()] : rules.map(({ text, match }) => newRow(text, match));

/** What would be saved: without blanks and repeats. */
export const rulesOfRows = (rows: readonly Row[]): KeywordRule[] => tidyRules(rows);

/** Without that line, unless it is the last one. */
export const removeRow = (rows: readonly Row[], id: number): Row[] =>
  rows.length > 1 ? rows.filter((row) => row.id !== id) : [...rows];

/** What became of keywords that were brought in together. */
export type Brought = { added: number; repeats: number; blanks: number; tooLong: number; overfull: number };

/**
 * Brings in many keywords at once, behind the line `after` (at the end without it). Blanks, repeats of any line, keywords that are
 * too long and those beyond the longest list stay out, and are counted. Empty lines make room.
 */
export function bringIn(
  rows: readonly Row[],
  keywords: readonly string[],
  after?: number,
  match: KeywordMatch = 'partial',
): { rows: Row[]; brought: Brought } {
  const brought: Brought = { added: 0, repeats: 0, blanks: 0, tooLong: 0, overfull: 0 };
  const known = new Set(rows.map(({ text }) => normaliseText(text)));
  const room = limits.keywordsMax - rows.filter(({ text }) => normaliseText(text) !== '').length;
  const fresh: Row[] = [];
  for (const keyword of keywords) {
    const key = normaliseText(keyword);
    if (key === '') brought.blanks += 1;
    else if (known.has(key)) brought.repeats += 1;
    else if (keyword.trim().length > limits.keywordMaxLength) brought.tooLong += 1;
    else if (fresh.length >= room) brought.overfull += 1;
    else {
      known.add(key);
      fresh.push(newRow(keyword.trim(), match));
    }
  }
  brought.added = fresh.length;
  const place = rows.findIndex(({ id }) => id === after);
  const at = place === -1 ? rows.length : place + 1;
  const all = [...rows.slice(0, at), ...fresh, ...rows.slice(at)];
  const kept = fresh.length === 0 ? all : all.filter(({ text }) => normaliseText(text) !== '');
  return { rows: kept, brought };
}

/** The lines of a pasted text, or null when it is one line and the browser's own paste does. A last line break ends no line. */
export function pastedLines(text: string): string[] | null {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  return lines.length > 1 ? lines : null;
}

const counted = (count: number, one: string, many: string) => (count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]);

/** "12 keywords added. Left out: 3 repeats and 1 blank line." */
export function broughtWords({ added, repeats, blanks, tooLong, overfull }: Brought): string {
  const left = [
    ...counted(repeats, 'repeat', 'repeats'),
    ...counted(blanks, 'blank line', 'blank lines'),
    ...counted(tooLong, `longer than ${limits.keywordMaxLength} characters`, `longer than ${limits.keywordMaxLength} characters`),
    ...counted(overfull, `beyond the ${limits.keywordsMax} of a list`, `beyond the ${limits.keywordsMax} of a list`),
  ];
  const addedWords = added === 0 ? 'No keyword added.' : `${added} ${added === 1 ? 'keyword' : 'keywords'} added.`;
  if (left.length === 0) return addedWords;
  const last = left.at(-1) ?? '';
  return `${addedWords} Left out: ${left.length === 1 ? last : `${left.slice(0, -1).join(', ')} and ${last}`}.`;
}
