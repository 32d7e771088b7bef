import { z } from 'zod';
import { limits } from '../limits.ts';
import { MediaUpload, UploadResult } from '../media.ts';
import { type EndpointTable, Id } from './endpoint.ts';

/** What a bearer of an API token may call. */
export const externalEndpoints = {
  apiUpload: {
    method: 'POST',
    path: '/v1/upload',
    access: 'token',
    /** How long to wait for the verdict, in seconds. */
    query: z.object({
      wait: z.coerce
        .number()
        .int()
        .min(0)
        .max(limits.apiWaitMs / 1000)
        .optional(),
    }),
    body: 'multipart',
    data: UploadResult,
  },
  apiGetMedia: {
    method: 'GET',
    path: '/v1/media/:id',
    access: 'token',
    params: Id,
    data: z.object({ media_upload: MediaUpload }),
  },
} as const satisfies EndpointTable;
