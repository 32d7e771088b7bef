import { z } from 'zod';
import { User } from '../account/person.ts';
import { type EndpointTable, Id, nothing } from '../endpoint.ts';
import { AddPasskeyInput, Passkey, PasskeyCreation, PasskeyNameInput, PasskeyProofInput, PasskeyRequest } from './passkeys.ts';

const own = { access: 'session', action: 'self' } as const;

/** Passkeys, at the sign-in and on the account page. Each use asks for options first, which set a cookie that is good once. */
export const passkeysEndpoints = {
  startPasskeySignIn: {
    method: 'POST',
    path: '/auth/passkey/options',
    access: 'public',
    data: z.object({ options: PasskeyRequest }),
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/auth/passkey',
    access: 'public',
    body: PasskeyProofInput,
    data: z.object({ user: User }),
  },
  startPasskeyConfirm: {
    method: 'POST',
    path: '/auth/confirm/passkey/options',
    ...own,
    data: z.object({ options: PasskeyRequest }),
  },
  confirmWithPasskey: { method: 'POST', path: '/auth/confirm/passkey', ...own, body: PasskeyProofInput, data: nothing },
  listPasskeys: { method: 'GET', path: '/users/me/passkeys', ...own, data: z.object({ passkeys: z.array(Passkey) }) },
  startPasskey: { method: 'POST', path: '/users/me/passkeys/options', ...own, data: z.object({ options: PasskeyCreation }) },
  addPasskey: {
    method: 'POST',
    path: '/users/me/passkeys',
    ...own,
    body: AddPasskeyInput,
    data: z.object({ passkey: Passkey }),
  },
  renamePasskey: {
    method: 'PATCH',
    path: '/users/me/passkeys/:id',
    ...own,
    params: Id,
    body: PasskeyNameInput,
    data: z.object({ passkey: Passkey }),
  },
  removePasskey: { method: 'DELETE', path: '/users/me/passkeys/:id', ...own, params: Id, data: nothing },
} as const satisfies EndpointTable;
