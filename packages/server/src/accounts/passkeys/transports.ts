const known = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
type Transport = (typeof known)[number];

/** How browsers reach the authenticator; names that a newer browser invents are left out, as they are only a hint. */
export function knownTransports(names: readonly string[]): Transport[] {
  return known.filter((transport) => names.includes(transport));
}
