import { z } from 'zod';
import { type EndpointTable, Id, nothing } from '../endpoint.ts';
import { SavedView, ViewChange, ViewInput } from './views.ts';

const one = z.object({ view: SavedView });
const access = { access: 'session', action: 'media.read' } as const;

/** Filters of Content Review under a name. */
export const viewsEndpoints = {
  /** The person's own ones, and those that others share, by name. */
  listViews: { method: 'GET', path: '/views', ...access, data: z.object({ views: z.array(SavedView) }) },
  createView: { method: 'POST', path: '/views', ...access, body: ViewInput, data: one },
  updateView: { method: 'PATCH', path: '/views/:id', ...access, params: Id, body: ViewChange, data: one },
  deleteView: { method: 'DELETE', path: '/views/:id', ...access, params: Id, data: nothing },
} as const satisfies EndpointTable;
