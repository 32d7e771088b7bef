export type Level = 'ok' | 'warning' | 'fault';

/** What one check found, and where something is wrong the way to mend it. Both are sentences without a secret. */
export type Finding = { check: string; level: Level; found: string; mend: string | null };

export const ok = (check: string, found: string): Finding => ({ check, level: 'ok', found, mend: null });
/** It works, and may cost something later. */
export const warning = (check: string, found: string, mend: string): Finding => ({ check, level: 'warning', found, mend });
/** Something does not work, or a start would be refused. */
export const fault = (check: string, found: string, mend: string): Finding => ({ check, level: 'fault', found, mend });

/** What an error says: of a failed query its cause, of several addresses that were tried the first. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return wordsOf(error.errors[0]);
  if (error.cause instanceof Error && /^Failed query/.test(error.message)) return wordsOf(error.cause);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
