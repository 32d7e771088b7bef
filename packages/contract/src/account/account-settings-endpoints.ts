import { z } from 'zod';
import { type EndpointTable, nothing } from '../endpoint.ts';
import { ChangeEmailInput, ChangePasswordInput, ConfirmEmailInput, EmailChange, ProfileInput } from './account-settings.ts';
import { User } from './person.ts';

/** What a person changes about themselves. Apart from `accountEndpoints`, which every page loads. */
export const accountSettingsEndpoints = {
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
  emailChange: {
    method: 'GET',
    path: '/users/me/email',
    access: 'session',
    action: 'self',
    data: z.object({ email_change: EmailChange.nullable() }),
  },
  /** Mails a link to the new address. The answer is the same when that address has an account. */
  changeEmail: {
    method: 'POST',
    path: '/users/me/email',
    access: 'session',
    action: 'self',
    body: ChangeEmailInput,
    data: z.object({ email_change: EmailChange }),
  },
  cancelEmailChange: { method: 'DELETE', path: '/users/me/email', access: 'session', action: 'self', data: nothing },
  confirmEmail: {
    method: 'POST',
    path: '/users/me/email/confirm',
    access: 'session',
    action: 'self',
    body: ConfirmEmailInput,
    data: z.object({ user: User }),
  },
} as const satisfies EndpointTable;
