import { endpoints, messages } from '@clearframe/contract';
import { takeContactMessage } from '../../contact/take-contact-message.ts';
import type { Context } from '../../context.ts';
import { clientOf } from '../http/client-of.ts';
import type { Route } from '../http/route.ts';

/** The contact form (PUB-05). */
export function contactRoutes(route: Route, context: Context): void {
  route(endpoints.contact, async ({ body, request, reply }) => {
    await takeContactMessage(context, body, clientOf(request), reply);
    return { data: null, message: messages.contactSent };
  });
}
