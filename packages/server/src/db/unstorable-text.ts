/** PostgreSQL's codes for text that it cannot hold: a NUL in a text column, in jsonb. */
const codes = new Set(['22021', '22P05']);

/** Whether a query failed only because a caller sent a NUL character; the driver's error lies under `cause`. */
export function isUnstorableText(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' && codes.has(cause.code);
}
