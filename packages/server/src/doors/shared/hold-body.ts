import { AppError } from '@clearframe/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Of all bodies that a process has in memory at once. Their pictures wait there until they are judged. */
const heldMaxBytes = 256 * 1_048_576;
let heldBytes = 0;

/**
 * For `onRequest` of a door whose pictures come inside of a body that is read whole. What a request may send counts until it is answered or
 * its connection is gone, so that many at once cannot use up the memory of the process.
 * @param mostBytes what is read of a body whose size is not told
 * @throws AppError busy: the caller tries again
 */
export function holdBody(request: FastifyRequest, reply: FastifyReply, mostBytes: number): void {
  // Its caller left while the token was looked up: nothing would ever tell that these bytes are free again.
  if (reply.raw.closed) throw new AppError('busy', { detail: 'the connection is gone' });
  const { 'content-length': told, 'transfer-encoding': coding } = request.headers;
  const bytes = coding === undefined ? Math.min(Number(told ?? 0), mostBytes) : mostBytes;
  if (heldBytes + bytes > heldMaxBytes) throw new AppError('busy', { detail: `bodies of ${heldBytes} bytes are in memory` });
  heldBytes += bytes;
  reply.raw.once('close', () => {
    heldBytes -= bytes;
  });
}
