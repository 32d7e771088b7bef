import type { UploadResult } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { mediaOf } from '../../shared/verdict/testing/media-of.ts';
import { moderationOf } from '../../shared/verdict/testing/moderation-of.ts';
import { countQueue, dueRows, emptyQueue, newRow, type Queue, queueMax, queueReducer, unansweredRows } from './queue-state.ts';

const file = (name: string) => new File(['x'], name);
const waiting = (id: string) => newRow(file(id), { ok: true, kind: 'png' }, id);
const started = (ids: string[]): Queue => {
  const added = queueReducer(emptyQueue, { type: 'add', rows: ids.map(waiting) });
  return queueReducer(added, { type: 'start' });
};
const begin = (queue: Queue, id: string) =>
  queueReducer(queue, { type: 'row', id, action: { type: 'start', uploadId: `key-${id}` } });
const resultOf = (passed: boolean): UploadResult => {
  const moderation = moderationOf({ flagged: !passed });
  return {
    status: 'complete',
    media_upload: mediaOf({ moderation }),
    moderation,
    analysis_metadata: { processing_time_ms: 1, analysis_version: 'test', frames_analysed: 1 },
    usage: { frames_charged: 1, frames_remaining: 3 },
  };
};
const end = (queue: Queue, id: string, passed: boolean) =>
  queueReducer(queue, { type: 'row', id, action: { type: 'answer', result: resultOf(passed) } });
const due = (queue: Queue) => dueRows(queue).map(({ id }) => id);

describe('a queue of uploads', () => {
  it('UP-05 sends nothing before the button is pressed, then two at a time in their order', () => {
    expect(due(queueReducer(emptyQueue, { type: 'add', rows: ['a', 'b'].map(waiting) }))).toEqual([]);
    let queue = started(['a', 'b', 'c', 'd']);
    expect(due(queue)).toEqual(['a', 'b']);
    queue = begin(queue, 'a');
    expect(due(queue)).toEqual(['b']);
    queue = begin(queue, 'b');
    expect(due(queue)).toEqual([]);
    queue = end(queue, 'b', true);
    expect(due(queue)).toEqual(['c']);
  });

  it('UP-02 keeps a refused file in the list with its reason and never sends it', () => {
    const refused = newRow(file('notes.txt'), { ok: false, message: 'no picture' }, 'n');
    const queue = queueReducer(started(['a']), { type: 'add', rows: [refused] });
    expect(due(queue)).toEqual(['a']);
    expect(queue.rows[1]).toMatchObject({ refusal: 'no picture', kind: null });
    expect(countQueue(queue)).toMatchObject({ files: 1, sendable: 1 });
  });

  it('UP-05 counts verdicts and failures apart', () => {
    let queue = started(['a', 'b', 'c']);
    for (const id of ['a', 'b', 'c']) queue = begin(queue, id);
    queue = end(end(queue, 'a', false), 'b', true);
    queue = queueReducer(queue, { type: 'row', id: 'c', action: { type: 'failure', status: 500, message: 'broken' } });
    expect(countQueue(queue)).toEqual({ files: 3, sendable: 0, settled: 2, flagged: 1, failed: 1 });
  });

  it('UP-05 knows the uploads that no server heard of, which go again when it is back', () => {
    let queue = begin(begin(started(['a', 'b']), 'a'), 'b');
    const fail = (id: string, status: number) =>
      queueReducer(queue, { type: 'row', id, action: { type: 'failure', status, message: 'Upload failed' } });
    queue = fail('a', 0);
    queue = fail('b', 500);
    expect(unansweredRows(queue).map(({ id }) => id)).toEqual(['a']);
    queue = queueReducer(queue, { type: 'row', id: 'a', action: { type: 'retry' } });
    expect(unansweredRows(queue)).toEqual([]);
  });

  it('UP-05 hears the stages of each upload by its own key', () => {
    const queue = queueReducer(begin(begin(started(['a', 'b']), 'a'), 'b'), {
      type: 'event',
      event: { type: 'media.stage', media_id: mediaOf({}).id, upload_id: 'key-b', stage: 'analysis' },
      atMs: 5,
    });
    expect(queue.rows.map(({ upload }) => 'times' in upload && upload.times)).toEqual([{}, { analysis: 5 }]);
  });

  it('SEC-06 holds a queue to its largest size, and forgets removed files', () => {
    const many = Array.from({ length: queueMax + 5 }, (_, index) => `f${index}`);
    const queue = started(many);
    expect(queue.rows).toHaveLength(queueMax);
    expect(due(queueReducer(queue, { type: 'remove', id: 'f0' }))).toEqual(['f1', 'f2']);
    expect(queueReducer(queue, { type: 'clear' })).toEqual(emptyQueue);
  });
});
