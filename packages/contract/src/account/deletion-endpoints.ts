import { type EndpointTable, nothing } from '../endpoint.ts';
import { DeleteAccountInput, DeletionPreview } from './deletion.ts';

/** Deleting oneself. */
export const deletionEndpoints = {
  previewDeletion: { method: 'GET', path: '/users/me/deletion', access: 'session', action: 'self', data: DeletionPreview },
  deleteMe: { method: 'DELETE', path: '/users/me', access: 'session', action: 'self', body: DeleteAccountInput, data: nothing },
} as const satisfies EndpointTable;
