import { z } from 'zod';
import { AuthorInput } from '../authors/authors.ts';
import * as limits from '../limits.ts';
import { UploadFields } from './uploads.ts';

/** Neither control characters nor halves of a surrogate pair, which cannot be stored. */
const storable = /^[^\p{Cc}\p{Cs}]*$/u;
const unstorable = 'It holds characters that cannot be stored';

/** One address to be uploaded; the texts are those of an upload form, tags as a list and metadata as it is. */
export const BatchItemInput = z.object({
  url: z.string().trim().min(1, 'An address is missing').max(limits.urlMaxLength).regex(storable, unstorable),
  title: UploadFields.shape.title,
  description: UploadFields.shape.description,
  caption: UploadFields.shape.caption,
  tags: z
    .array(
      z
        .string()
        .max(limits.tagMaxLength)
        .regex(/^[^,]*$/, 'A tag cannot hold a comma'),
    )
    .max(limits.tagsMax)
    .optional(),
  metadata: z.unknown().optional(),
  author: AuthorInput.optional(),
  /** The caller's own name for it, given back with the result. */
  reference: z.string().max(limits.batchReferenceMaxLength).regex(storable, unstorable).optional(),
});
export type BatchItemInput = z.infer<typeof BatchItemInput>;

export const CreateBatchInput = z.object({ items: z.array(BatchItemInput).min(1).max(limits.batchItemsMax) });

export const BatchItem = z.object({
  reference: z.string().nullable(),
  url: z.string(),
  /** waiting = not fetched yet; processing = uploaded, its analysis is queued or under way. */
  status: z.enum(['waiting', 'processing', 'complete', 'failed']),
  media_id: z.uuid().nullable(),
  /** As the item stands now, decisions by people included; null = no verdict. */
  passed: z.boolean().nullable(),
  /** What an upload of this address would have been answered. */
  error: z.object({ status: z.int(), message: z.string() }).nullable(),
});
export type BatchItem = z.infer<typeof BatchItem>;

/** A list of addresses that is worked off in the background. `items` stand in the order in which they were sent. */
export const Batch = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  status: z.enum(['processing', 'complete']),
  progress: z.object({ total: z.int(), waiting: z.int(), processing: z.int(), complete: z.int(), failed: z.int() }),
  items: z.array(BatchItem),
});
export type Batch = z.infer<typeof Batch>;
