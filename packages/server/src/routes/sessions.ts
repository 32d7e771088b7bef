import { endpoints } from '@clearframe/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { endOneSession, endSessions, listSessions } from '../accounts/devices.ts';
import { listSecurityEvents } from '../accounts/list-security-events.ts';
import type { Context } from '../context.ts';
import { clientOf } from './client-of.ts';
import { type Authenticators, route } from './http.ts';
import { dropCookies, sessionCookies } from './session-cookies.ts';

/** Where the person is signed in, and what happened (AUTH-11). */
export function sessionRoutes(app: FastifyInstance, authenticators: Authenticators, context: Context): void {
  const forget = (reply: FastifyReply) =>
    dropCookies({ reply, config: context.config, now: context.clock.now() }, sessionCookies);

  route(app, authenticators, endpoints.listSessions, async ({ caller }) => ({
    data: { sessions: await listSessions(context, caller) },
  }));

  route(app, authenticators, endpoints.endSession, async ({ caller, params, request, reply }) => {
    if (await endOneSession(context, caller, params.id, clientOf(request))) forget(reply);
    return { data: null };
  });

  route(app, authenticators, endpoints.endOtherSessions, async ({ caller, request }) => ({
    data: { ended: await endSessions(context, caller, 'others', clientOf(request)) },
  }));

  route(app, authenticators, endpoints.endAllSessions, async ({ caller, request, reply }) => {
    const ended = await endSessions(context, caller, 'all', clientOf(request));
    forget(reply);
    return { data: { ended } };
  });

  route(app, authenticators, endpoints.listSecurityEvents, async ({ caller, query }) => ({
    data: await listSecurityEvents(context, caller, query.page),
  }));
}
