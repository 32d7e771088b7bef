import { messages } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { errorMessage } from '../../shared/api/error-message.ts';
import { keys } from '../../shared/api/keys.ts';
import { checkFile } from '../../shared/media/file-check.ts';
import { newIdempotencyKey } from '../shell/api/idempotency-key.ts';
import { mediaItemQuery } from '../shell/api/media-item-query.ts';
import { useConnection, useReturn } from '../shell/connection/use-connection.ts';
import { useLive } from '../shell/live/use-live.ts';
import {
  awaitedRows,
  countQueue,
  dueRows,
  emptyQueue,
  newRow,
  type Queue,
  type QueueRow,
  queueReducer,
  unansweredRows,
} from './queue-state.ts';
import { sendUpload, type UploadFields, UploadTimeout } from './send-upload.ts';

export type UploadQueue = {
  queue: Queue;
  /** Checks files and puts them at the end. */
  add: (files: readonly File[]) => Promise<void>;
  /** Sends everything that waits, with these words. */
  start: (fields: UploadFields) => void;
  /** False = nothing is sent until the server can be reached again. */
  connected: boolean;
  /** Sends a failed one again under the same key, so that it is never charged twice. */
  retry: (id: string) => void;
  remove: (id: string) => void;
  /** Stops what is on its way and empties the queue. */
  clear: () => void;
};

/** Runs several uploads, two at a time, each with its own result. */
export function useUploadQueue(): UploadQueue {
  const [queue, dispatch] = useReducer(queueReducer, emptyQueue);
  const queries = useQueryClient();
  const connected = useConnection() === 'connected';
  const fields = useRef<UploadFields | null>(null);
  const sending = useRef(new Map<string, AbortController>());

  useLive({ onEvent: (event) => dispatch({ type: 'event', event, atMs: performance.now() }) });

  const awaited = awaitedRows(queue);
  const items = useQueries({ queries: awaited.map(({ mediaId }) => mediaItemQuery(mediaId)) });
  const arrived = awaited.map(({ id }, index) => ({ id, media: items[index]?.data }));
  const takeIn = useEffectEvent(() => {
    for (const { id, media } of arrived) if (media) dispatch({ type: 'row', id, action: { type: 'item', media } });
  });
  const news = arrived.map(({ media }) => `${media?.id}${media?.moderationCheckedAt}${media?.moderationError}`).join();
  // Only with news: an item that is still waited for would otherwise be taken in again with every drawing.
  useEffect(() => {
    if (news !== '') takeIn();
  }, [news]);

  const { settled, failed } = countQueue(queue);
  useEffect(() => {
    if (settled + failed === 0) return;
    void queries.invalidateQueries({ queryKey: keys.usage.all });
    void queries.invalidateQueries({ queryKey: keys.media.lists });
  }, [settled, failed, queries]);

  const send = async ({ id, file }: QueueRow, uploadId: string) => {
    const controller = new AbortController();
    sending.current.set(id, controller);
    const tell = (action: Parameters<typeof dispatch>[0] & { type: 'row' }) => {
      if (!controller.signal.aborted) dispatch(action);
    };
    try {
      const request = { media: file, fields: fields.current ?? { title: '', description: '', caption: '', tags: '' } };
      const onProgress = (sent: number) => tell({ type: 'row', id, action: { type: 'progress', sent } });
      const result = await sendUpload({ ...request, uploadId, signal: controller.signal, onProgress });
      tell({ type: 'row', id, action: { type: 'answer', result } });
    } catch (error) {
      if (error instanceof UploadTimeout) return tell({ type: 'row', id, action: { type: 'timeout' } });
      const status = error instanceof ClearframeError ? error.status : 0;
      const message = errorMessage(error, messages.uploadFailed);
      tell({ type: 'row', id, action: { type: 'failure', status, message } });
    } finally {
      sending.current.delete(id);
    }
  };

  const sendDue = useEffectEvent(() => {
    for (const row of dueRows(queue)) {
      const uploadId = newIdempotencyKey();
      dispatch({ type: 'row', id: row.id, action: { type: 'start', uploadId } });
      void send(row, uploadId);
    }
  });
  const due = connected
    ? dueRows(queue)
        .map(({ id }) => id)
        .join()
    : '';
  useEffect(() => {
    if (due !== '') sendDue();
  }, [due]);
  const sendAgain = (row: QueueRow) => {
    if (row.upload.phase !== 'failed' && row.upload.phase !== 'timed_out') return;
    dispatch({ type: 'row', id: row.id, action: { type: 'retry' } });
    void send(row, row.upload.uploadId);
  };
  useReturn(() => unansweredRows(queue).forEach(sendAgain));
  // Leaving the page keeps what the server has; what is still being sent is given up.
  useEffect(() => {
    const running = sending.current;
    return () => {
      for (const controller of running.values()) controller.abort();
    };
  }, []);

  const stop = (id: string) => sending.current.get(id)?.abort();
  return {
    queue,
    connected,
    async add(files) {
      const rows = await Promise.all(files.map(async (file) => newRow(file, await checkFile(file), newIdempotencyKey())));
      dispatch({ type: 'add', rows });
    },
    start(words) {
      fields.current = words;
      dispatch({ type: 'start' });
    },
    retry(id) {
      const row = queue.rows.find((one) => one.id === id);
      if (row) sendAgain(row);
    },
    remove(id) {
      stop(id);
      dispatch({ type: 'remove', id });
    },
    clear() {
      for (const { id } of queue.rows) stop(id);
      dispatch({ type: 'clear' });
    },
  };
}
