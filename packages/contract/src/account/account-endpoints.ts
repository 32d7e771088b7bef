import { z } from 'zod';
import type { EndpointTable } from '../endpoint.ts';
import { OwnAccount, User } from './person.ts';

/** The signed-in person and the accounts that they belong to. */
export const accountEndpoints = {
  me: { method: 'GET', path: '/users/me', access: 'session', action: 'self', data: z.object({ user: User }) },
  myAccounts: {
    method: 'GET',
    path: '/users/me/accounts',
    access: 'session',
    action: 'self',
    data: z.object({ accounts: z.array(OwnAccount) }),
  },
} as const satisfies EndpointTable;
