import { endpoints } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { declineInvitation, lookUpInvitation } from '../../team/invitation-link.ts';
import { acceptInvitation, registerInvited } from '../../team/join.ts';
import { clientOf } from '../http/client-of.ts';
import { type Route, signedIn } from '../http/route.ts';
import { welcome } from '../http/welcome.ts';

/** What the holder of an invitation's link can do. The link's secret comes in the body: addresses stand in logs. */
export function invitationRoutes(route: Route, context: Context): void {
  route(endpoints.lookUpInvitation, async ({ body, request }) => ({
    data: { invitation: await lookUpInvitation(context, body.token, clientOf(request)) },
  }));

  route(endpoints.acceptInvitation, async ({ caller, body, request }) => {
    await acceptInvitation(context, signedIn(caller), body.token, clientOf(request));
    return { data: null };
  });

  route(endpoints.declineInvitation, async ({ body, request }) => {
    await declineInvitation(context, body.token, clientOf(request));
    return { data: null };
  });

  route(endpoints.registerInvited, async ({ body, request, reply }) => {
    return welcome(reply, context, await registerInvited(context, body, clientOf(request)));
  });
}
