import { passkeyTransports } from '@clearframe/contract';
import type { PasskeyRow } from './passkeys.ts';

/** How browsers reach the authenticator; names that a newer browser invents are left out, as they are only a hint. */
export function knownTransports(names: readonly string[]) {
  return passkeyTransports.filter((transport) => names.includes(transport));
}

/** A registered passkey as the browser is told of it. */
export function knownCredential({ credentialId, transports }: PasskeyRow) {
  return { id: credentialId, type: 'public-key' as const, transports: knownTransports(transports) };
}

/** A person as authenticators know them: the 16 bytes of the id, base64url. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}
