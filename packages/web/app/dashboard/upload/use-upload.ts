import { messages } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { errorMessage } from '../../shared/api/error-message.ts';
import { keys } from '../../shared/api/keys.ts';
import { newIdempotencyKey } from '../shell/api/idempotency-key.ts';
import { mediaItemQuery } from '../shell/api/media-item-query.ts';
import { useLive } from '../shell/live/use-live.ts';
import { sendUpload, type UploadFields, UploadTimeout } from './send-upload.ts';
import { awaitedMedia, choosing, type UploadState, uploadReducer } from './upload-state.ts';

type UploadWish = { media: File | string; fields: UploadFields };

export type Upload = {
  state: UploadState;
  start: (wish: UploadWish) => void;
  /** Sends the same upload again under the same key, so that it is never charged twice. */
  retry: () => void;
  /** Stops sending and goes back to the form. */
  cancel: () => void;
  /** Forgets the result: Upload Another. */
  reset: () => void;
};

/** Runs one upload at a time: bytes, stages from the event stream, and the verdict when it comes after the answer. */
export function useUpload(): Upload {
  const [state, dispatch] = useReducer(uploadReducer, choosing);
  const queries = useQueryClient();
  const wish = useRef<UploadWish | null>(null);
  const sending = useRef<AbortController | null>(null);

  useLive({ onEvent: (event) => dispatch({ type: 'event', event, atMs: performance.now() }) });

  // Read once, then again whenever `media.updated` or a new connection makes it old.
  const awaited = awaitedMedia(state);
  const { data: item, error: lost } = useQuery(mediaItemQuery(awaited));
  useEffect(() => {
    if (item && awaited !== null) dispatch({ type: 'item', media: item });
  }, [item, awaited]);
  useEffect(() => {
    // The server took the item back, for example because the file could not be decoded.
    if (lost instanceof ClearframeError && lost.status === 404) dispatch({ type: 'failure', status: 404, message: lost.message });
  }, [lost]);

  const settled = state.phase === 'done' || state.phase === 'failed';
  useEffect(() => {
    if (!settled) return;
    void queries.invalidateQueries({ queryKey: keys.usage.all });
    void queries.invalidateQueries({ queryKey: keys.media.lists });
  }, [settled, queries]);

  const send = async (uploadId: string) => {
    if (wish.current === null) return;
    const controller = new AbortController();
    sending.current = controller;
    try {
      const result = await sendUpload({
        ...wish.current,
        uploadId,
        signal: controller.signal,
        onProgress: (sent) => dispatch({ type: 'progress', sent }),
      });
      if (!controller.signal.aborted) dispatch({ type: 'answer', result });
    } catch (error) {
      if (controller.signal.aborted) return;
      if (error instanceof UploadTimeout) return dispatch({ type: 'timeout' });
      const status = error instanceof ClearframeError ? error.status : 0;
      dispatch({ type: 'failure', status, message: errorMessage(error, messages.uploadFailed) });
    }
  };

  const stop = () => {
    sending.current?.abort();
    dispatch({ type: 'reset' });
  };

  return {
    state,
    start(next) {
      wish.current = next;
      const uploadId = newIdempotencyKey();
      dispatch({ type: 'start', uploadId });
      void send(uploadId);
    },
    retry() {
      if (state.phase !== 'timed_out' && state.phase !== 'failed') return;
      dispatch({ type: 'retry' });
      void send(state.uploadId);
    },
    cancel: stop,
    reset: stop,
  };
}
