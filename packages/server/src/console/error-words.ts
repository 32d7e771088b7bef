/** What the queue keeps of the error that ended a job. */
export type KeptError = { name: string | null; message: string | null; code: string | null };

/**
 * Classes whose sentences are ours, the system's or a storage's; that of a mail fault is made without an address. Those of others may
 * repeat what was read: JSON, a text, an answer.
 */
const shownNames: ReadonlySet<string> = new Set(['Error', 'MailFault', 'ObjectMissing', 'StorageUnavailable']);
/** `ENOSPC`, `57P01`. */
const isCode = (code: string | null): code is string => code !== null && /^[A-Za-z0-9_]{2,40}$/.test(code);
const maxLength = 160;
/** Of a longer sentence no more is looked at: it is somebody's text. */
export const readLength = 2_000;

/** With a server's part, or somebody's: the whole word is removed. */
const isAddress = (word: string): boolean => /\S@\S|:\/\//.test(word);

/**
 * Whatever tells one case from another, or could be a customer's: quoted words, addresses, paths, ids and long figures. A quotation that
 * does not end goes on to the end, and an apostrophe within a word begins or ends none. Each takes time by the length alone.
 */
const removed: readonly [RegExp, (found: string) => string][] = [
  [/"[^"]*(?:"|$)|`[^`]*(?:`|$)|“[^”]*(?:”|$)|(?<!\w)'(?:[^']|'(?=\w))*(?:'|$)/g, () => '…'],
  [/\S+/g, (word) => (isAddress(word) ? '…' : word)],
  [/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, () => '…'],
  [/(?:\/[\w.-]+){2,}/g, () => '…'],
  [/\b\w*\d{6,}\w*\b/g, () => '…'],
];

/** A word that is cut looks no more like an address: it goes. */
function startOf(message: string): string {
  if (message.length < readLength) return message;
  const start = message.slice(0, readLength);
  return start.slice(0, Math.max(0, start.lastIndexOf(' '), start.lastIndexOf('\n')));
}

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
  const scrubbed = removed.reduce((text, [pattern, by]) => text.replace(pattern, by), startOf(message));
  const line = (scrubbed.trim().split('\n', 1)[0] ?? '').trim();
  if (line === '') return `${called}${suffix}`;
  const cut = line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
  return suffix === '' || cut.includes(code ?? '') ? cut : `${cut}${suffix}`;
}
