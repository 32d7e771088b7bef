import type { User } from '@clearframe/contract';
import type { FastifyReply } from 'fastify';
import type { SignedIn } from '../accounts/finish-sign-in.ts';
import { userView } from '../accounts/users.ts';
import type { Context } from '../context.ts';
import { type CookieName, dropCookies, putSession } from './session-cookies.ts';

/** Answers a sign-in that succeeded: the session's cookies, and none of those that led to it. */
export function welcome(
  reply: FastifyReply,
  { config, clock }: Context,
  { user, session }: SignedIn,
  spent: readonly CookieName[] = [],
): { data: { user: User } } {
  const jar = { reply, config, now: clock.now() };
  putSession(jar, session);
  dropCookies(jar, ['pending_registration', ...spent]);
  return { data: { user: userView(user) } };
}
