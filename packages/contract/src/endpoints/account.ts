import { z } from 'zod';
import { User } from '../accounts.ts';
import type { EndpointTable } from './endpoint.ts';

/** The signed-in person. */
export const accountEndpoints = {
  me: { method: 'GET', path: '/users/me', access: 'session', action: 'self', data: z.object({ user: User }) },
} as const satisfies EndpointTable;
