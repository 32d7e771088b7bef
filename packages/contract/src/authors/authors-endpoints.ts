import { z } from 'zod';
import type { EndpointTable } from '../endpoint.ts';
import { Author, AuthorActionInput, AuthorList, AuthorSettings, AuthorsQuery } from './authors.ts';
import { AuthorId } from './media-author.ts';

const one = z.object({ author: Author });
const settings = z.object({ author_settings: AuthorSettings });
const params = z.object({ id: AuthorId });
const read = { access: 'session', action: 'authors.read' } as const;

/** The people whose uploads an account moderates. Ids are percent-encoded in addresses. */
export const authorsEndpoints = {
  listAuthors: { method: 'GET', path: '/authors', ...read, query: AuthorsQuery, data: AuthorList },
  getAuthor: { method: 'GET', path: '/authors/:id', ...read, params, data: one },
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
} as const satisfies EndpointTable;
