import { z } from 'zod';
import type { EndpointTable } from '../endpoint.ts';
import { MediaPagination, MediaQuery, MediaUpload } from './media.ts';

/** The list of items. A table of its own, because the dashboard's first screen needs no more of them. */
export const mediaListEndpoints = {
  listMedia: {
    method: 'GET',
    path: '/media',
    access: 'session',
    action: 'media.read',
    query: MediaQuery,
    data: z.object({ media_uploads: z.array(MediaUpload), pagination: MediaPagination }),
  },
} as const satisfies EndpointTable;
