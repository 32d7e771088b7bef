import { z } from 'zod';
import { type EndpointTable, Id, nothing } from '../endpoint.ts';
import { DataExport } from './exports.ts';

/** Files that the server makes of what it holds. */
export const exportsEndpoints = {
  listExports: {
    method: 'GET',
    path: '/users/me/exports',
    access: 'session',
    action: 'self',
    data: z.object({ exports: z.array(DataExport) }),
  },
  /** Everything of the account for its owner, everything of their own for other members. */
  createExport: {
    method: 'POST',
    path: '/users/me/exports',
    access: 'session',
    action: 'self',
    data: z.object({ export: DataExport }),
  },
  /** A signed address of the file that expires within minutes. */
  downloadExport: {
    method: 'GET',
    path: '/users/me/exports/:id/download',
    access: 'session',
    action: 'self',
    params: Id,
    data: z.object({ url: z.string() }),
  },
  /** Removes the file, or ends the work on it. */
  deleteExport: { method: 'DELETE', path: '/users/me/exports/:id', access: 'session', action: 'self', params: Id, data: nothing },
} as const satisfies EndpointTable;
