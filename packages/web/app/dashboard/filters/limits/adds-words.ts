import type { Category } from '@clearframe/contract';

/** How many of the missing categories an analyser adds: "12 of 15", and those of which it only reads words. */
export function addsWords(
  covered: { pictures: readonly Category[]; words: readonly Category[] } | null,
  missing: readonly Category[],
): string {
  if (covered === null) return 'The categories that your model knows';
  const [seen, read] = [covered.pictures, covered.words].map((names) => missing.filter((name) => names.includes(name)).length);
  if (!seen && !read) return 'None of them';
  if (!read) return `${seen} of ${missing.length}`;
  return seen ? `${seen} of ${missing.length}, and ${read} more in words alone` : `${read} of ${missing.length}, in words alone`;
}
