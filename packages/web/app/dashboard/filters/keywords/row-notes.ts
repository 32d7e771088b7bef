import { normaliseText, refusedKeywords } from '@clearframe/contract';
import type { Row } from './keyword-rows.ts';

/** One to three letters or digits of scripts that write words of many letters: found inside countless other words. */
const short = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]{1,3}$/u;

/**
 * What a line should be warned of, by its id: too much for a search, spelt twice, forbidden too, or so short that it hits inside other
 * words.
 */
export function rowNotes(rows: readonly Row[], alsoForbidden: readonly Row[] = []): Map<number, string> {
  const notes = new Map<number, string>();
  const first = new Map<string, number>();
  const forbidden = new Set(alsoForbidden.map(({ text }) => normaliseText(text)));
  const refused = new Map(refusedKeywords(rows).map(({ index, message }) => [index, message]));
  rows.forEach(({ id, text, match }, index) => {
    const refusal = refused.get(index);
    const key = normaliseText(text);
    if (key === '') return;
    const place = first.get(key);
    if (place !== undefined) notes.set(id, `Repeats line ${place + 1} and is saved once.`);
    else if (refusal !== undefined) notes.set(id, refusal);
    else if (forbidden.has(key)) notes.set(id, 'Also forbidden, which fails the upload.');
    else if (match === 'partial' && short.test(key)) notes.set(id, `Short: “${text.trim()}” is also found inside longer words.`);
    if (place === undefined) first.set(key, index);
  });
  return notes;
}

/** Names the lines that cannot be saved, which a long list may hold out of sight; empty = all can. */
export function refusalWords(rows: readonly Row[]): string {
  const refused = refusedKeywords(rows);
  if (refused.length === 0) return '';
  const named = refused.slice(0, 3).map(({ text }) => `“${text.trim()}”`);
  const more = refused.length > 3 ? ` and ${refused.length - 3} more` : '';
  return `Can’t be saved as they are: ${named.join(', ')}${more}. Lists saved earlier keep matching.`;
}
