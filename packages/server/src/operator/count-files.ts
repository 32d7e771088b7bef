/** `1,234`. */
export const grouped = (count: number): string => count.toLocaleString('en-GB');

/** `1 file`, `1,234 files`. */
export const countFiles = (count: number): string => (count === 1 ? '1 file' : `${grouped(count)} files`);
