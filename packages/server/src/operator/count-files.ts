/** `1,234`. */
export const grouped = (count: number): string => count.toLocaleString('en-GB');

/** `1 event`, `1,234 events`. */
export const countOf = (count: number, word: string): string => `${grouped(count)} ${word}${count === 1 ? '' : 's'}`;

/** `1 file`, `1,234 files`. */
export const countFiles = (count: number): string => countOf(count, 'file');
