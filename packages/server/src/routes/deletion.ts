import { endpoints } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import { requireConfirmed } from '../accounts/confirm.ts';
import type { Context } from '../context.ts';
import { previewDeletion, requestDeletion, requireOwnAddress } from '../deletion/request-deletion.ts';
import { requirePerson } from '../exports/export-row.ts';
import { clientOf } from './client-of.ts';
import { type Authenticators, route } from './http.ts';
import { dropCookies, sessionCookies } from './session-cookies.ts';

/** A person deletes themself, and with them an account in which nobody else is. */
export function deletionRoutes(app: FastifyInstance, authenticators: Authenticators, context: Context): void {
  const { clock, config } = context;

  route(app, authenticators, endpoints.previewDeletion, async ({ caller }) => ({
    data: await previewDeletion(context, requirePerson(caller)),
  }));

  route(app, authenticators, endpoints.deleteMe, async ({ caller, body, request, reply }) => {
    const person = requirePerson(caller);
    await requireOwnAddress(context, person, body.confirm);
    requireConfirmed(caller, clock.now());
    await requestDeletion(context, person, clientOf(request));
    dropCookies({ reply, config, now: clock.now() }, sessionCookies);
    return { data: null, message: 'Your account is closed. Everything in it is being removed.' };
  });
}
