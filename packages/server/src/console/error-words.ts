/** What the queue keeps of the error that ended a job. */
export type KeptError = { name: string | null; message: string | null; code: string | null };

/** Classes whose sentences are ours, the system's or a storage's. Those of others may repeat what was read: JSON, a text, an answer. */
const shownNames: ReadonlySet<string> = new Set(['Error', 'StorageUnavailable', 'ObjectMissing']);
/** `ENOSPC`, `57P01`. */
const isCode = (code: string | null): code is string => code !== null && /^[A-Za-z0-9_]{2,40}$/.test(code);
const maxLength = 160;

/** Whatever tells one case from another, or could be a customer's: quoted words, addresses, paths, ids and long figures. */
const removed: readonly [RegExp, string][] = [
  [/"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”/g, '…'],
  [/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…'],
  [/\S+@\S+/g, '…'],
  [/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, '…'],
  [/(?:\/[\w.-]+){2,}/g, '…'],
  [/\b\w*\d{6,}\w*\b/g, '…'],
];

/**
 * One line of an error for an operator, alike for errors that are alike. It names no customer and repeats nothing of theirs. The log
 * has the whole of it.
 */
export function errorWords({ name, message, code }: KeptError): string {
  const suffix = isCode(code) ? ` (${code})` : '';
  const called = name !== null && /^\w{1,60}$/.test(name) ? name : 'Error';
  // A failed query carries its parameters.
  if (message?.startsWith('Failed query')) return `A query of the database failed${suffix}`;
  if (message === null || message === '' || !shownNames.has(called)) return `${called}${suffix}`;
  const line = removed.reduce((text, [pattern, by]) => text.replace(pattern, by), message.split('\n', 1)[0] ?? '').trim();
  const cut = line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
  return suffix === '' || cut.includes(code ?? '') ? cut : `${cut}${suffix}`;
}
