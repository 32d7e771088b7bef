import type { LiveEvent, MediaUpload, UploadResult, UploadUsage } from '@clearframe/contract';
import { heardStage, type StageTimes } from '../../shared/media/upload-stages.ts';

/** What is known about one upload from the press of the button on. `uploadId` is its Idempotency-Key. */
type Known = { uploadId: string; mediaId: string | null; times: StageTimes };

export type UploadState =
  | { phase: 'choosing' }
  /** `sent`: share of the bytes handed over, 0…1. `answered`: the server stopped waiting and goes on by itself. */
  | (Known & { phase: 'working'; sent: number; answered: boolean })
  | (Known & { phase: 'timed_out' })
  /** `unanswered`: the server could not be reached, so nobody knows whether it has the upload. */
  | (Known & { phase: 'failed'; message: string; retryable: boolean; unanswered: boolean })
  /** `usage` is what the answer said was charged; null when the verdict came after the answer. */
  | { phase: 'done'; media: MediaUpload; usage: UploadUsage | null };

export type UploadAction =
  | { type: 'start'; uploadId: string }
  | { type: 'retry' }
  | { type: 'progress'; sent: number }
  | { type: 'event'; event: LiveEvent; atMs: number }
  | { type: 'answer'; result: UploadResult }
  | { type: 'timeout' }
  | { type: 'failure'; status: number; message: string }
  | { type: 'item'; media: MediaUpload }
  | { type: 'reset' };

export const choosing: UploadState = { phase: 'choosing' };

/** The server still works on a request with this key: IDEMPOTENCY_RUNNING of the contract's table. */
const STILL_RUNNING = 409;

/** True when the item waits for nothing more: it has a verdict, or the reason why it has none. */
function isSettled(media: MediaUpload): boolean {
  return media.moderation !== null || media.moderationError !== null;
}

/** The item whose verdict can still arrive, or null. */
export function awaitedMedia(state: UploadState): string | null {
  switch (state.phase) {
    case 'choosing':
      return null;
    case 'working':
      return state.answered ? state.mediaId : null;
    case 'timed_out':
      return state.mediaId;
    case 'failed':
      // The analysis failed and the server holds the item: it tells the reason, and tries again by itself.
      return state.retryable ? state.mediaId : null;
    case 'done':
      return state.media.moderation === null ? state.media.id : null;
  }
}

function answered(state: UploadState & Known, result: UploadResult): UploadState {
  if (result.status === 'complete' || isSettled(result.media_upload)) {
    const { media_upload: media, moderation, analysis_metadata } = result;
    const complete = {
      ...media,
      moderation: moderation ?? media.moderation,
      analysis_metadata: analysis_metadata ?? media.analysis_metadata,
    };
    return { phase: 'done', media: complete, usage: result.usage };
  }
  const { uploadId, times } = state;
  return { phase: 'working', uploadId, mediaId: result.media_upload.id, times, sent: 1, answered: true };
}

function failed(state: UploadState & Known, status: number, message: string): UploadState {
  const { uploadId, mediaId, times } = state;
  if (status === STILL_RUNNING && mediaId !== null)
    return { phase: 'working', uploadId, mediaId, times, sent: 1, answered: true };
  // No answer, a broken server, too many requests, or the same upload still running: the same request can succeed later. Other 4xx cannot.
  const retryable = status === 0 || status >= 500 || status === 429 || status === STILL_RUNNING;
  return { phase: 'failed', uploadId, mediaId, times, message, retryable, unanswered: status === 0 };
}

/** The whole life of one upload as the page sees it; an action that does not belong to the phase changes nothing. */
export function uploadReducer(state: UploadState, action: UploadAction): UploadState {
  if (action.type === 'reset') return choosing;
  if (action.type === 'start') {
    return { phase: 'working', uploadId: action.uploadId, mediaId: null, times: {}, sent: 0, answered: false };
  }
  if (state.phase === 'choosing') return state;
  if (state.phase === 'done') {
    const news = action.type === 'item' && action.media.id === state.media.id && isSettled(action.media);
    return news ? { ...state, media: action.media } : state;
  }
  const { uploadId, mediaId, times } = state;
  switch (action.type) {
    case 'retry':
      return { phase: 'working', uploadId, mediaId, times, sent: 0, answered: false };
    case 'progress':
      return state.phase === 'working' ? { ...state, sent: Math.min(1, Math.max(state.sent, action.sent)) } : state;
    case 'event':
      if (action.event.type !== 'media.stage' || action.event.upload_id !== uploadId) return state;
      return { ...state, mediaId: action.event.media_id, times: heardStage(times, action.event.stage, action.atMs) };
    case 'answer':
      return answered(state, action.result);
    case 'timeout':
      return { phase: 'timed_out', uploadId, mediaId, times };
    case 'failure':
      return failed(state, action.status, action.message);
    case 'item':
      return action.media.id === mediaId && isSettled(action.media) ? { phase: 'done', media: action.media, usage: null } : state;
  }
}
