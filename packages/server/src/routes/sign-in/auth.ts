import { AppError, endpoints, messages } from '@clearframe/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { askForReset } from '../../accounts/ask-for-reset.ts';
import { completeRegistration, verifyEmail } from '../../accounts/complete-registration.ts';
import { confirmWithPassword } from '../../accounts/confirm.ts';
import { signIn } from '../../accounts/login.ts';
import { refreshSession } from '../../accounts/refresh.ts';
import { registrationLifeMs, resendCode, startRegistration } from '../../accounts/registration.ts';
import { resetPassword } from '../../accounts/reset-password.ts';
import { endSession } from '../../accounts/sessions.ts';
import type { Context } from '../../context.ts';
import { clientOf } from '../http/client-of.ts';
import type { Route } from '../http/route.ts';
import { type CookieJar, dropCookies, putCookie, putSession, readCookie, sessionCookies } from '../http/session-cookies.ts';
import { welcome } from '../http/welcome.ts';

/**
 * A refresh changes state although it is a GET: only a script of our own pages may call it, no link and no other site.
 * Clients that are no browsers send neither header.
 * @throws AppError cross_site
 */
function refuseForeignRefresh({ headers }: FastifyRequest): void {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  if ((site !== undefined && site !== 'same-origin') || mode === 'navigate')
    throw new AppError('cross_site', { detail: `refresh by ${site} ${mode}` });
}

/** Registration, sign-in and sessions (AUTH-02 … AUTH-11). Cookies are written here and nowhere else. */
export function authRoutes(route: Route, context: Context): void {
  const { config, clock, rateLimits } = context;
  const jarOf = (reply: FastifyReply): CookieJar => ({ reply, config, now: clock.now() });

  route(endpoints.register, async ({ body, request, reply }) => {
    const cookie = await startRegistration(context, body, clientOf(request), reply);
    const jar = jarOf(reply);
    putCookie(jar, 'pending_registration', { token: cookie, expiresAt: new Date(jar.now.getTime() + registrationLifeMs) });
    return { data: null, message: 'We sent a verification code to your email address.' };
  });

  route(endpoints.resendCode, async ({ request }) => {
    await resendCode(context, readCookie(request, 'pending_registration'));
    return { data: null, message: 'We sent a new verification code. The old one no longer works.' };
  });

  route(endpoints.completeRegistration, async ({ body, request, reply }) => {
    const proof = { cookie: readCookie(request, 'pending_registration'), code: body.verification_token };
    return welcome(reply, context, await completeRegistration(context, proof, clientOf(request)));
  });

  route(endpoints.verifyEmail, async ({ body, request, reply }) => {
    const proof = { cookie: readCookie(request, 'pending_registration'), token: body.token };
    return welcome(reply, context, await verifyEmail(context, proof, clientOf(request)));
  });

  route(endpoints.login, async ({ body, request, reply }) => {
    const done = await signIn(context, body, clientOf(request), reply);
    if (done.user) return welcome(reply, context, done);
    putCookie(jarOf(reply), 'two_step', done.challenge);
    const expiresAt = done.challenge.expiresAt.toISOString();
    return { data: { user: null, two_step: { methods: done.methods, expiresAt } } };
  });

  route(endpoints.forgotPassword, async ({ body, request, reply }) => {
    await askForReset(context, body, clientOf(request), reply);
    return { data: null, message: messages.resetMailed };
  });

  route(endpoints.resetPassword, async ({ body, request, reply }) => {
    putCookie(jarOf(reply), 'known_device', await resetPassword(context, body, clientOf(request), reply));
    return { data: null, message: 'Your password has changed. Sign in.' };
  });

  route(endpoints.confirm, async ({ caller, body, request }) => {
    await confirmWithPassword(context, caller, body.password, clientOf(request));
    return { data: null };
  });

  for (const method of [endpoints.refresh.method, 'POST'] as const) {
    route({ ...endpoints.refresh, method }, async ({ request, reply }) => {
      refuseForeignRefresh(request);
      await rateLimits.take('refresh-address', clientOf(request));
      try {
        putSession(jarOf(reply), await refreshSession(context, readCookie(request, 'refresh_token'), clientOf(request)));
      } catch (error) {
        if (error instanceof AppError && error.status === 401) dropCookies(jarOf(reply), sessionCookies);
        throw error;
      }
      return { data: null };
    });
  }

  route(endpoints.logout, async ({ request, reply }) => {
    // First the cookies: even when the database cannot be asked, this browser is signed out.
    dropCookies(jarOf(reply), sessionCookies);
    // Pictures stay in the browser's cache for as long as their addresses are good (ASVS 14.3.1). Not "cookies" or "storage":
    // a registration that waits for its code and the chosen theme are no part of this session.
    reply.header('clear-site-data', '"cache"');
    const tokens = [readCookie(request, 'access_token'), readCookie(request, 'refresh_token')];
    await endSession(
      context,
      tokens.filter((token) => token !== undefined),
      clientOf(request),
    );
    return { data: null };
  });
}
