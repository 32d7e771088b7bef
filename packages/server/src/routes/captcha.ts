import { endpoints } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import { requireLocalIfOff } from '../captcha/check-captcha.ts';
import type { Context } from '../context.ts';
import { clientOf } from './client-of.ts';
import { type Authenticators, route } from './http.ts';

/** A challenge for one form (AUTH-05). */
export function captchaRoutes(app: FastifyInstance, authenticators: Authenticators, context: Context): void {
  const { captcha, config, rateLimits } = context;
  route(app, authenticators, endpoints.captcha, async ({ query, request, reply }) => {
    await rateLimits.take('captcha-address', clientOf(request), reply);
    requireLocalIfOff(config, clientOf(request));
    return { data: await captcha.challenge(query.purpose) };
  });
}
