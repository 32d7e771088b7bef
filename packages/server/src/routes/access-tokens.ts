import { endpoints } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import { createAccessToken, deleteAccessToken, findAccessToken, listAccessTokens } from '../accounts/access-tokens.ts';
import type { Context } from '../context.ts';
import { authorize } from '../security/authorized.ts';
import { type Authenticators, route, signedIn } from './http.ts';

/** API tokens of the account (TOK-02). */
export function accessTokenRoutes(app: FastifyInstance, authenticators: Authenticators, context: Context): void {
  route(app, authenticators, endpoints.listTokens, async ({ caller }) => ({
    data: { access_tokens: await listAccessTokens(context, caller.accountId) },
  }));

  route(app, authenticators, endpoints.createToken, async ({ caller, body }) => ({
    data: { access_token: await createAccessToken(context, signedIn(caller), body) },
  }));

  route(app, authenticators, endpoints.deleteToken, async ({ caller, params }) => {
    const owner = signedIn(caller);
    const row = authorize(await findAccessToken(context, params.id), owner, 'token_not_found');
    await deleteAccessToken(context, row, owner.userId);
    return { data: null };
  });
}
