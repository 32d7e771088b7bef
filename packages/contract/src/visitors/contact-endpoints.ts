import { type EndpointTable, nothing } from '../endpoint.ts';
import { ContactInput } from './contact.ts';

/** A message to the operator, from anybody. */
export const contactEndpoints = {
  contact: { method: 'POST', path: '/contact', access: 'public', body: ContactInput, data: nothing },
} as const satisfies EndpointTable;
