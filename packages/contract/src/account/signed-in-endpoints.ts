import { z } from 'zod';
import { type EndpointTable, nothing } from '../endpoint.ts';
import { OwnAccount, SwitchAccountInput, User } from './user.ts';

/** Who is signed in, in which account, and how that is kept and ended. A table of its own, because every page loads it. */
export const signedInEndpoints = {
  me: { method: 'GET', path: '/users/me', access: 'session', action: 'self', data: z.object({ user: User }) },
  logout: { method: 'POST', path: '/auth/logout', access: 'public', data: nothing },
  refresh: { method: 'GET', path: '/auth/refresh', access: 'public', data: nothing },
  myAccounts: {
    method: 'GET',
    path: '/users/me/accounts',
    access: 'session',
    action: 'self',
    data: z.object({ accounts: z.array(OwnAccount) }),
  },
  switchAccount: {
    method: 'POST',
    path: '/auth/switch-account',
    access: 'session',
    action: 'self',
    body: SwitchAccountInput,
    data: nothing,
  },
} as const satisfies EndpointTable;
