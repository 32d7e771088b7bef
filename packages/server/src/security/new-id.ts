import crypto from 'node:crypto';

/** A UUID of version 7 (RFC 9562): 48 bits of the time in ms, the rest by chance. */
export function uuidV7(): string {
  const bytes = crypto.randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const ofNode: unknown = Reflect.get(crypto, 'randomUUIDv7');

/**
 * An id that no other process has, of rows and of requests: Node's own where it makes them, else ours. Ids of one moment lie together in
 * every index, and a row's id says when it was made. 74 bits are by chance: enough to be unique, and not to be guessed over a network.
 * What opens a door by itself is no id but a token (`tokens.ts`).
 */
export const newId = (): string => (typeof ofNode === 'function' ? String(ofNode.call(crypto)) : uuidV7());
