import { z } from 'zod';
import { ChangePasswordInput, ProfileInput } from '../account-settings.ts';
import { User } from '../accounts.ts';
import { type EndpointTable, nothing } from './endpoint.ts';

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
  changePassword: {
    method: 'POST',
    path: '/users/me/password',
    access: 'session',
    action: 'self',
    body: ChangePasswordInput,
    data: nothing,
  },
} as const satisfies EndpointTable;
