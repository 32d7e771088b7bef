import { AppError, type ErrorAnswer, type ErrorCode, limits, toldErrorCodes } from '@clearframe/contract';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Context } from './context.ts';
import { registerDoors } from './doors/index.ts';
import { measureRequests } from './metrics/measure-requests.ts';
import { sourceAdvice } from './payments/source-advice.ts';
import { writeAnswers } from './routes/http/answer-writer.ts';
import { registerRoutes } from './routes/index.ts';
import { keepBodyPace } from './security/body-pace.ts';
import { refuseCrossSite } from './security/cross-site.ts';
import { securityHeaders } from './security/headers.ts';
import { refuseDeepJson } from './security/json-depth.ts';
import { continueWhatFits, leaveUnread } from './security/leave-unread.ts';
import { decideLocal } from './security/local-only.ts';
import { ignoreExpectations, refuseConnection, refuseEncodedBody, requireHost } from './security/malformed-requests.ts';
import { rememberRequests } from './security/remember-requests.ts';
import { requestIdOf } from './security/request-id.ts';
import { toAppError } from './security/to-app-error.ts';
import { traceRequests } from './tracing/trace-requests.ts';

/** Programs read the status and the sentence: theirs is the bare envelope, without a code. */
const isForPrograms = (route: string | undefined): boolean => route?.startsWith('/api/v1/') ?? false;

/** Sends the one error envelope (acceptance API-05). @param route address of the route, where one was found */
export function sendError(reply: FastifyReply, error: AppError, route?: string): FastifyReply {
  const answer: ErrorAnswer = {
    status: 'error',
    message: error.message,
    data: null,
    ...(toldErrorCodes.includes(error.code) && !isForPrograms(route) ? { code: error.code } : {}),
    ...(error.errors ? { errors: error.errors } : {}),
  };
  if (error.headers) reply.headers(error.headers);
  if (error.retryAfterMs !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(error.retryAfterMs / 1000))));
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(answer);
}

/** What no page of ours asks for: somebody tries what they may not do (ASVS 16.3.2). */
const loggedRefusals: ReadonlySet<ErrorCode> = new Set(['role_insufficient', 'cross_site', 'local_only']);

/** The HTTP server with every route, not yet listening. @param pages folder of the built pages; default: our own */
export async function createApp(context: Context, pages?: string): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: context.config.trustProxy.length > 0 ? context.config.trustProxy : false,
    bodyLimit: limits.jsonBodyMaxBytes,
    routerOptions: { maxParamLength: 2_295 },
    // Fastify's own answer is no envelope; ours is below.
    return503OnClosing: false,
    requestTimeout: limits.uploadArrivalMs,
    genReqId: ({ headers }) => requestIdOf(headers),
    clientErrorHandler: refuseConnection,
    http: { requireHostHeader: false },
    frameworkErrors(error, request, reply) {
      // No hook runs for an address that cannot be read.
      reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
      sendError(reply as FastifyReply, toAppError(error));
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(writeAnswers);
  // JSON and multipart only: a form of another site cannot send the first without asking, and text is no API.
  app.removeContentTypeParser('text/plain');
  rememberRequests(app);
  traceRequests(app);
  let isClosing = false;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (isClosing) throw new AppError('stopping');
  });
  measureRequests(app, context.metrics);
  decideLocal(app, context.config);
  app.addHook('onRequest', requireHost);
  app.addHook('onRequest', refuseEncodedBody);
  ignoreExpectations(app);
  continueWhatFits(app);
  keepBodyPace(app);
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    // A connection that is answered while the server stops would else stay open, and the server with it, for its keep-alive time.
    if (isClosing) reply.header('connection', 'close');
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = toAppError(error);
    const told = { code: known.code, durationMs: Math.round(reply.elapsedTime) };
    if (known.status >= 500) request.log.error({ ...told, err: error, url: request.routeOptions.url }, 'request failed');
    else if (loggedRefusals.has(known.code))
      request.log.warn({ ...told, detail: known.detail, route: request.routeOptions.url, ip: request.ip }, 'request refused');
    else request.log.debug({ ...told, detail: known.detail }, 'request refused');
    if (known.status === 413) leaveUnread(request, reply);
    return sendError(reply, known, request.routeOptions.url);
  });
  await app.register(cookie);
  await app.register(securityHeaders, { config: context.config });
  app.addHook('onRequest', refuseCrossSite(context.config));
  app.addHook('preValidation', refuseDeepJson);
  if (!context.config.localMode && context.config.publicUrl.startsWith('http:'))
    context.log.warn('PUBLIC_URL is plain http: browsers refuse the captcha there and send cookies in the clear. Use https.');
  const advice = sourceAdvice(context.config);
  if (advice !== null) context.log.warn(advice);
  await registerRoutes(app, context, pages);
  await registerDoors(app, context);
  return app;
}
