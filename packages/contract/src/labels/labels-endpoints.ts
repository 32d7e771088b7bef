import { z } from 'zod';
import { type EndpointTable, Id, nothing } from '../endpoint.ts';
import { Label, LabelChange, LabelInput } from './labels.ts';

const one = z.object({ label: Label });
const all = z.object({ labels: z.array(Label) });
const edit = { access: 'session', action: 'labels.edit' } as const;

/** Reasons for a Fail. */
export const labelsEndpoints = {
  /** The built-in ones first, then the account's own, oldest first. Those that are off too. */
  listLabels: { method: 'GET', path: '/labels', access: 'session', action: 'labels.read', data: all },
  createLabel: { method: 'POST', path: '/labels', ...edit, body: LabelInput, data: one },
  updateLabel: { method: 'PATCH', path: '/labels/:id', ...edit, params: Id, body: LabelChange, data: one },
  /** One that a decision names, or that is built in, is switched off instead. */
  deleteLabel: { method: 'DELETE', path: '/labels/:id', ...edit, params: Id, data: nothing },
  apiListLabels: { method: 'GET', path: '/v1/labels', access: 'token', scope: 'read', data: all },
} as const satisfies EndpointTable;
