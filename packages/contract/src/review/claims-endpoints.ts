import { z } from 'zod';
import { type EndpointTable, Id, nothing } from '../endpoint.ts';
import { Claim, ClaimInput, NextItem, NextItemInput } from './claims.ts';

const one = z.object({ claim: Claim });
const access = { access: 'session', action: 'media.review' } as const;

/** Who looks at what, so that no two people decide the same item unknowingly. */
export const claimsEndpoints = {
  /** Those of the whole account that have not ended. */
  listClaims: {
    method: 'GET',
    path: '/queue/claims',
    access: 'session',
    action: 'media.read',
    data: z.object({ claims: z.array(Claim) }),
  },
  claimItem: { method: 'POST', path: '/queue/claims', ...access, body: ClaimInput, data: one },
  /** Claims the next item that waits and that nobody else has claimed. */
  nextItem: { method: 'POST', path: '/queue/next', ...access, body: NextItemInput, data: NextItem },
  renewClaim: { method: 'POST', path: '/queue/claims/:id/renew', ...access, params: Id, data: one },
  releaseClaim: { method: 'DELETE', path: '/queue/claims/:id', ...access, params: Id, data: nothing },
} as const satisfies EndpointTable;
