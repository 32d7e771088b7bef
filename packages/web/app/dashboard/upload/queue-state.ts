import type { LiveEvent, MediaKind } from '@clearframe/contract';
import { awaitedMedia, choosing, type UploadAction, type UploadState, uploadReducer } from './upload-state.ts';

/** As many uploads of a queue are on their way at once: one is analysed while the next one's bytes travel. */
const AT_ONCE = 2;
/** Files of one queue: as many as the server takes in a minute or two, and a list that can still be looked over. */
export const queueMax = 50;

/** One file of the queue. `refusal` is what the browser's check said: such a file is never sent. `choosing` = waits its turn. */
export type QueueRow = { id: string; file: File; kind: MediaKind | null; refusal: string | null; upload: UploadState };
export type Queue = { rows: readonly QueueRow[]; running: boolean };

export type QueueAction =
  | { type: 'add'; rows: readonly QueueRow[] }
  | { type: 'start' }
  | { type: 'remove'; id: string }
  | { type: 'clear' }
  | { type: 'row'; id: string; action: UploadAction }
  | { type: 'event'; event: LiveEvent; atMs: number };

export const emptyQueue: Queue = { rows: [], running: false };

const isSendable = ({ refusal, upload }: QueueRow) => refusal === null && upload.phase === 'choosing';
const isOnItsWay = ({ upload }: QueueRow) => upload.phase === 'working' && !upload.answered;

/** Rows whose turn it is. */
export function dueRows({ rows, running }: Queue): readonly QueueRow[] {
  if (!running) return [];
  return rows.filter(isSendable).slice(0, Math.max(0, AT_ONCE - rows.filter(isOnItsWay).length));
}

/** Rows that no server heard of. */
export function unansweredRows({ rows }: Queue): readonly QueueRow[] {
  return rows.filter(({ upload }) => upload.phase === 'failed' && upload.unanswered);
}

/** Items whose verdict comes after the answer. */
export function awaitedRows({ rows }: Queue): { id: string; mediaId: string }[] {
  return rows.flatMap(({ id, upload }) => {
    const mediaId = awaitedMedia(upload);
    return mediaId === null ? [] : [{ id, mediaId }];
  });
}

export type QueueCounts = { files: number; sendable: number; settled: number; flagged: number; failed: number };

/** What the head of the queue says. Refused files count as neither sent nor failed. */
export function countQueue({ rows }: Queue): QueueCounts {
  const taken = rows.filter(({ refusal }) => refusal === null);
  const done = taken.flatMap(({ upload }) => (upload.phase === 'done' ? [upload.media] : []));
  return {
    files: taken.length,
    sendable: taken.filter(isSendable).length,
    settled: done.length,
    flagged: done.filter(({ moderation }) => moderation !== null && !moderation.passed).length,
    failed: taken.filter(({ upload }) => upload.phase === 'failed' || upload.phase === 'timed_out').length,
  };
}

/** Still being put together, on its way, or through: every file has a result or failed. */
export function queueStage(queue: Queue): 'open' | 'checking' | 'sent' {
  if (!queue.running) return 'open';
  const { files, settled, failed } = countQueue(queue);
  return settled + failed === files ? 'sent' : 'checking';
}

/** The whole life of a queue; each row lives by the rules of a single upload. */
export function queueReducer(queue: Queue, action: QueueAction): Queue {
  switch (action.type) {
    case 'add':
      return { ...queue, rows: [...queue.rows, ...action.rows].slice(0, queueMax) };
    case 'start':
      return { ...queue, running: true };
    case 'remove':
      return { ...queue, rows: queue.rows.filter(({ id }) => id !== action.id) };
    case 'clear':
      return emptyQueue;
    case 'row':
      return {
        ...queue,
        rows: queue.rows.map((row) =>
          row.id === action.id ? { ...row, upload: uploadReducer(row.upload, action.action) } : row,
        ),
      };
    case 'event':
      return { ...queue, rows: queue.rows.map((row) => ({ ...row, upload: uploadReducer(row.upload, action) })) };
  }
}

/** A row that waits its turn, or one that is refused. */
export function newRow(file: File, check: { ok: true; kind: MediaKind } | { ok: false; message: string }, id: string): QueueRow {
  const known = check.ok ? { kind: check.kind, refusal: null } : { kind: null, refusal: check.message };
  return { id, file, upload: choosing, ...known };
}
