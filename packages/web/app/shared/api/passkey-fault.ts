/** The browser's question about a passkey ended without one. `message` is for people. */
export class PasskeyFault extends Error {
  override name = 'PasskeyFault';
}
