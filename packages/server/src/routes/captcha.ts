import { endpoints } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { addressBlock } from '../security/client-address.ts';
import { type Authenticators, route } from './http.ts';

/** A challenge for one form (AUTH-05). */
export function captchaRoutes(app: FastifyInstance, authenticators: Authenticators, { captcha, rateLimits }: Context): void {
  route(app, authenticators, endpoints.captcha, async ({ query, request, reply }) => {
    await rateLimits.take('captcha-address', addressBlock(request.ip), reply);
    return { data: await captcha.challenge(query.purpose) };
  });
}
