import { type EndpointTable, Id } from '../endpoint.ts';
import { TryItProgress, TryItQuery, TryItTaken } from './try-it.ts';

/** One picture of a visitor who has no account. Not there when the server runs with TRY_IT=off. */
export const tryItEndpoints = {
  tryPicture: { method: 'POST', path: '/try-it', access: 'public', body: 'multipart', data: TryItTaken },
  readTry: { method: 'GET', path: '/try-it/:id', access: 'public', params: Id, query: TryItQuery, data: TryItProgress },
} as const satisfies EndpointTable;
