import { z } from 'zod';
import { type EndpointTable, Id, nothing } from '../endpoint.ts';
import { AccessToken, CreateTokenInput } from './tokens.ts';

/** API tokens. */
export const tokensEndpoints = {
  listTokens: {
    method: 'GET',
    path: '/access-tokens',
    access: 'session',
    action: 'tokens.manage',
    data: z.object({ access_tokens: z.array(AccessToken) }),
  },
  createToken: {
    method: 'POST',
    path: '/access-tokens',
    access: 'session',
    action: 'tokens.manage',
    body: CreateTokenInput,
    data: z.object({ access_token: AccessToken }),
  },
  /** The whole value, for somebody who proved who they are within ten minutes. The owner is mailed. */
  revealToken: {
    method: 'POST',
    path: '/access-tokens/:id/reveal',
    access: 'session',
    action: 'tokens.manage',
    params: Id,
    data: z.object({ access_token: AccessToken }),
  },
  deleteToken: {
    method: 'DELETE',
    path: '/access-tokens/:id',
    access: 'session',
    action: 'tokens.manage',
    params: Id,
    data: nothing,
  },
} as const satisfies EndpointTable;
