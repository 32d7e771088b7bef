import { endpoints } from '@clearframe/contract';
import {
  createAccessToken,
  deleteAccessToken,
  findAccessToken,
  listAccessTokens,
  revealAccessToken,
} from '../../accounts/access-tokens.ts';
import { showAwsKeys } from '../../accounts/aws-keys.ts';
import { isConfirmed, requireConfirmed } from '../../accounts/confirm.ts';
import type { Context } from '../../context.ts';
import { authorize } from '../../security/authorized.ts';
import { clientOf } from '../http/client-of.ts';
import { type Route, signedIn } from '../http/route.ts';

/** API tokens of the account (TOK-02). */
export function accessTokenRoutes(route: Route, context: Context): void {
  route(endpoints.listTokens, async ({ caller }) => ({
    data: { access_tokens: await listAccessTokens(context, caller.accountId, isConfirmed(caller, context.clock.now())) },
  }));

  route(endpoints.createToken, async ({ caller, body, request }) => {
    requireConfirmed(caller, context.clock.now());
    const maker = { ...signedIn(caller), client: clientOf(request) };
    return { data: { access_token: await createAccessToken(context, maker, body) } };
  });

  route(endpoints.revealToken, async ({ caller, params, request }) => {
    const owner = { ...signedIn(caller), client: clientOf(request) };
    const row = authorize(await findAccessToken(context, params.id), owner, 'token_not_found');
    requireConfirmed(caller, context.clock.now());
    return { data: { access_token: await revealAccessToken(context, row, owner) } };
  });

  route(endpoints.getAwsKeys, async ({ caller, params, request }) => {
    const owner = { ...signedIn(caller), client: clientOf(request) };
    const row = authorize(await findAccessToken(context, params.id), owner, 'token_not_found');
    requireConfirmed(caller, context.clock.now());
    return { data: { aws_keys: await showAwsKeys(context, row, owner) } };
  });

  route(endpoints.deleteToken, async ({ caller, params, request }) => {
    const owner = { ...signedIn(caller), client: clientOf(request) };
    const row = authorize(await findAccessToken(context, params.id), owner, 'token_not_found');
    await deleteAccessToken(context, row, owner);
    return { data: null };
  });
}
