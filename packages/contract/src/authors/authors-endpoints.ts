import { z } from 'zod';
import { DataExport } from '../account/exports.ts';
import { type EndpointTable, Id } from '../endpoint.ts';
import {
  Author,
  AuthorActionInput,
  AuthorList,
  AuthorSettings,
  AuthorStrikes,
  AuthorStrikesInput,
  AuthorsQuery,
} from './authors.ts';
import { AuthorErasure, EraseAuthorInput } from './erasures.ts';
import { AuthorId } from './media-author.ts';

const one = z.object({ author: Author });
const settings = z.object({ author_settings: AuthorSettings });
const params = z.object({ id: AuthorId });
const erasure = z.object({ erasure: AuthorErasure });
const exported = z.object({ export: DataExport });
const read = { access: 'session', action: 'authors.read' } as const;

/** The people whose uploads an account moderates. Ids are percent-encoded in addresses. */
export const authorsEndpoints = {
  listAuthors: { method: 'GET', path: '/authors', ...read, query: AuthorsQuery, data: AuthorList },
  getAuthor: { method: 'GET', path: '/authors/:id', ...read, params, data: one },
  /** For a page of items. A POST, because ids may be longer than an address. Changes nothing. */
  authorStrikes: { method: 'POST', path: '/author-strikes', ...read, body: AuthorStrikesInput, data: AuthorStrikes },
  setAuthorAction: {
    method: 'POST',
    path: '/authors/:id/action',
    access: 'session',
    action: 'authors.edit',
    params,
    body: AuthorActionInput,
    data: one,
  },
  authorSettings: { method: 'GET', path: '/author-settings', ...read, data: settings },
  saveAuthorSettings: {
    method: 'POST',
    path: '/author-settings',
    access: 'session',
    action: 'trust.manage',
    body: AuthorSettings,
    data: settings,
  },
  apiListAuthors: { method: 'GET', path: '/v1/authors', access: 'token', scope: 'read', query: AuthorsQuery, data: AuthorList },
  apiGetAuthor: { method: 'GET', path: '/v1/authors/:id', access: 'token', scope: 'read', params, data: one },
  apiSetAuthorAction: {
    method: 'POST',
    path: '/v1/authors/:id/action',
    access: 'token',
    scope: 'decide',
    params,
    body: AuthorActionInput,
    data: one,
  },
  /** A ZIP of all that is held about one of them, made by a job. */
  exportAuthor: {
    method: 'POST',
    path: '/authors/:id/export',
    access: 'session',
    action: 'account.manage',
    params,
    later: true,
    data: exported,
  },
  /** From then on the id is unknown; a job does the rest. Needs a proof of the last ten minutes. */
  eraseAuthor: {
    method: 'POST',
    path: '/authors/:id/erase',
    access: 'session',
    action: 'authors.erase',
    params,
    body: EraseAuthorInput,
    later: true,
    data: erasure,
  },
  getAuthorErasure: { method: 'GET', path: '/author-erasures/:id', ...read, params: Id, data: erasure },
  apiExportAuthor: {
    method: 'POST',
    path: '/v1/authors/:id/export',
    access: 'token',
    scope: 'read',
    params,
    later: true,
    data: exported,
  },
  apiGetExport: {
    method: 'GET',
    path: '/v1/exports/:id',
    access: 'token',
    scope: 'read',
    params: Id,
    data: exported.extend({
      /** Signed, and good for some minutes; null until the file is there. */
      url: z.string().nullable(),
    }),
  },
  apiEraseAuthor: {
    method: 'POST',
    path: '/v1/authors/:id/erase',
    access: 'token',
    scope: 'decide',
    params,
    body: EraseAuthorInput,
    later: true,
    data: erasure,
  },
  apiGetAuthorErasure: {
    method: 'GET',
    path: '/v1/author-erasures/:id',
    access: 'token',
    scope: 'read',
    params: Id,
    data: erasure,
  },
} as const satisfies EndpointTable;
