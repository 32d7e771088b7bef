import { z } from 'zod';
import { type EndpointTable, Id } from '../endpoint.ts';
import { BulkRun, BulkRunInput } from './bulk-runs.ts';

const one = z.object({ run: BulkRun });
const access = { access: 'session', action: 'media.review' } as const;

/** One verdict for everything that a filter lets through. A person sees their own runs alone. */
export const bulkRunsEndpoints = {
  /** The newest one of the last day, if it was not taken back; null = none. */
  currentBulkRun: { method: 'GET', path: '/bulk-runs', ...access, data: z.object({ run: BulkRun.nullable() }) },
  startBulkRun: { method: 'POST', path: '/bulk-runs', ...access, later: true, body: BulkRunInput, data: one },
  getBulkRun: { method: 'GET', path: '/bulk-runs/:id', ...access, params: Id, data: one },
  /** What is not decided yet stays undecided. */
  cancelBulkRun: { method: 'POST', path: '/bulk-runs/:id/cancel', ...access, params: Id, data: one },
  /** Takes back what was decided. */
  undoBulkRun: { method: 'POST', path: '/bulk-runs/:id/undo', ...access, later: true, params: Id, data: one },
} as const satisfies EndpointTable;
