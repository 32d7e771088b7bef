import { Socket } from 'node:net';
import { endpoints, limits } from '@clearframe/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseConnection } from './malformed-requests.ts';
import { isTooSlow, LOOK_MS, paceClock } from './pace-clock.ts';

type Arrival = { request: FastifyRequest; reply: FastifyReply; since: number; lookedAt: number; lookedBytes: number };

/** A JSON body, or what is left to read of an upload that is answered already. */
const BODY_MS = 120_000;

/** Where a known account sends files: those may take as long as they get on. */
const uploads = new Set([
  ...Object.values(endpoints).flatMap((one) =>
    'body' in one && typeof one.body === 'string' && one.access !== 'public' ? `/api${one.path}` : [],
  ),
  ...['/api/v1/tus', '/api/v1/tus/:id', '/api/check/:secret'],
]);

/**
 * Ends connections whose body does not arrive, with 408. A file may take up to {@link limits.uploadArrivalMs}, which Node's own
 * limit ends, as long as it comes faster than nobody would send one: whoever holds connections open without sending is let go.
 */
export function keepBodyPace(app: FastifyInstance, { now, repeat } = paceClock): void {
  const arriving = new Set<Arrival>();

  function isLate({ request, reply, since, lookedAt, lookedBytes }: Arrival, at: number): boolean {
    const mayTakeLong = uploads.has(request.routeOptions.url ?? '') && !reply.raw.writableEnded;
    if (!mayTakeLong) return at - since >= BODY_MS;
    return at - lookedAt >= LOOK_MS && isTooSlow(request.raw.socket.bytesRead - lookedBytes, at - lookedAt);
  }

  function look(): void {
    const at = now();
    for (const one of arriving) {
      const { raw } = one.request;
      if (raw.complete || raw.destroyed) arriving.delete(one);
      else if (isLate(one, at)) {
        arriving.delete(one);
        // A second answer would be read as that of the next request.
        if (one.reply.raw.headersSent) raw.socket.destroy();
        else refuseConnection({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket);
      } else if (at - one.lookedAt >= LOOK_MS) Object.assign(one, { lookedAt: at, lookedBytes: raw.socket.bytesRead });
    }
  }

  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
    // A request that a program injects has no connection to end.
    if (!(raw.socket instanceof Socket)) return;
    const at = now();
    const one = { request, reply, since: at, lookedAt: at, lookedBytes: raw.socket.bytesRead };
    arriving.add(one);
    const leave = () => arriving.delete(one);
    raw.once('end', leave);
    raw.once('close', leave);
  });
  const stop = repeat(look);
  app.addHook('onClose', async () => stop());
}
