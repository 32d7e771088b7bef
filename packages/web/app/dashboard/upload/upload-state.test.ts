import type { LiveEvent, MediaStage, UploadResult } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { mediaOf } from '../../shared/verdict/testing/media-of.ts';
import { moderationOf } from '../../shared/verdict/testing/moderation-of.ts';
import { awaitedMedia, choosing, type UploadAction, type UploadState, uploadReducer } from './upload-state.ts';

const uploadId = 'a-key';
const media = mediaOf();
const checked = mediaOf({ moderation: moderationOf({}), moderationFlagged: false });

const stage = (name: MediaStage, atMs: number, upload_id: string | null = uploadId): UploadAction => {
  const event: LiveEvent = { type: 'media.stage', media_id: media.id, upload_id, stage: name };
  return { type: 'event', event, atMs };
};
const result = (parts: Partial<UploadResult>): UploadAction => ({
  type: 'answer',
  result: {
    media_upload: media,
    moderation: null,
    analysis_metadata: null,
    status: 'processing',
    usage: { frames_charged: 1, frames_remaining: 14 },
    ...parts,
  },
});
const run = (...actions: UploadAction[]) => actions.reduce<UploadState>(uploadReducer, choosing);
const start: UploadAction = { type: 'start', uploadId };

describe('uploadReducer', () => {
  it('UP-05 goes from the press of the button over the stages to the result', () => {
    const working = run(start, { type: 'progress', sent: 0.5 }, stage('queued', 10), stage('analysis', 40));
    expect(working).toMatchObject({ phase: 'working', sent: 0.5, mediaId: media.id, times: { queued: 10, analysis: 40 } });
    const done = uploadReducer(working, result({ status: 'complete', moderation: moderationOf({}), media_upload: checked }));
    expect(done).toMatchObject({ phase: 'done', usage: { frames_charged: 1, frames_remaining: 14 } });
  });

  it('UP-05 ignores the stages of another upload', () => {
    expect(run(start, stage('analysis', 40, 'another-key'), stage('analysis', 50, null))).toMatchObject({
      mediaId: null,
      times: {},
    });
  });

  it('UP-05 goes on waiting for the item after the answer 202 and takes no unsettled one', () => {
    const waiting = run(start, result({}));
    expect(waiting).toMatchObject({ phase: 'working', answered: true, sent: 1 });
    expect(awaitedMedia(waiting)).toBe(media.id);
    expect(uploadReducer(waiting, { type: 'item', media })).toBe(waiting);
    expect(uploadReducer(waiting, { type: 'item', media: checked })).toMatchObject({ phase: 'done', usage: null });
  });

  it('UP-05 ends with the reason when the analysis failed', () => {
    const held = mediaOf({ moderationError: 'The analysis is not available right now.' });
    expect(run(start, result({}), { type: 'item', media: held })).toMatchObject({ phase: 'done' });
  });

  it('UP-09 retries a timed-out upload under the same key', () => {
    const late = run(start, stage('queued', 10), { type: 'timeout' });
    expect(late).toMatchObject({ phase: 'timed_out', uploadId });
    expect(uploadReducer(late, { type: 'retry' })).toMatchObject({ phase: 'working', uploadId, sent: 0, answered: false });
  });

  it('UP-05 still takes the verdict that arrives after the time-out', () => {
    const late = run(start, stage('queued', 10), { type: 'timeout' });
    expect(awaitedMedia(late)).toBe(media.id);
    expect(uploadReducer(late, { type: 'item', media: checked })).toMatchObject({ phase: 'done' });
  });

  it('UP-09 waits for the first try when the retry is told that it still runs', () => {
    const busy: UploadAction = { type: 'failure', status: 409, message: 'still running' };
    expect(run(start, stage('queued', 1), { type: 'timeout' }, { type: 'retry' }, busy)).toMatchObject({
      phase: 'working',
      answered: true,
    });
    expect(run(start, { type: 'timeout' }, { type: 'retry' }, busy)).toMatchObject({ phase: 'failed', retryable: true });
  });

  it('UP-09 shows why a held item has no verdict, and the verdict when a later try brings it', () => {
    const refusal: UploadAction = { type: 'failure', status: 503, message: 'The analysis is not available right now.' };
    const failed = run(start, stage('queued', 1), refusal);
    expect(awaitedMedia(failed)).toBe(media.id);
    const held = uploadReducer(failed, { type: 'item', media: mediaOf({ moderationError: 'It is tried again' }) });
    expect(held).toMatchObject({ phase: 'done', media: { moderation: null } });
    expect(awaitedMedia(held)).toBe(media.id);
    const judged = uploadReducer(held, { type: 'item', media: checked });
    expect(judged).toMatchObject({ phase: 'done', media: { moderationFlagged: false } });
    expect(awaitedMedia(judged)).toBeNull();
  });

  it('UP-05 waits for nothing after a refusal that no try can mend', () => {
    expect(awaitedMedia(run(start, stage('queued', 1), { type: 'failure', status: 400, message: 'damaged' }))).toBeNull();
  });

  it('UP-08 shows a refusal and offers a retry only where one can help', () => {
    const retryable = (status: number) => {
      const state = run(start, { type: 'failure', status, message: 'No frames are left' });
      return state.phase === 'failed' && state.message === 'No frames are left' && state.retryable;
    };
    expect([0, 400, 403, 413, 429, 500, 503].map(retryable)).toEqual([true, false, false, false, true, true, true]);
  });

  it('UP-05 never shows less progress than before, nor more than all', () => {
    expect(run(start, { type: 'progress', sent: 0.6 }, { type: 'progress', sent: 0.4 })).toMatchObject({ sent: 0.6 });
    expect(run(start, { type: 'progress', sent: 1.2 })).toMatchObject({ sent: 1 });
  });

  it('UP-05 forgets everything for Upload Another, and late news changes nothing then', () => {
    const again = run(start, result({}), { type: 'reset' });
    expect(again).toBe(choosing);
    expect([stage('verdict', 9), result({}), { type: 'timeout' } as const].map((action) => uploadReducer(again, action))).toEqual(
      [choosing, choosing, choosing],
    );
  });
});
