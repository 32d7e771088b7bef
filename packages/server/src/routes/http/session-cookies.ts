import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IssuedToken } from '../../accounts/issued-token.ts';
import type { Config } from '../../config.ts';

/** Names and attributes are a contract with the pages (acceptance AUTH-08): only `logged_in` can be read by scripts. */
const attributes = {
  access_token: { path: '/', httpOnly: true, sameSite: 'lax' },
  refresh_token: { path: '/api/auth', httpOnly: true, sameSite: 'strict' },
  logged_in: { path: '/', httpOnly: false, sameSite: 'lax' },
  two_step: { path: '/api/auth', httpOnly: true, sameSite: 'strict' },
  passkey_challenge: { path: '/api', httpOnly: true, sameSite: 'strict' },
  known_device: { path: '/api', httpOnly: true, sameSite: 'strict' },
  pending_registration: { path: '/', httpOnly: true, sameSite: 'strict' },
} as const satisfies Record<string, CookieSerializeOptions>;

export type CookieName = keyof typeof attributes;
const isCookieName = (name: string): name is CookieName => name in attributes;
/** Every cookie that the server sets. */
export const cookieNames: readonly CookieName[] = Object.keys(attributes).filter(isCookieName);

/** Where cookies are written: the reply, the address that decides `Secure`, and the time that lives are counted from. */
export type CookieJar = { reply: FastifyReply; config: Config; now: Date };

const isSecure = ({ config }: CookieJar) => config.publicUrl.startsWith('https:');

/** Sets a cookie that lives as long as what it holds. */
export function putCookie(jar: CookieJar, name: CookieName, { token, expiresAt }: IssuedToken): void {
  const maxAge = Math.max(0, Math.floor((expiresAt.getTime() - jar.now.getTime()) / 1000));
  jar.reply.setCookie(name, token, { ...attributes[name], secure: isSecure(jar), maxAge });
}

/** Takes cookies back. */
export function dropCookies(jar: CookieJar, names: readonly CookieName[]): void {
  for (const name of names) jar.reply.clearCookie(name, { ...attributes[name], secure: isSecure(jar) });
}

type Issued = { access: IssuedToken; refresh: IssuedToken | null; device?: IssuedToken };

/** Access token, when there is one refresh token with its readable flag, and after a sign-in what the browser is known by. */
export function putSession(jar: CookieJar, { access, refresh, device }: Issued): void {
  putCookie(jar, 'access_token', access);
  if (device) putCookie(jar, 'known_device', device);
  if (!refresh) return;
  putCookie(jar, 'refresh_token', refresh);
  putCookie(jar, 'logged_in', { token: 'true', expiresAt: refresh.expiresAt });
}

export const sessionCookies: readonly CookieName[] = ['access_token', 'refresh_token', 'logged_in'];

/** The value that the browser sent, undefined when there is none. */
export function readCookie(request: FastifyRequest, name: CookieName): string | undefined {
  return request.cookies[name] || undefined;
}
