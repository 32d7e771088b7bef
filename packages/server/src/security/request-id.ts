import crypto from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const wellFormed = /^[A-Za-z0-9._-]{1,128}$/;

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

/** An id that no other process has: Node's own where it makes them, else ours. */
export const madeRequestId = (): string => (typeof ofNode === 'function' ? String(ofNode.call(crypto)) : uuidV7());

/** The caller's `X-Request-Id` where it is well formed, so that one id leads through the logs of several systems; else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && wellFormed.test(given) ? given : madeRequestId();
}
