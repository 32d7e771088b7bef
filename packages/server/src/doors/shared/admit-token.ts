import { AppError, mayUse, type TokenScope } from '@clearframe/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticateAccessToken } from '../../accounts/access-tokens.ts';
import type { Context } from '../../context.ts';
import { clientOf } from '../../routes/http/client-of.ts';
import type { ProvedToken } from '../../security/token-memory.ts';
import { noteWork } from '../../work-context.ts';

/** Who asks through a door. */
export type DoorCaller = { accountId: string; tokenId: string; token: Pick<ProvedToken, 'name' | 'scopes'> };

const callers = new WeakMap<FastifyRequest, DoorCaller>();

/** `scope` null = the door looks at the scopes itself. */
type Asking = { request: FastifyRequest; reply: FastifyReply; scope: TokenScope | null };

const isOwnRefusal = (error: unknown): boolean => error instanceof AppError;

/** Who is not proved counts against the address; a database that is away does not. @throws what `prove` throws, AppError rate_limited */
export async function proveOrCount<T>(
  context: Context,
  request: FastifyRequest,
  prove: () => Promise<T>,
  isRefusal = isOwnRefusal,
): Promise<T> {
  try {
    return await prove();
  } catch (error) {
    if (isRefusal(error)) await context.rateLimits.take('check-address', clientOf(request));
    throw error;
  }
}

/**
 * For `onRequest` of a door: the API token that the request bears, with the scope that the door needs. Cookies do not count.
 * @throws AppError api_token_invalid, scope_missing, rate_limited
 */
export async function admitToken(context: Context, asking: Asking): Promise<DoorCaller> {
  const { request } = asking;
  const prove = () => authenticateAccessToken(context, request.headers.authorization);
  return await admitProved(context, asking, await proveOrCount(context, request, prove));
}

/** The same for a token that was proved otherwise. @throws AppError scope_missing, rate_limited */
export async function admitProved(
  context: Context,
  { request, reply, scope }: Asking,
  { id: tokenId, accountId, name, scopes }: ProvedToken,
): Promise<DoorCaller> {
  noteWork({ accountId });
  if (scope !== null && !mayUse(scopes, scope))
    throw new AppError('scope_missing', { message: `This API token does not have the scope ${scope}` });
  await context.rateLimits.take('check-token', tokenId, reply);
  const caller = { accountId, tokenId, token: { name, scopes } };
  callers.set(request, caller);
  return caller;
}

/** Who {@link admitToken} let in. */
export function callerOf(request: FastifyRequest): DoorCaller {
  const caller = callers.get(request);
  if (!caller) throw new AppError('api_token_invalid');
  return caller;
}
