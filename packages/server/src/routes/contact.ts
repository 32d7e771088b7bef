import { endpoints, messages } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import { takeContactMessage } from '../contact/take-contact-message.ts';
import type { Context } from '../context.ts';
import { clientOf } from './client-of.ts';
import { type Authenticators, route } from './http.ts';

/** The contact form (PUB-05). */
export function contactRoutes(app: FastifyInstance, authenticators: Authenticators, context: Context): void {
  route(app, authenticators, endpoints.contact, async ({ body, request, reply }) => {
    await takeContactMessage(context, body, clientOf(request), reply);
    return { data: null, message: messages.contactSent };
  });
}
