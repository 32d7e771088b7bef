import { z } from 'zod';
import {
  DecideInput,
  DecideManyInput,
  DecideResult,
  MediaQuery,
  MediaUpload,
  Pagination,
  UndoInput,
  UndoManyInput,
  UploadResult,
} from '../media.ts';
import { type EndpointTable, Id } from './endpoint.ts';

const item = z.object({ media_upload: MediaUpload });
/** The item as it is after the decision, and by what the decision can be undone. */
const decided = z.object({ media_upload: MediaUpload, decision_id: z.uuid() });
const results = z.object({ results: z.array(DecideResult) });

/** Items in the dashboard. */
export const mediaEndpoints = {
  listMedia: {
    method: 'GET',
    path: '/media',
    access: 'session',
    action: 'media.read',
    query: MediaQuery,
    data: z.object({ media_uploads: z.array(MediaUpload), pagination: Pagination }),
  },
  getMedia: { method: 'GET', path: '/media/:id', access: 'session', action: 'media.read', params: Id, data: item },
  uploadMedia: {
    method: 'POST',
    path: '/media/upload',
    access: 'session',
    action: 'media.upload',
    body: 'multipart',
    data: UploadResult,
  },
  passMedia: {
    method: 'POST',
    path: '/media/:id/pass',
    access: 'session',
    action: 'media.review',
    params: Id,
    body: DecideInput,
    data: decided,
  },
  failMedia: {
    method: 'POST',
    path: '/media/:id/fail',
    access: 'session',
    action: 'media.review',
    params: Id,
    body: DecideInput,
    data: decided,
  },
  undoDecision: {
    method: 'POST',
    path: '/media/:id/undo',
    access: 'session',
    action: 'media.review',
    params: Id,
    body: UndoInput,
    data: item,
  },
  /** One verdict for many items; each has its own result. */
  decideMany: {
    method: 'POST',
    path: '/media/decisions',
    access: 'session',
    action: 'media.review',
    body: DecideManyInput,
    data: results,
  },
  undoMany: {
    method: 'POST',
    path: '/media/decisions/undo',
    access: 'session',
    action: 'media.review',
    body: UndoManyInput,
    data: results,
  },
} as const satisfies EndpointTable;
