import { z } from 'zod';
import { VideoFrames, VideoFramesQuery } from '../analysis/video.ts';
import { ApiUsage } from '../billing/billing.ts';
import { type EndpointTable, Id, nothing } from '../endpoint.ts';
import * as limits from '../limits.ts';
import { Batch, CreateBatchInput } from './batches.ts';
import { ProgramDecideInput } from './decisions.ts';
import { ListPagination, MediaList, MediaQuery, MediaUpload } from './media.ts';
import { UploadResult } from './uploads.ts';

/** Programs of before walk pages: those stay, to the last. What programs read of these fields stands in `openapi.ts`. */
export const ApiMediaQuery = MediaQuery.extend({
  page: MediaQuery.shape.page.meta({ deprecated: true }),
  cursor: MediaQuery.shape.cursor.meta({}),
});
export const ApiPagination = ListPagination.extend({ next_cursor: ListPagination.shape.next_cursor.meta({}) });
const ApiMediaList = MediaList.extend({ pagination: ApiPagination });

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
    query: ApiMediaQuery,
    data: ApiMediaList,
  },
  apiGetMedia: {
    method: 'GET',
    path: '/v1/media/:id',
    access: 'token',
    scope: 'read',
    params: Id,
    data: item,
  },
  apiMediaFrames: {
    method: 'GET',
    path: '/v1/media/:id/frames',
    access: 'token',
    scope: 'read',
    params: Id,
    query: VideoFramesQuery,
    data: VideoFrames,
  },
  apiDeleteMedia: {
    method: 'DELETE',
    path: '/v1/media/:id',
    access: 'token',
    scope: 'decide',
    params: Id,
    data: nothing,
  },
  apiPassMedia: {
    method: 'POST',
    path: '/v1/media/:id/pass',
    access: 'token',
    scope: 'decide',
    params: Id,
    body: ProgramDecideInput,
    data: decided,
  },
  apiFailMedia: {
    method: 'POST',
    path: '/v1/media/:id/fail',
    access: 'token',
    scope: 'decide',
    params: Id,
    body: ProgramDecideInput,
    data: decided,
  },
  /** Answers 202: the addresses are fetched and judged in the background. */
  apiCreateBatch: {
    method: 'POST',
    path: '/v1/batches',
    access: 'token',
    scope: 'upload',
    keyed: true,
    body: CreateBatchInput,
    data: z.object({ batch: Batch }),
  },
  apiGetBatch: {
    method: 'GET',
    path: '/v1/batches/:id',
    access: 'token',
    scope: 'read',
    params: Id,
    data: z.object({ batch: Batch }),
  },
  apiUsage: {
    method: 'GET',
    path: '/v1/usage',
    access: 'token',
    scope: 'read',
    data: ApiUsage,
  },
} as const satisfies EndpointTable;
