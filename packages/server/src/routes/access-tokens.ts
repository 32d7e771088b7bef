import { AppError, endpoints } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import { createAccessToken, deleteAccessToken, findAccessToken, listAccessTokens } from '../accounts/access-tokens.ts';
import type { Context } from '../context.ts';
import { authorize } from '../security/authorized.ts';
import { type Authenticators, type Caller, route } from './http.ts';

/** A token can do all that the API can, so only an owner handles tokens. @throws AppError role_insufficient, unauthenticated */
function requireOwner({ accountId, userId, role }: Caller): { accountId: string; userId: string } {
  if (role !== 'owner') throw new AppError('role_insufficient');
  if (userId === null) throw new AppError('unauthenticated');
  return { accountId, userId };
}

/** API tokens of the account (TOK-02). */
export function accessTokenRoutes(app: FastifyInstance, authenticators: Authenticators, context: Context): void {
  route(app, authenticators, endpoints.listTokens, async ({ caller }) => {
    const { accountId } = requireOwner(caller);
    return { data: { access_tokens: await listAccessTokens(context, accountId) } };
  });

  route(app, authenticators, endpoints.createToken, async ({ caller, body }) => ({
    data: { access_token: await createAccessToken(context, requireOwner(caller), body.name) },
  }));

  route(app, authenticators, endpoints.deleteToken, async ({ caller, params }) => {
    const owner = requireOwner(caller);
    const row = authorize(await findAccessToken(context, params.id), owner, 'token_not_found');
    await deleteAccessToken(context, row, owner.userId);
    return { data: null };
  });
}
