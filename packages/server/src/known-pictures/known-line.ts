import { limits, PdqDigits } from '@clearframe/contract';

/** One line of a list: a hash with its quality and note, null where it has none. */
export type KnownLine = { pdq: PdqDigits; quality: number | null; note: string | null };

/** What a list may begin with. */
const head = /^"?(hash|pdq)/i;
const passedOver = (line: string) => line.trim() === '' || line.startsWith('#');

/** The rest of the line, also within quotes as CSV has it. */
function noteOf(text: string): string | null {
  const quoted = /^"(.*)"$/s.exec(text);
  const plain = quoted ? (quoted[1] ?? '').replaceAll('""', '"') : text;
  return plain.replace(/\p{Cc}+/gu, ' ').trim() || null;
}

/**
 * Reads one line of a list of hashes: 64 hexadecimal digits, then, if there are any, a comma with the quality and another with a
 * note. Empty lines, those that begin with # and a head hold nothing.
 * @param number of the line, the first being 1
 * @returns null = the line holds nothing; a text = what is wrong with it, for people
 */
export function readKnownLine(line: string, number: number): KnownLine | string | null {
  if (passedOver(line) || (number === 1 && head.test(line))) return null;
  const [, first = '', second = '', rest = ''] = /^([^,]*)(?:,([^,]*))?(?:,(.*))?$/s.exec(line) ?? [];
  const pdq = PdqDigits.safeParse(first.trim().toLowerCase());
  if (!pdq.success) return 'A PDQ hash of 64 hexadecimal digits is expected';
  const quality = second.trim() === '' ? null : Number(second);
  if (quality !== null && !(Number.isInteger(quality) && quality >= 0 && quality <= 100))
    return 'The quality is a whole number from 0 to 100';
  const note = noteOf(rest.trim());
  if (note !== null && note.length > limits.noteMaxLength) return `A note has at most ${limits.noteMaxLength} characters`;
  return { pdq: pdq.data, quality, note };
}
