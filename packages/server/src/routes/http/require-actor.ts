import { AppError } from '@clearframe/contract';
import type { Decider } from '../../moderation/decide/decide.ts';
import type { Caller } from './route.ts';

/** Who acts: the person, or the program by its API token. @throws AppError unauthenticated */
export function requireActor({ accountId, userId, accessToken }: Caller): Decider {
  if (accessToken) return { accountId, tokenName: accessToken.name, tokenId: accessToken.id };
  if (userId === null) throw new AppError('unauthenticated');
  return { accountId, userId };
}
