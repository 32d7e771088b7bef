import { z } from 'zod';
import { VideoProgress } from '../analysis/video.ts';
import { MediaStage } from './media.ts';

/** What `GET /api/events` sends (server-sent events; the event name is `type`). */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('media.stage'),
    media_id: z.uuid(),
    upload_id: z.string().nullable(),
    stage: MediaStage,
    /** While the seconds of a video are analysed, about once a second. */
    progress: VideoProgress.optional(),
  }),
  z.object({ type: z.literal('media.updated'), media_id: z.uuid() }),
  /** Somebody looks at the item to decide it, or no longer does. */
  z.object({ type: z.literal('claim.updated'), media_id: z.uuid() }),
  /** A run over many items got on, ended, or is taken back. */
  z.object({ type: z.literal('bulk_run.updated'), run_id: z.uuid() }),
  z.object({ type: z.literal('webhook.updated'), webhook_id: z.uuid() }),
  /** An event for that hook was written, attempted, or is sent again. */
  z.object({ type: z.literal('delivery.updated'), webhook_id: z.uuid() }),
  z.object({ type: z.literal('usage.updated') }),
  z.object({ type: z.literal('export.updated'), export_id: z.uuid() }),
  /** An API token was used, for the first time in a minute. */
  z.object({ type: z.literal('token.updated') }),
  /** Somebody joined or left, has another role, or now looks at another account. */
  z.object({ type: z.literal('team.updated'), user_id: z.uuid() }),
  /** Something may have changed before the stream opened that it cannot name: what was read is read again. */
  z.object({ type: z.literal('stream.late') }),
]);
export type LiveEvent = z.infer<typeof LiveEvent>;

/**
 * What a page may say when it opens the stream: for how long it has been reading, in milliseconds of its own clock. What changed since
 * is told first.
 */
export const LiveQuery = z.object({ read_ms: z.coerce.number().int().min(0).optional() });
export type LiveQuery = z.infer<typeof LiveQuery>;
