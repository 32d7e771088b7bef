import { z } from 'zod';
import { DataExport } from '../account/exports.ts';
import { VideoFrames, VideoFramesQuery } from '../analysis/video.ts';
import { type EndpointTable, Id, nothing } from '../endpoint.ts';
import { DecideInput, DecideManyInput, DecideResult, UndoInput, UndoManyInput } from './decisions.ts';
import { MediaNeighbours, MediaNeighboursQuery, MediaRoll, MediaUpload, ReanalyseInput, WritingAsked } from './media.ts';
import { UploadResult } from './uploads.ts';

const item = z.object({ media_upload: MediaUpload });
/** The item as it is after the decision, and by what the decision can be undone. */
const decided = z.object({ media_upload: MediaUpload, decision_id: z.uuid() });
const results = z.object({ results: z.array(DecideResult) });

/** What is asked of items further on. Apart from `mediaEndpoints`, which the dashboard's first screen loads. */
export const itemEndpoints = {
  uploadMedia: {
    method: 'POST',
    path: '/media/upload',
    access: 'session',
    action: 'media.upload',
    body: 'multipart',
    data: UploadResult,
  },
  /** The seconds of a video, a stretch at a time. */
  mediaFrames: {
    method: 'GET',
    path: '/media/:id/frames',
    access: 'session',
    action: 'media.read',
    params: Id,
    query: VideoFramesQuery,
    data: VideoFrames,
  },
  mediaNeighbours: {
    method: 'GET',
    path: '/media/:id/neighbours',
    access: 'session',
    action: 'media.read',
    params: Id,
    query: MediaNeighboursQuery,
    data: MediaNeighbours,
  },
  mediaRoll: {
    method: 'GET',
    path: '/media/:id/roll',
    access: 'session',
    action: 'media.read',
    params: Id,
    query: MediaNeighboursQuery,
    data: MediaRoll,
  },
  /** Asks for the filtered list as CSV; exports are listed and fetched under /users/me/exports. */
  exportMedia: {
    method: 'POST',
    path: '/media/export',
    access: 'session',
    action: 'media.read',
    body: MediaNeighboursQuery,
    data: z.object({ export: DataExport }),
  },
  deleteMedia: { method: 'DELETE', path: '/media/:id', access: 'session', action: 'media.review', params: Id, data: nothing },
  /** Costs what the upload cost: one frame, or one for each second of a video. */
  reanalyseMedia: {
    method: 'POST',
    path: '/media/:id/reanalyse',
    access: 'session',
    action: 'media.upload',
    later: true,
    params: Id,
    body: ReanalyseInput,
    data: item,
  },
  /** A person looks at the item: its writing is read if it was not. Costs nothing. */
  readWriting: {
    method: 'POST',
    path: '/media/:id/read-writing',
    access: 'session',
    action: 'media.read',
    params: Id,
    data: WritingAsked,
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
