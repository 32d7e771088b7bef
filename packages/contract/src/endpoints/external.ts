import { z } from 'zod';
import { ApiUsage } from '../billing.ts';
import { limits } from '../limits.ts';
import { DecideInput, MediaPagination, MediaQuery, MediaUpload, UploadResult } from '../media.ts';
import { type EndpointTable, Id, nothing } from './endpoint.ts';

const item = z.object({ media_upload: MediaUpload });
const decided = z.object({ media_upload: MediaUpload, decision_id: z.uuid() });

/** What a bearer of an API token may call. */
export const externalEndpoints = {
  apiUpload: {
    method: 'POST',
    path: '/v1/upload',
    access: 'token',
    scope: 'upload',
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
  apiListMedia: {
    method: 'GET',
    path: '/v1/media',
    access: 'token',
    scope: 'read',
    query: MediaQuery,
    data: z.object({ media_uploads: z.array(MediaUpload), pagination: MediaPagination }),
  },
  apiGetMedia: { method: 'GET', path: '/v1/media/:id', access: 'token', scope: 'read', params: Id, data: item },
  apiDeleteMedia: { method: 'DELETE', path: '/v1/media/:id', access: 'token', scope: 'decide', params: Id, data: nothing },
  apiPassMedia: {
    method: 'POST',
    path: '/v1/media/:id/pass',
    access: 'token',
    scope: 'decide',
    params: Id,
    body: DecideInput,
    data: decided,
  },
  apiFailMedia: {
    method: 'POST',
    path: '/v1/media/:id/fail',
    access: 'token',
    scope: 'decide',
    params: Id,
    body: DecideInput,
    data: decided,
  },
  apiUsage: { method: 'GET', path: '/v1/usage', access: 'token', scope: 'read', data: ApiUsage },
} as const satisfies EndpointTable;
