import { z } from 'zod';
import * as limits from '../limits.ts';
import { nameOf } from '../names.ts';
import { KeepChecks, OnReview } from './doors.ts';

/** Statuses that a checker may refuse with. */
const RejectStatus = z.literal([403, 406, 422, 451]);
const Network = z.union([z.cidrv4(), z.cidrv6()], 'Send a network such as 192.0.2.0/24');

const fields = {
  name: nameOf({ missing: 'Please enter a name', thing: 'A name' }, limits.checkerNameMaxLength),
  /** Of the answer that says no. */
  reject_status: RejectStatus,
  /** What is answered where there is no verdict: an error, or 200 with the verdict `none`. */
  on_error: z.enum(['closed', 'open']),
  /** null = as the settings of all doors say. */
  on_review: OnReview.nullable(),
  keep: KeepChecks.nullable(),
  timeout_ms: z.int().min(1_000).max(limits.checkerTimeoutMaxMs),
  /** Networks that may call; none = from anywhere. */
  allow_from: z.array(Network).max(limits.checkerNetworksMax),
  /** The longest video; 0 = none is taken. */
  video_max_seconds: z.int().min(0).max(limits.checkerVideoMaxSeconds),
  is_active: z.boolean(),
};

/** An address that answers yes or no to whoever sends a file there. Source: doors-and-trust A3. */
export const Checker = z.object({
  id: z.uuid(),
  ...fields,
  name: z.string(),
  allow_from: z.array(z.string()),
  /** Whole when it was just made or rotated, and for whoever proved who they are; else its first 20 characters. */
  secret: z.string(),
  url: z.string(),
  /** Secret and address are cut. */
  withheld: z.boolean(),
  created_at: z.iso.datetime(),
  /** To the minute. */
  last_used_at: z.iso.datetime().nullable(),
});
export type Checker = z.infer<typeof Checker>;

export const CheckerInput = z.object({
  ...fields,
  reject_status: RejectStatus.default(406),
  on_error: fields.on_error.default('closed'),
  on_review: fields.on_review.default(null),
  keep: fields.keep.default(null),
  timeout_ms: fields.timeout_ms.default(25_000),
  allow_from: fields.allow_from.default([]),
  video_max_seconds: fields.video_max_seconds.default(0),
  is_active: fields.is_active.default(true),
});
export type CheckerInput = z.infer<typeof CheckerInput>;

/** Any of the fields; the others stay. */
export const CheckerChange = z.object({
  name: fields.name.exactOptional(),
  reject_status: RejectStatus.exactOptional(),
  on_error: fields.on_error.exactOptional(),
  on_review: fields.on_review.exactOptional(),
  keep: fields.keep.exactOptional(),
  timeout_ms: fields.timeout_ms.exactOptional(),
  allow_from: fields.allow_from.exactOptional(),
  video_max_seconds: fields.video_max_seconds.exactOptional(),
  is_active: fields.is_active.exactOptional(),
});
export type CheckerChange = z.infer<typeof CheckerChange>;
