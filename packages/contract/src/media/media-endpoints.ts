import { z } from 'zod';
import { type EndpointTable, Id } from '../endpoint.ts';
import { MediaList, MediaQuery, MediaUpload } from './media.ts';
import { UploadResult } from './uploads.ts';

/** Items in the dashboard: the list, one of them, and a new one. */
export const mediaEndpoints = {
  listMedia: {
    method: 'GET',
    path: '/media',
    access: 'session',
    action: 'media.read',
    query: MediaQuery,
    data: MediaList,
  },
  getMedia: {
    method: 'GET',
    path: '/media/:id',
    access: 'session',
    action: 'media.read',
    params: Id,
    data: z.object({ media_upload: MediaUpload }),
  },
  uploadMedia: {
    method: 'POST',
    path: '/media/upload',
    access: 'session',
    action: 'media.upload',
    body: 'multipart',
    data: UploadResult,
  },
} as const satisfies EndpointTable;
