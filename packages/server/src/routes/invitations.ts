import { endpoints } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { declineInvitation, lookUpInvitation } from '../team/invitation-link.ts';
import { acceptInvitation, registerInvited } from '../team/join.ts';
import { clientOf } from './client-of.ts';
import { type Authenticators, route, signedIn } from './http.ts';
import { welcome } from './welcome.ts';

/** What the holder of an invitation's link can do. The link's secret comes in the body: addresses stand in logs. */
export function invitationRoutes(app: FastifyInstance, authenticators: Authenticators, context: Context): void {
  route(app, authenticators, endpoints.lookUpInvitation, async ({ body, request }) => ({
    data: { invitation: await lookUpInvitation(context, body.token, clientOf(request)) },
  }));

  route(app, authenticators, endpoints.acceptInvitation, async ({ caller, body, request }) => {
    await acceptInvitation(context, signedIn(caller), body.token, clientOf(request));
    return { data: null };
  });

  route(app, authenticators, endpoints.declineInvitation, async ({ body, request }) => {
    await declineInvitation(context, body.token, clientOf(request));
    return { data: null };
  });

  route(app, authenticators, endpoints.registerInvited, async ({ body, request, reply }) => {
    return welcome(reply, context, await registerInvited(context, body, clientOf(request)));
  });
}
