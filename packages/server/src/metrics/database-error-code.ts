/** Those that operators look for by themselves; the others are counted by their class. */
const alone = new Set(['25006', '55P03', '57014']);
/** Classes that say something of the server, or of others at work, and not of a statement. */
const classes = new Set(['08', '40', '53', '57']);

/**
 * Under which code a failed statement is counted: SQLSTATE or its class, `connection` where the server was not reached, `other` for
 * what a statement itself is to blame for. null = an ordinary course, such as a row that is there already.
 */
export function databaseErrorCode(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return 'connection';
  if (alone.has(code)) return code;
  const kind = code.slice(0, 2);
  // Constraints are how the code asks whether something is there.
  if (kind === '23') return null;
  return classes.has(kind) ? kind : 'other';
}
