import { AppError, mayUse, type TokenScope } from '@clearframe/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticateAccessToken } from '../../accounts/access-tokens.ts';
import type { Context } from '../../context.ts';
import { clientOf } from '../../routes/http/client-of.ts';
import { noteWork } from '../../work-context.ts';

/** Who asks through a door. */
export type DoorCaller = { accountId: string; tokenId: string };

const callers = new WeakMap<FastifyRequest, DoorCaller>();

async function prove(context: Context, request: FastifyRequest) {
  try {
    return await authenticateAccessToken(context, request.headers.authorization);
  } catch (error) {
    if (error instanceof AppError) await context.rateLimits.take('check-address', clientOf(request));
    throw error;
  }
}

/**
 * For `onRequest` of a door: the API token that the request bears, with the scope that the door needs. Cookies do not count.
 * @throws AppError api_token_invalid, scope_missing, rate_limited
 */
export async function admitToken(
  context: Context,
  { request, reply, scope }: { request: FastifyRequest; reply: FastifyReply; scope: TokenScope },
): Promise<DoorCaller> {
  const { id: tokenId, accountId, scopes } = await prove(context, request);
  noteWork({ accountId });
  if (!mayUse(scopes, scope)) throw new AppError('scope_missing', { message: `This API token does not have the scope ${scope}` });
  await context.rateLimits.take('check-token', tokenId, reply);
  const caller = { accountId, tokenId };
  callers.set(request, caller);
  return caller;
}

/** Who {@link admitToken} let in. */
export function callerOf(request: FastifyRequest): DoorCaller {
  const caller = callers.get(request);
  if (!caller) throw new AppError('api_token_invalid');
  return caller;
}
