import { z } from 'zod';
import { type EndpointTable, Id, nothing } from '../endpoint.ts';
import { CreateS3SourceInput, S3ObjectPage, S3ObjectsQuery, S3Source, UpdateS3SourceInput } from './s3-sources.ts';

const manage = { access: 'session', action: 'doors.manage' } as const;

/** Buckets whose new objects are judged. */
export const s3SourcesEndpoints = {
  listS3Sources: { ...manage, method: 'GET', path: '/s3-sources', data: z.object({ s3_sources: z.array(S3Source) }) },
  /** Lists the bucket once: what the provider refuses is refused here. */
  createS3Source: {
    ...manage,
    method: 'POST',
    path: '/s3-sources',
    body: CreateS3SourceInput,
    data: z.object({ s3_source: S3Source }),
  },
  updateS3Source: {
    ...manage,
    method: 'PATCH',
    path: '/s3-sources/:id',
    params: Id,
    body: UpdateS3SourceInput,
    data: z.object({ s3_source: S3Source }),
  },
  deleteS3Source: { ...manage, method: 'DELETE', path: '/s3-sources/:id', params: Id, data: nothing },
  /** A new address for events. The old one works for a day. */
  rotateS3Source: {
    ...manage,
    method: 'POST',
    path: '/s3-sources/:id/rotate',
    params: Id,
    data: z.object({ s3_source: S3Source }),
  },
  /** Newest first. */
  listS3Objects: {
    ...manage,
    method: 'GET',
    path: '/s3-sources/:id/objects',
    params: Id,
    query: S3ObjectsQuery,
    data: S3ObjectPage,
  },
} as const satisfies EndpointTable;
