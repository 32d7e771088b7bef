import { z } from 'zod';
import { type EndpointTable, Id } from '../endpoint.ts';
import { MediaCounts, MediaCountsQuery, MediaList, MediaQuery, MediaUpload } from './media.ts';

/**
 * Items in the dashboard: the list, its counts, and one of them. The first screen loads all three, so what it never calls is in
 * `itemEndpoints`.
 */
export const mediaEndpoints = {
  listMedia: {
    method: 'GET',
    path: '/media',
    access: 'session',
    action: 'media.read',
    query: MediaQuery,
    data: MediaList,
  },
  mediaCounts: {
    method: 'GET',
    path: '/media/counts',
    access: 'session',
    action: 'media.read',
    query: MediaCountsQuery,
    data: MediaCounts,
  },
  getMedia: {
    method: 'GET',
    path: '/media/:id',
    access: 'session',
    action: 'media.read',
    params: Id,
    data: z.object({ media_upload: MediaUpload }),
  },
} as const satisfies EndpointTable;
