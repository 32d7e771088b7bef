import { z } from 'zod';
import { MediaQuery, MediaUpload, Pagination, UploadResult } from '../media.ts';
import { type EndpointTable, Id } from './endpoint.ts';

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
