/** What the mailed link `/reset-password?token=…&email=…` holds. */
export type ResetLink = { token: string; email: string };

/** Both are needed (AUTH-14). @param held the address's query, or what the browser's history kept of it */
export function readResetLink(held: unknown): ResetLink | null {
  if (typeof held !== 'object' || held === null || !('token' in held) || !('email' in held)) return null;
  const { token, email } = held;
  return typeof token === 'string' && token !== '' && typeof email === 'string' && email !== '' ? { token, email } : null;
}
