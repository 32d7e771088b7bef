import { z } from 'zod';
import { type EndpointTable, Id, nothing } from '../endpoint.ts';
import { Session, SwitchAccountInput } from './person.ts';

/** How a session is kept, which account it looks at, how it ends, and where else the person is signed in. */
export const sessionsEndpoints = {
  refresh: { method: 'GET', path: '/auth/refresh', access: 'public', data: nothing },
  logout: { method: 'POST', path: '/auth/logout', access: 'public', data: nothing },
  switchAccount: {
    method: 'POST',
    path: '/auth/switch-account',
    access: 'session',
    action: 'self',
    body: SwitchAccountInput,
    data: nothing,
  },
  listSessions: {
    method: 'GET',
    path: '/users/me/sessions',
    access: 'session',
    action: 'self',
    data: z.object({ sessions: z.array(Session) }),
  },
  /** Another session than one's own asks for a recent proof of who one is. */
  endSession: { method: 'DELETE', path: '/users/me/sessions/:id', access: 'session', action: 'self', params: Id, data: nothing },
  endOtherSessions: {
    method: 'POST',
    path: '/users/me/sessions/revoke-others',
    access: 'session',
    action: 'self',
    data: z.object({ ended: z.int() }),
  },
  endAllSessions: {
    method: 'POST',
    path: '/users/me/sessions/revoke-all',
    access: 'session',
    action: 'self',
    data: z.object({ ended: z.int() }),
  },
} as const satisfies EndpointTable;
