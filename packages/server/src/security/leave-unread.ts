import { limits } from '@clearframe/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** More than all texts of a form and what multipart writes around them. */
export const FORM_BYTES = 1_048_576;

/** How long a caller who is still sending has to read the answer. */
const LINGER_MS = 5_000;

/**
 * Answers a body that is too large without reading the rest of it, and ends the connection (RFC 9112 §9.6). Closed at once, with bytes
 * unread, it would be reset, and a caller who is still sending would often see that in the place of the answer: our side is closed
 * after the answer, and the whole connection a little later.
 */
export function leaveUnread({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return;
  reply.header('connection', 'close');
  raw.unpipe();
  // Node empties a body that nobody began to read; this begins it, and reads no further than what is buffered.
  raw.read(0);
  raw.pause();
  const { socket } = raw;
  // What Node calls after an answer with `Connection: close`.
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => clearTimeout(timer));
  };
}

/** `Expect: 100-continue` is asked by who waits with a large body: what no door takes is refused before it is sent. */
export function continueWhatFits(app: FastifyInstance): void {
  app.server.on('checkContinue', (request, response) => {
    if (!(Number(request.headers['content-length']) > limits.apiUploadMaxBytes + FORM_BYTES)) response.writeContinue();
    app.routing(request, response);
  });
}
