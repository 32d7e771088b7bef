import type { Duplex } from 'node:stream';
import { AppError, type ErrorCode, errorTable } from '@clearframe/contract';
import type { ConnectionError, FastifyInstance, FastifyRequest } from 'fastify';
import { newId } from './new-id.ts';

/** Node's names for what it refuses by itself; whatever else it cannot read is malformed. */
const codes: Partial<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Node's own refusals (malformed, huge headers, too slow) never reach a route: they answer the envelope too (API-05). */
export function refuseConnection(error: Pick<ConnectionError, 'code'>, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const { status, message } = errorTable[codes[error.code] ?? 'malformed_request'];
  const body = JSON.stringify({ status: 'error', message, data: null });
  const head = [
    `HTTP/1.1 ${status} Error`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${newId()}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  // Destroyed when it is written: a stranger who never closes their side would else keep the connection for ever.
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** Node's check is switched off, because its answer is empty. @throws AppError malformed_request */
export async function requireHost({ raw }: FastifyRequest): Promise<void> {
  if (raw.httpVersion === '1.1' && raw.headers.host === undefined)
    throw new AppError('malformed_request', { detail: 'no Host header' });
}

/**
 * A compressed body would be read as what it is not, and one that is unpacked could be a bomb: none is taken.
 * @throws AppError unsupported_encoding, which says what is taken (RFC 9110 §15.5.16)
 */
export async function refuseEncodedBody({ headers }: FastifyRequest): Promise<void> {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding !== '' && coding !== 'identity')
    throw new AppError('unsupported_encoding', { detail: 'Content-Encoding', headers: { 'accept-encoding': 'identity' } });
}

/** An `Expect` that nobody knows is passed over (RFC 9110 §10.1.1 leaves that open): Node's own answer to it is empty. */
export function ignoreExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
}
