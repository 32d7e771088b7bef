import { keywordFinder, partially } from '@clearframe/contract';

/** Which of these lines hold a forbidden keyword by themselves. */
export function hitLines(lines: readonly string[], found: readonly string[]): ReadonlySet<string> {
  // Found in the item, so what could only be read as one of them is one.
  const find = keywordFinder(partially(found), true);
  return new Set(lines.filter((line) => find(line).length > 0));
}
