import { z } from 'zod';
import { DataExport } from '../account/exports.ts';
import { type EndpointTable, Id, nothing } from '../endpoint.ts';
import { KnownList } from '../media/moderation.ts';
import {
  KnownImportQuery,
  KnownImportResult,
  KnownPage,
  KnownQuery,
  KnownSettingsInput,
  KnownSummary,
} from './known-pictures.ts';

/** Pictures that an account recognises when they come again. */
export const knownEndpoints = {
  listKnown: {
    method: 'GET',
    path: '/known-pictures',
    access: 'session',
    action: 'known.read',
    query: KnownQuery,
    data: KnownPage,
  },
  knownSummary: {
    method: 'GET',
    path: '/known-pictures/summary',
    access: 'session',
    action: 'known.read',
    data: KnownSummary,
  },
  saveKnownSettings: {
    method: 'POST',
    path: '/known-pictures/settings',
    access: 'session',
    action: 'known.edit',
    body: KnownSettingsInput,
    data: KnownSettingsInput,
  },
  /** A text file of PDQ hashes in the field `file`, a line each: hash, then quality and note if there are any. */
  importKnown: {
    method: 'POST',
    path: '/known-pictures/imports',
    access: 'session',
    action: 'known.edit',
    query: KnownImportQuery,
    body: 'file',
    data: KnownImportResult,
  },
  deleteKnownImport: {
    method: 'DELETE',
    path: '/known-pictures/imports/:id',
    access: 'session',
    action: 'known.edit',
    params: Id,
    data: nothing,
  },
  deleteKnown: {
    method: 'DELETE',
    path: '/known-pictures/:id',
    access: 'session',
    action: 'known.edit',
    params: Id,
    data: nothing,
  },
  /** Asks for a list in the form in which one is imported; exports are listed and fetched under /users/me/exports. */
  exportKnown: {
    method: 'POST',
    path: '/known-pictures/export',
    access: 'session',
    action: 'known.read',
    body: z.object({ list: KnownList }),
    data: z.object({ export: DataExport }),
  },
} as const satisfies EndpointTable;
