import { z } from 'zod';
import { ProfileInput, User } from '../accounts.ts';
import type { EndpointTable } from './endpoint.ts';

/** The signed-in person. */
export const accountEndpoints = {
  me: { method: 'GET', path: '/users/me', access: 'session', action: 'self', data: z.object({ user: User }) },
  changeProfile: {
    method: 'PATCH',
    path: '/users/me',
    access: 'session',
    action: 'self',
    body: ProfileInput,
    data: z.object({ user: User }),
  },
} as const satisfies EndpointTable;
