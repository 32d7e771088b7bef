/** Why this page cannot use passkeys; null when it can. */
export type PasskeyObstacle = 'insecure' | 'number' | 'browser' | null;

type Place = { secure: boolean; supported: boolean; hostname: string };

/** Passkeys belong to a name: browsers know none for an address of digits, and none over plain http but on localhost. */
export function obstacleOf({ secure, supported, hostname }: Place): PasskeyObstacle {
  if (!secure) return 'insecure';
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return 'number';
  return supported ? null : 'browser';
}

/** Of this very page. */
export function passkeyObstacle(): PasskeyObstacle {
  return obstacleOf({
    secure: window.isSecureContext,
    supported: typeof window.PublicKeyCredential === 'function',
    hostname: window.location.hostname,
  });
}

/** What to do about it, in a sentence. */
export const obstacleWords: Record<Exclude<PasskeyObstacle, null>, string> = {
  insecure: 'Passkeys need https. Ask the operator of this server for an https address.',
  number: 'Passkeys need a host name, and this address is a number. Open Clearframe by its name, such as localhost.',
  browser: 'This browser has no passkeys. Use a current browser.',
};
