import { z } from 'zod';
import * as limits from '../limits.ts';
import { Pagination } from '../media/media.ts';

const Name = z.string().trim().min(1, 'Please enter a name').max(100);
const bucketName = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i;

/** Where events come from, and how their objects are read. */
const fields = {
  name: Name,
  endpoint: z.url({ protocol: /^https?$/ }).max(limits.urlMaxLength),
  region: z.string().regex(/^[a-z0-9-]{1,40}$/),
  bucket: z.string().regex(bucketName, 'This is no name of a bucket'),
  /** Of the keys that count; others are ignored. */
  prefix: z.string().max(1_024),
  access_key_id: z.string().trim().min(1).max(200),
  path_style: z.boolean(),
  /** Whether verdicts are written to the objects, as tags. */
  answer_tags: z.boolean(),
  is_active: z.boolean(),
};
const Secret = z.string().trim().min(1).max(400);

/** A bucket whose new objects are judged. */
export const S3Source = z
  .object({
    ...fields,
    id: z.uuid(),
    /** Whoever knows it can send events. Its first 20 characters, unless it was just made or somebody proved who they are. */
    events_url: z.string(),
    created_at: z.iso.datetime(),
    last_event_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'S3Source' });
export type S3Source = z.infer<typeof S3Source>;

export const CreateS3SourceInput = z.object({
  ...fields,
  region: fields.region.default('us-east-1'),
  prefix: fields.prefix.default(''),
  path_style: fields.path_style.default(true),
  answer_tags: fields.answer_tags.default(true),
  is_active: fields.is_active.default(true),
  secret_access_key: Secret,
});
export type CreateS3SourceInput = z.infer<typeof CreateS3SourceInput>;

export const UpdateS3SourceInput = z.object({ ...fields, secret_access_key: Secret }).partial();
export type UpdateS3SourceInput = z.infer<typeof UpdateS3SourceInput>;

const S3ObjectState = z.enum(['waiting', 'judged', 'failed']);

/** An object that an event named, and what became of it. */
export const S3Object = z.object({
  key: z.string(),
  version_id: z.string().nullable(),
  etag: z.string(),
  state: S3ObjectState,
  media_id: z.uuid().nullable(),
  /** `none` = there will be no verdict: that is never a pass. null = it is not known yet. */
  verdict: z.enum(['pass', 'review', 'fail', 'none']).nullable(),
  tagged_at: z.iso.datetime().nullable(),
  error: z.string().nullable(),
  attempts: z.int(),
});
export type S3Object = z.infer<typeof S3Object>;

export const S3ObjectsQuery = z.object({
  state: S3ObjectState.optional(),
  page: z.coerce.number().int().min(1).max(limits.pageMax).default(1),
});
export type S3ObjectsQuery = z.infer<typeof S3ObjectsQuery>;

export const S3ObjectPage = z.object({ objects: z.array(S3Object), pagination: Pagination });
export type S3ObjectPage = z.infer<typeof S3ObjectPage>;
