import { z } from 'zod';
import { MediaStage, MediaUpload } from '../media/media.ts';

/** A visitor's picture was taken in. The id is what reads its verdict: nobody else is told it. */
export const TryItTaken = z.object({ id: z.uuid(), deleted_by: z.iso.datetime() });
export type TryItTaken = z.infer<typeof TryItTaken>;

export const TryItQuery = z.object({
  /** The stage that the page shows: the answer waits for a later one, up to `limits.tryItWaitMs`. */
  seen: MediaStage.optional(),
});
export type TryItQuery = z.infer<typeof TryItQuery>;

/** How far a visitor's picture is. `media_upload` is null until there is a verdict. */
export const TryItProgress = z.object({
  stage: MediaStage,
  media_upload: MediaUpload.nullable(),
  /** When everything about it is gone at the latest. */
  deleted_by: z.iso.datetime(),
});
export type TryItProgress = z.infer<typeof TryItProgress>;
