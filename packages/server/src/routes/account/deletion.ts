import { endpoints } from '@clearframe/contract';
import { requireConfirmed } from '../../accounts/confirm.ts';
import type { Context } from '../../context.ts';
import { previewDeletion, requestDeletion, requireOwnAddress } from '../../deletion/request-deletion.ts';
import { requirePerson } from '../../exports/export-row.ts';
import { clientOf } from '../http/client-of.ts';
import type { Route } from '../http/route.ts';
import { dropCookies, sessionCookies } from '../http/session-cookies.ts';

/** A person deletes themself, and with them an account in which nobody else is. */
export function deletionRoutes(route: Route, context: Context): void {
  const { clock, config } = context;

  route(endpoints.previewDeletion, async ({ caller }) => ({
    data: await previewDeletion(context, requirePerson(caller)),
  }));

  route(endpoints.deleteMe, async ({ caller, body, request, reply }) => {
    const person = requirePerson(caller);
    await requireOwnAddress(context, person, body.confirm);
    requireConfirmed(caller, clock.now());
    await requestDeletion(context, person, clientOf(request));
    dropCookies({ reply, config, now: clock.now() }, sessionCookies);
    return { data: null, message: 'Your account is closed. We are removing everything in it.' };
  });
}
