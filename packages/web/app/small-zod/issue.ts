/** What is wrong with a value, as zod says it. `stops` = the value is of another kind, so that its further rules cannot be asked. */
export type Issue = { code: string; path: PropertyKey[]; message: string; stops: boolean };

/** The last argument of many of zod's functions: a sentence, or an object that holds one. */
export type Words = string | { error?: string; message?: string; path?: PropertyKey[] } | undefined;

/** The sentence that the contract chose, else zod's own. */
export function sentence(words: Words, usual: string): string {
  if (typeof words === 'string') return words;
  return words?.error ?? words?.message ?? usual;
}

/** What zod's sentences call the kind of a value. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isNaN(value) ? 'NaN' : typeof value;
}

/** The value is of another kind than was asked for. */
export function wrongKind(expected: string, value: unknown, words?: Words): Issue {
  const usual = `Invalid input: expected ${expected}, received ${kindOf(value)}`;
  return { code: 'invalid_type', path: [], message: sentence(words, usual), stops: true };
}
