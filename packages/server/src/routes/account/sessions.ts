import { endpoints } from '@clearframe/contract';
import type { FastifyReply } from 'fastify';
import { endOneSession, endSessions, listSessions } from '../../accounts/devices.ts';
import { listSecurityEvents } from '../../accounts/list-security-events.ts';
import type { Context } from '../../context.ts';
import { clientOf } from '../http/client-of.ts';
import type { Route } from '../http/route.ts';
import { dropCookies, sessionCookies } from '../http/session-cookies.ts';

/** Where the person is signed in, and what happened (AUTH-11). */
export function sessionRoutes(route: Route, context: Context): void {
  const forget = (reply: FastifyReply) =>
    dropCookies({ reply, config: context.config, now: context.clock.now() }, sessionCookies);

  route(endpoints.listSessions, async ({ caller }) => ({
    data: { sessions: await listSessions(context, caller) },
  }));

  route(endpoints.endSession, async ({ caller, params, request, reply }) => {
    if (await endOneSession(context, caller, params.id, clientOf(request))) forget(reply);
    return { data: null };
  });

  route(endpoints.endOtherSessions, async ({ caller, request }) => ({
    data: { ended: await endSessions(context, caller, 'others', clientOf(request)) },
  }));

  route(endpoints.endAllSessions, async ({ caller, request, reply }) => {
    const ended = await endSessions(context, caller, 'all', clientOf(request));
    forget(reply);
    return { data: { ended } };
  });

  route(endpoints.listSecurityEvents, async ({ caller, query }) => ({
    data: await listSecurityEvents(context, caller, query.page),
  }));
}
