import type { User } from '@clearframe/contract';
import type { FastifyReply } from 'fastify';
import type { SignedIn } from '../../accounts/finish-sign-in.ts';
import { endSession } from '../../accounts/sessions.ts';
import { userView } from '../../accounts/users.ts';
import type { Context } from '../../context.ts';
import { clientOf } from './client-of.ts';
import { type CookieName, dropCookies, putSession, readCookie } from './session-cookies.ts';

/**
 * Answers a sign-in that succeeded: the session's cookies, and none of those that led to it. The session that this browser had
 * before ends: its cookies are replaced, so nobody could sign it out any more (ASVS 7.2.4).
 */
export async function welcome(
  reply: FastifyReply,
  context: Context,
  { user, session }: SignedIn,
  spent: readonly CookieName[] = [],
): Promise<{ data: { user: User } }> {
  const { config, clock } = context;
  const { request } = reply;
  const before = [readCookie(request, 'access_token'), readCookie(request, 'refresh_token')];
  await endSession(
    context,
    before.filter((token) => token !== undefined),
    clientOf(request),
  );
  const jar = { reply, config, now: clock.now() };
  putSession(jar, session);
  dropCookies(jar, ['pending_registration', ...spent]);
  return { data: { user: userView(user) } };
}
