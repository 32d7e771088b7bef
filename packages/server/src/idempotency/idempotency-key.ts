import { AppError, limits } from '@clearframe/contract';
import type { FastifyRequest } from 'fastify';

const printable = /^[\x20-\x7e]+$/;
/** A quoted string of the header grammar (RFC 8941 §3.3.3), as the draft of the header writes it. */
const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/**
 * The Idempotency-Key of a request, raw or quoted; null when it has none.
 * @throws AppError validation_failed when it is empty, longer than 255 characters or not printable ASCII
 */
export function idempotencyKeyOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  const text = Array.isArray(header) ? header.join(', ') : header;
  const key = quoted.exec(text)?.[1]?.replace(/\\(["\\])/g, '$1') ?? text;
  if (printable.test(key) && key.trim() !== '' && key.length <= limits.idempotencyKeyMaxLength) return key;
  const message = `The Idempotency-Key must have 1 to ${limits.idempotencyKeyMaxLength} printable characters`;
  throw new AppError('validation_failed', { message, errors: [{ path: 'Idempotency-Key', message }] });
}
