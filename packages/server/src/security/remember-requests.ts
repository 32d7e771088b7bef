import type { FastifyInstance } from 'fastify';
import { traceIdOf, type WorkContext, workFor } from '../work-context.ts';

/** Later versions of the header may be longer; what they add is not known here. */
const traceparentLength = 55;

declare module 'fastify' {
  interface FastifyRequest {
    /** For whom this is done: log lines and jobs that come of it name the request. */
    work: WorkContext | null;
  }
}

/** Whatever is done for a request knows which one it is. Registered before what may log or add jobs. */
export function rememberRequests(app: FastifyInstance): void {
  app.decorateRequest('work', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const traceId = traceIdOf(traceparent);
    // One that is not well formed names no trace, and goes nowhere.
    request.work = {
      requestId: request.id,
      traceId,
      traceparent: traceId !== undefined && typeof traceparent === 'string' ? traceparent.slice(0, traceparentLength) : undefined,
    };
    workFor(request.work, done);
  });
  // A body that was read ends in an event of its connection, which belongs to no request.
  app.addHook('preValidation', (request, _reply, done) => (request.work ? workFor(request.work, done) : done()));
}
