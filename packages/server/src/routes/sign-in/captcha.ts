import { endpoints } from '@clearframe/contract';
import { requireLocalIfOff } from '../../captcha/check-captcha.ts';
import type { Context } from '../../context.ts';
import { clientOf } from '../http/client-of.ts';
import type { Route } from '../http/route.ts';

/** A challenge for one form (AUTH-05). */
export function captchaRoutes(route: Route, context: Context): void {
  const { captcha, config, rateLimits } = context;
  route(endpoints.captcha, async ({ query, request, reply }) => {
    await rateLimits.take('captcha-address', clientOf(request), reply);
    requireLocalIfOff(config, clientOf(request));
    return { data: await captcha.challenge(query.purpose) };
  });
}
