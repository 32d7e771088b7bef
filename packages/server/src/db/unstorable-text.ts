/** PostgreSQL's codes for text that it cannot hold: a NUL in a text column, in jsonb. */
const codes = new Set(['22021', '22P05']);

/** Half of a surrogate pair in jsonb has the code of any malformed value; only what PostgreSQL says of it tells it apart. */
const isHalfPair = (error: Error): boolean => 'detail' in error && /^Unicode (?:high|low) surrogate/.test(String(error.detail));

/** Whether a query failed only because a caller sent a NUL character, or half of a pair; the driver's error lies under `cause`. */
export function isUnstorableText(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error) || !('code' in cause) || typeof cause.code !== 'string') return false;
  return codes.has(cause.code) || isHalfPair(cause);
}
