import { AppError, limits, MediaStage, type TryItProgress } from '@clearframe/contract';
import { visitorAccountId } from '../accounts/visitor-account-id.ts';
import type { Context } from '../context.ts';
import { findShown, type Shown } from '../moderation/item/present.ts';
import { answerUpload } from '../moderation/upload/upload-answer.ts';

type WatchContext = Pick<Context, 'clock' | 'db' | 'fileUrls' | 'live' | 'storage'>;

/** How often it looks by itself: an announcement may get lost with its connection. */
const LOOK_MS = 1_000;

/** A visitor's picture, as long as its verdict may be read. @throws AppError media_not_found */
async function requireCheck(context: WatchContext, id: string): Promise<Shown> {
  const found = await findShown(context, id);
  const since = context.clock.now().getTime() - limits.tryItKeptMs;
  if (found?.item.accountId !== visitorAccountId || found.item.createdAt.getTime() <= since)
    throw new AppError('media_not_found');
  return found;
}

export type VisitorWatch = {
  /** The id that taking it in answered with; nobody else was told it. */
  id: string;
  /** The stage that the page shows. */
  seen: MediaStage | undefined;
  /** The page went away, or the server stops. */
  signal: AbortSignal;
};

/**
 * Waits up to `limits.tryItWaitMs` for a later stage than the one that was seen, or for the verdict.
 * @throws AppError media_not_found (deleted, or no visitor's), file_undecodable, analysis_unavailable
 */
export async function watchVisitorCheck(context: WatchContext, { id, seen, signal }: VisitorWatch): Promise<TryItProgress> {
  const order = MediaStage.options;
  let stage: MediaStage = seen ?? 'queued';
  let wake = Promise.withResolvers<void>();
  const stop = () => wake.resolve();
  // Heard before the first look, so that nothing happens unseen between the two.
  const leave = context.live.subscribe(visitorAccountId, (event) => {
    if (!('media_id' in event) || event.media_id !== id) return;
    if (event.type === 'media.stage' && order.indexOf(event.stage) > order.indexOf(stage)) stage = event.stage;
    wake.resolve();
  });
  signal.addEventListener('abort', stop);
  const endsAt = performance.now() + limits.tryItWaitMs;
  try {
    for (;;) {
      const found = await requireCheck(context, id);
      const { item } = found;
      const deleted_by = new Date(item.createdAt.getTime() + limits.tryItGoneMs).toISOString();
      if (item.state !== 'queued') {
        const { data } = await answerUpload(context, found);
        return { stage: 'verdict', media_upload: data.media_upload, deleted_by };
      }
      const leftMs = endsAt - performance.now();
      if (stage !== seen || leftMs <= 0 || signal.aborted) return { stage, media_upload: null, deleted_by };
      const timer = setTimeout(stop, Math.min(LOOK_MS, leftMs));
      await wake.promise;
      clearTimeout(timer);
      wake = Promise.withResolvers();
    }
  } finally {
    leave();
    signal.removeEventListener('abort', stop);
  }
}
