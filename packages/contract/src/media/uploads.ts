import { z } from 'zod';
import * as limits from '../limits.ts';
import { MediaUpload } from './media.ts';
import { AnalysisMetadata, Moderation } from './moderation.ts';

export const UploadUsage = z.object({ frames_charged: z.int(), frames_remaining: z.int() });
export type UploadUsage = z.infer<typeof UploadUsage>;

/** Answer to an upload; `moderation` is null and `status` says "processing" when the caller did not wait long enough. */
export const UploadResult = z.object({
  media_upload: MediaUpload,
  moderation: Moderation.nullable(),
  analysis_metadata: AnalysisMetadata.nullable(),
  status: z.enum(['processing', 'complete']),
  usage: UploadUsage,
});
export type UploadResult = z.infer<typeof UploadResult>;

/** The text fields of an upload form, as strings (multipart carries nothing else). */
export const UploadFields = z.object({
  title: z.string().trim().max(limits.titleMaxLength).optional(),
  description: z.string().trim().max(limits.descriptionMaxLength).optional(),
  caption: z.string().trim().max(limits.captionMaxLength).optional(),
  tags: z
    .string()
    .max(limits.tagMaxLength * limits.tagsMax)
    .optional(),
  /** Who made it: JSON with `id`, and if you like `name`, `url` and `created_at`. */
  author: z.string().max(limits.authorMaxLength).optional(),
});
export type UploadFields = z.infer<typeof UploadFields>;

/** "a, b ,, a" → ["a", "b"]: trimmed, blanks and repeats dropped. */
export function splitTags(tags: string | undefined): string[] {
  return [
    ...new Set(
      (tags ?? '')
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    ),
  ];
}
