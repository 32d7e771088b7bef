/** Which three characters stand beside each other in a text, as far as a small table can say: what it has not is not there. */
export type Trigrams = { has(hash: number): boolean };

const SMALLEST = 1_024;
const LARGEST = 65_536;

const hashAt = (text: string, at: number) => text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2);

/** The hashes of a text's trigrams; none of one with less than three characters. */
export const trigramsOf = (text: string): number[] =>
  Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => hashAt(text, at));

/** Read once, so that of a thousand keywords only the few are searched for that may be there. */
export function trigramTable(text: string): Trigrams {
  let size = SMALLEST;
  while (size < LARGEST && size < 4 * text.length) size *= 2;
  const table = new Uint8Array(size);
  const mask = size - 1;
  for (let at = 0; at + 2 < text.length; at++) table[hashAt(text, at) & mask] = 1;
  return { has: (hash) => table[hash & mask] === 1 };
}
