import { endpoints } from '@clearframe/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireConfirmed } from '../../accounts/confirm.ts';
import { requestPasskey } from '../../accounts/passkeys/check-passkey.ts';
import { confirmWithPasskey, signInWithPasskey } from '../../accounts/passkeys/passkey-sign-in.ts';
import { passkeysOf, passkeyView, removePasskey, renamePasskey } from '../../accounts/passkeys/passkeys.ts';
import { type Asked, addPasskey, startPasskey } from '../../accounts/passkeys/register-passkey.ts';
import { relyingParty } from '../../accounts/passkeys/relying-party.ts';
import type { Context } from '../../context.ts';
import { clientOf } from '../http/client-of.ts';
import { type Route, signedIn } from '../http/route.ts';
import { dropCookies, putCookie, readCookie } from '../http/session-cookies.ts';
import { welcome } from '../http/welcome.ts';

/** Passkeys: to sign in, to confirm who one is, and what the person has (docs/decisions/024). */
export function passkeyRoutes(route: Route, context: Context): void {
  const { clock, config, db, rateLimits } = context;
  const jarOf = (reply: FastifyReply) => ({ reply, config, now: clock.now() });
  const partyOf = (request: FastifyRequest) => relyingParty(config, request.headers.host);
  const ask = <Options>(reply: FastifyReply, { options, cookie }: Asked<Options>) => {
    putCookie(jarOf(reply), 'passkey_challenge', cookie);
    return { data: { options } };
  };
  const cookieOf = (request: FastifyRequest) => readCookie(request, 'passkey_challenge');

  route(endpoints.startPasskeySignIn, async ({ request, reply }) => {
    await rateLimits.take('passkey-address', clientOf(request));
    return ask(reply, await requestPasskey(context, { kind: 'passkey_sign_in', userId: null }, partyOf(request)));
  });

  route(endpoints.signInWithPasskey, async ({ body, request, reply }) => {
    const answer = { response: body.response, cookie: cookieOf(request), party: partyOf(request) };
    return welcome(reply, context, await signInWithPasskey(context, answer, clientOf(request)), ['passkey_challenge']);
  });

  route(endpoints.startPasskeyConfirm, async ({ caller, request, reply }) => {
    const { userId } = signedIn(caller);
    return ask(reply, await requestPasskey(context, { kind: 'passkey_confirm', userId }, partyOf(request)));
  });

  route(endpoints.confirmWithPasskey, async ({ caller, body, request, reply }) => {
    const answer = { response: body.response, cookie: cookieOf(request), party: partyOf(request) };
    await confirmWithPasskey(context, caller, answer, clientOf(request));
    dropCookies(jarOf(reply), ['passkey_challenge']);
    return { data: null };
  });

  route(endpoints.listPasskeys, async ({ caller }) => ({
    data: { passkeys: (await passkeysOf(db, signedIn(caller).userId)).map(passkeyView) },
  }));

  route(endpoints.startPasskey, async ({ caller, request, reply }) => {
    requireConfirmed(caller, clock.now());
    return ask(reply, await startPasskey(context, signedIn(caller), partyOf(request)));
  });

  route(endpoints.addPasskey, async ({ caller, body, request, reply }) => {
    // The challenge is the proof: only a confirmed person got it, minutes ago.
    const addition = { ...body, cookie: cookieOf(request), party: partyOf(request) };
    const passkey = await addPasskey(context, signedIn(caller), addition, clientOf(request));
    dropCookies(jarOf(reply), ['passkey_challenge']);
    return { data: { passkey } };
  });

  route(endpoints.renamePasskey, async ({ caller, params, body }) => ({
    data: { passkey: await renamePasskey(context, signedIn(caller).userId, { id: params.id, name: body.name }) },
  }));

  route(endpoints.removePasskey, async ({ caller, params, request }) => {
    requireConfirmed(caller, clock.now());
    await removePasskey(context, signedIn(caller), params.id, clientOf(request));
    return { data: null };
  });
}
