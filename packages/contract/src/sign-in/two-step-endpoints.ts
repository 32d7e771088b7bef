import { z } from 'zod';
import { User } from '../account/person.ts';
import { type EndpointTable, nothing } from '../endpoint.ts';
import { AuthenticatorCodeInput, AuthenticatorSecret, RecoveryCodes, TwoStepInput, TwoStepState } from './two-step.ts';

const own = { access: 'session', action: 'self' } as const;

/** The authenticator app and recovery codes, at the sign-in and on the account page. */
export const twoStepEndpoints = {
  completeTwoStep: {
    method: 'POST',
    path: '/auth/two-step',
    access: 'public',
    body: TwoStepInput,
    data: z.object({ user: User }),
  },
  confirmWithCode: { method: 'POST', path: '/auth/confirm/code', ...own, body: AuthenticatorCodeInput, data: nothing },
  twoStep: { method: 'GET', path: '/users/me/two-step', ...own, data: z.object({ two_step: TwoStepState }) },
  startTwoStep: { method: 'POST', path: '/users/me/two-step/start', ...own, data: AuthenticatorSecret },
  enableTwoStep: {
    method: 'POST',
    path: '/users/me/two-step/enable',
    ...own,
    body: AuthenticatorCodeInput,
    data: RecoveryCodes,
  },
  disableTwoStep: { method: 'POST', path: '/users/me/two-step/disable', ...own, data: nothing },
  renewRecoveryCodes: { method: 'POST', path: '/users/me/two-step/recovery-codes', ...own, data: RecoveryCodes },
} as const satisfies EndpointTable;
