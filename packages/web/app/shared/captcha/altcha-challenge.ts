/** The part of an ALTCHA v2 challenge that the form itself reads; the worker and the server read the rest. */
export type AltchaChallenge = { parameters: { algorithm: string; data: { expiresAt: number } }; signature: string };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The challenge when it is one that the worker can solve, else null. */
export function readChallenge(value: unknown): AltchaChallenge | null {
  if (!isRecord(value) || !isRecord(value.parameters) || typeof value.signature !== 'string') return null;
  const { algorithm, data } = value.parameters;
  if (typeof algorithm !== 'string' || !algorithm.startsWith('PBKDF2/')) return null;
  if (!isRecord(data) || typeof data.expiresAt !== 'number') return null;
  return {
    parameters: { ...value.parameters, algorithm, data: { ...data, expiresAt: data.expiresAt } },
    signature: value.signature,
  };
}

/** A new challenge is asked for this long before the old one ends, so that a form never sends an expired answer. */
const MARGIN_MS = 10_000;
/** Bounds for clocks that differ from the server's: never a loop of solving, never a wait beyond what a timer can hold. */
const MIN_USE_MS = 60_000;
const MAX_USE_MS = 600_000;

/** How long the answer to this challenge may still be used, in ms. `now` in ms since 1970. */
export function usableMs(challenge: AltchaChallenge, now: number): number {
  const { expiresAt } = challenge.parameters.data;
  return Math.min(MAX_USE_MS, Math.max(MIN_USE_MS, expiresAt * 1_000 - now - MARGIN_MS));
}

/** What the form sends as `recaptchaToken`: the challenge with its solution as base64 of JSON (ALTCHA v2 payload). */
export function captchaToken(challenge: AltchaChallenge, solution: object): string {
  return btoa(JSON.stringify({ challenge, solution }));
}
