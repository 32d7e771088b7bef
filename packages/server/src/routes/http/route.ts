import { AppError, type Endpoint, mayUse, type Role, roleMay, type TokenScope } from '@clearframe/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { writeShared } from './answer-writer.ts';

/** Who asks, after the cookie or the bearer token was checked. */
export type Caller = {
  accountId: string;
  /** The signed-in person; null for a bearer token. */
  userId: string | null;
  role: Role;
  sessionId: string | null;
  /** The API token that was borne; null for a session. */
  accessToken: { id: string; name: string; scopes: readonly TokenScope[] } | null;
  /** When they last proved who they are; null for a bearer token. */
  confirmedAt: Date | null;
};

export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>;
/** How each kind of access is proved; made in app.ts from the accounts room. @throws AppError 401 */
export type Authenticators = {
  session: Authenticate;
  token: Authenticate;
  /** Of a person with a session: that they run the installation. @throws AppError not_found, two_step_needed */
  operator: (caller: Caller) => Promise<void>;
  /** Whether it bears the token of the installation's monitor. */
  monitor: (request: FastifyRequest) => boolean;
};

type Output<E extends Endpoint> = z.input<E['data']>;
type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

export type Call<E extends Endpoint> = {
  caller: E['access'] extends 'public' ? null : Caller;
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** 202 only where the reference says so. */
type SuccessStatus<E extends Endpoint> = E extends { later: true } | { keyed: true } | { body: 'multipart' } ? 200 | 202 : 200;
/** A handler gives `data`, and a message or another success status when it has one. */
type Handled<E extends Endpoint> =
  | { data: Output<E>; message?: string; status?: SuccessStatus<E>; isShared?: false }
  /** Others get the same object, which nobody changes: it is written once. */
  | { data: Output<E> & object; message?: never; status?: never; isShared: true };

/** The answer that every success has (ARCHITECTURE.md, contracts). */
function envelope<T extends z.ZodType>(data: T) {
  return z.object({ status: z.literal('success'), data, message: z.string().optional() });
}

/** Gives the reply, as a handler does that has sent its answer; the types of a route know answers alone. */
const sendWritten: (reply: FastifyReply, answer: Buffer) => void = (reply, answer) =>
  reply.type('application/json; charset=utf-8').send(answer);

/** Registers one endpoint of the contract under /api: validation, access and the envelope come from the table. */
export type Route = <const E extends Endpoint>(endpoint: E, handler: (call: Call<E>) => Promise<Handled<E>>) => void;

/** {@link Route} of one server and its ways to prove who asks. */
export function createRoute(app: FastifyInstance, authenticators: Authenticators): Route {
  return (endpoint, handler) => register(app, authenticators, endpoint, handler);
}

function register<const E extends Endpoint>(
  app: FastifyInstance,
  authenticators: Authenticators,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Handled<E>>,
): void {
  const answer = envelope(endpoint.data);
  const shared = writeShared({ schema: answer, method: endpoint.method, url: endpoint.path, httpStatus: '200' });
  // Where every field may be left out, so may the body: `POST /media/{id}/pass` of the specification sends none.
  const mayBeEmpty = endpoint.body instanceof z.ZodType && endpoint.body.safeParse({}).success;
  app.withTypeProvider<ZodTypeProvider>().route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    schema: {
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body && typeof endpoint.body !== 'string' ? { body: endpoint.body } : {}),
      response: { 200: answer, 202: answer },
    },
    // Access is proved before validation, so that a stranger learns nothing about what a body should hold.
    preValidation: async (request, reply) => {
      if (mayBeEmpty && request.body === undefined) {
        // A form is no body that was left out.
        if (request.headers['content-type'] !== undefined) throw new AppError('unsupported_type');
        request.body = {};
      }
      if (endpoint.access === 'public') return;
      if (endpoint.access === 'session' && endpoint.monitor && authenticators.monitor(request)) return;
      const caller = admit(endpoint, await authenticators[endpoint.access](request, reply));
      if (endpoint.access === 'session' && endpoint.operator) await authenticators.operator(caller);
      callers.set(request, caller);
    },
    handler: async (request, reply) => {
      const handled = await handler({
        caller: callers.get(request) ?? null,
        params: request.params,
        query: request.query,
        body: request.body,
        request,
        reply,
      } as Call<E>);
      reply.code(handled.status ?? 200).header('cache-control', 'no-store');
      if (handled.isShared) return sendWritten(reply, shared({ status: 'success', data: handled.data }));
      return { status: 'success' as const, data: handled.data, ...(handled.message ? { message: handled.message } : {}) };
    },
  });
}

/** @throws AppError role_insufficient, scope_missing when the contract's table does not allow the call to the caller */
function admit(endpoint: Endpoint, caller: Caller): Caller {
  if (endpoint.access === 'session' && !roleMay(caller.role, endpoint.action))
    throw new AppError('role_insufficient', { detail: `${caller.role} may not ${endpoint.action}` });
  if (endpoint.access === 'token' && !mayUse(caller.accessToken?.scopes ?? [], endpoint.scope))
    throw new AppError('scope_missing', { message: `This API token does not have the scope ${endpoint.scope}` });
  return caller;
}

/** The person and session behind a caller with a cookie. @throws AppError unauthenticated for a bearer token */
export function signedIn({ accountId, userId, sessionId }: Caller): { accountId: string; userId: string; sessionId: string } {
  if (userId === null || sessionId === null) throw new AppError('unauthenticated');
  return { accountId, userId, sessionId };
}

const callers = new WeakMap<FastifyRequest, Caller>();
