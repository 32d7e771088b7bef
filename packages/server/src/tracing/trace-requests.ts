import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { traceIdOf } from '../work-context.ts';
import { openSpan } from './in-span.ts';

/** Streams last as long as a page is open. */
const untraced = new Set(['/api/events']);

/** Each call of the API is a span, named by its route. Registered after what gives requests their work. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  const end = (request: FastifyRequest, status: number | null): void => {
    const span = spans.get(request);
    if (!span) return;
    spans.delete(request);
    if (status !== null) span.setAttribute('http.response.status_code', status);
    if (status === null || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.is404 ? undefined : request.routeOptions.url;
    if (!request.work || !route?.startsWith('/api/') || untraced.has(route)) return done();
    const { method } = request;
    const attributes = { 'http.request.method': method, 'http.route': route, 'clearframe.request_id': request.id };
    const opened = openSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes, parent: request.work.traceparent });
    if (opened) {
      spans.set(request, opened.span);
      request.work.traceparent = opened.traceparent;
      request.work.traceId = traceIdOf(opened.traceparent);
    }
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    end(request, reply.statusCode);
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    end(request, null);
    done();
  });
}
