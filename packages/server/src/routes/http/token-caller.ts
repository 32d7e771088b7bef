import { AppError, apiRateOf } from '@clearframe/contract';
import type { FastifyRequest } from 'fastify';
import { authenticateAccessToken } from '../../accounts/access-tokens.ts';
import type { Context } from '../../context.ts';
import { noteWork } from '../../work-context.ts';
import { clientOf } from './client-of.ts';
import type { Authenticate } from './route.ts';

/**
 * Proves the bearer of an API token; cookies do not count. Wrong tokens count against the address that sends them.
 * @returns an Authenticate that throws AppError api_token_invalid or rate_limited
 */
export function tokenCaller(context: Context): Authenticate {
  const find = async (request: FastifyRequest) => {
    try {
      return await authenticateAccessToken(context, request.headers.authorization);
    } catch (error) {
      if (error instanceof AppError) await context.rateLimits.take('api-unknown-address', clientOf(request));
      throw error;
    }
  };
  return async (request, reply) => {
    const { id, accountId, name, scopes, periods } = await find(request);
    noteWork({ accountId });
    const rate = apiRateOf(periods);
    const own = { name: 'api-token', who: id, uses: rate.token } as const;
    await context.rateLimits.takeBoth(own, { name: 'api-account', who: accountId, uses: rate.account }, reply);
    // What it may do is a matter of its scopes; what an owner alone may do has no route for tokens.
    return { accountId, userId: null, role: 'moderator', sessionId: null, accessToken: { id, name, scopes }, confirmedAt: null };
  };
}
