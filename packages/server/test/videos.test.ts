import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Batch,
  type LiveEvent,
  limits,
  type MediaUpload,
  type UploadResult,
  VideoFrames,
  WebhookEnvelope,
} from '@clearframe/contract';
import type { SeenSecond } from '@clearframe/engine/light';
import { and, eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runBatch } from '../src/batches/run-batch.ts';
import { delivery, media, mediaSecond, objectRemoval, seenSecond, usageEntry, usagePeriod } from '../src/db/schema.ts';
import { makeExport } from '../src/exports/make-export.ts';
import { deleteAccount } from '../src/jobs/delete-account.ts';
import { failModeration } from '../src/moderation/analyse/fail-moderation.ts';
import { moderate } from '../src/moderation/analyse/moderate.ts';
import { placeLegalHold } from '../src/moderation/item/legal-hold.ts';
import { findMedia } from '../src/moderation/item/media-row.ts';
import { drainRemovals } from '../src/objects/object-removal.ts';
import { createPrivateCopies } from '../src/storage/private-copies.ts';
import { StorageUnavailable } from '../src/storage/storage.ts';
import { type Built, build } from './helpers/build.ts';
import { deliver } from './helpers/deliver.ts';
import { fakeExaminer, fakeVideo, fakeVideoParts } from './helpers/fake-videos.ts';
import { type Receiver, startReceiver } from './helpers/receiver.ts';
import { send } from './helpers/review-team.ts';
import {
  createUploader,
  file,
  moderateNow,
  picture,
  quickExaminer,
  resultOf,
  runQueuedModeration,
  signs,
  type Uploader,
} from './helpers/uploads.ts';

const mp4 = (seconds: number, flagged: number[] = []) => file(fakeVideo(seconds, { flagged }), 'clip.mp4');

describe('a video', () => {
  let built: Built;
  let person: Uploader;
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
    const config = { throughputScale: 1_000, allowPrivateTargets: [receiver.address] };
    built = await build({ config, parts: fakeVideoParts });
    person = await createUploader(built, 100);
  });
  afterEach(async () => {
    await built.close();
    await receiver.close();
  });

  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    built.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${person.token}` },
      ...(payload ? { payload } : {}),
    });
  const itemOf = async (id: string) =>
    (await call('GET', `/media/${id}`)).json<{ data: { media_upload: MediaUpload } }>().data.media_upload;
  const framesOf = async (id: string, query = '') => {
    const answer = await call('GET', `/media/${id}/frames${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return VideoFrames.parse(answer.json<{ data: unknown }>().data);
  };
  const period = async () => {
    const [row] = await built.context.db.select().from(usagePeriod).where(eq(usagePeriod.accountId, person.accountId));
    return { used: row?.used, reserved: row?.reserved };
  };
  const objects = async () => {
    const keys: string[] = [];
    for await (const { key } of built.context.storage.list()) keys.push(key);
    return keys;
  };
  const sent = async (...video: Parameters<typeof mp4>): Promise<MediaUpload> =>
    resultOf(await person.apiUpload({ media: mp4(...video) })).media_upload;
  const moderated = (id: string, examiner = fakeExaminer(), attempt = 1) =>
    moderateNow(built.context, examiner, { mediaId: id, attempt });

  it.each([
    ['by the copy that was written while it arrived', false, []],
    ['by the object where the copy cannot be written', true, ['in']],
  ])('OPS-03 is probed %s, and leaves no copy', async (_how, isFull, read) => {
    const folder = await mkdtemp(join(tmpdir(), 'clearframe-copies-'));
    const copies = createPrivateCopies(folder);
    const { storage } = built.context;
    const { withFile } = storage;
    const asked: (string | undefined)[] = [];
    storage.newCopy = async () => {
      const copy = await copies.open();
      return isFull ? { ...copy, write: () => Promise.reject(new StorageUnavailable('The disk is full')) } : copy;
    };
    storage.withFile = (key, work, of) => {
      asked.push(key.split('/').at(-1));
      return withFile(key, work, of);
    };
    expect(await sent(5)).toMatchObject({ duration_ms: 4_600 });
    expect((await person.apiUpload({ media: file(fakeVideo(3, { broken: true }), 'clip.mp4') })).statusCode).toBe(400);
    expect(asked).toEqual(isFull ? [...read, ...read] : []);
    await person.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0' });
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('API-03 API-04 is always answered with 202, held with a frame a second, and polled until its verdict', async () => {
    const answer = await person.apiUpload({ media: mp4(12, [4, 5, 9]), title: 'Clip' }, { query: '?wait=25' });
    expect(answer.statusCode).toBe(202);
    const result = answer.json<{ data: UploadResult }>().data;
    expect(result).toMatchObject({
      status: 'processing',
      moderation: null,
      analysis_metadata: null,
      usage: { frames_charged: 0, frames_remaining: 88 },
      media_upload: {
        mimeType: 'video/mp4',
        width: 640,
        height: 360,
        duration_ms: 11_600,
        video: null,
        processing: true,
        progress: { seconds_done: 0, seconds_total: 12 },
      },
    });
    const { id } = result.media_upload;
    expect(await period()).toEqual({ used: 0, reserved: 12 });
    expect(await framesOf(id)).toEqual({ duration_ms: 11_600, seconds: [], thumbnails: [], next_from: null });

    await moderated(id);
    const item = await itemOf(id);
    expect(item).toMatchObject({
      moderationFlagged: true,
      processing: false,
      progress: null,
      video: { seconds: 12, flagged_seconds: [4, 5, 9], codec: 'h264' },
      analysis_metadata: { frames_analysed: 12 },
      moderation: { passed: false, ai_analysis: { flagged: true, flagged_seconds: [4, 5, 9] } },
    });
    expect(item.moderation?.reason).toBe('The video was flagged: Sexually explicit (97%), in 3 of 12 seconds, first at 0:04.');
    expect(await period()).toEqual({ used: 12, reserved: 0 });
    expect((await call('GET', '/usage')).json()).toMatchObject({ data: { frames: { charged: 12, reserved: 0, remaining: 88 } } });
  });

  it('API-04 needs no more than what is really there: what a shorter analysis did not look at is not charged', async () => {
    const { id } = await sent(12);
    const whole = fakeExaminer();
    await moderated(id, {
      ...whole,
      async examineVideo(...call) {
        const examined = await whole.examineVideo(...call);
        return { ...examined, seconds: examined.seconds.slice(0, 9) };
      },
    });
    expect(await period()).toEqual({ used: 9, reserved: 0 });
  });

  it('API-05 UP-09 is refused with both numbers when the allowance is short, and nothing of it stays', async () => {
    await sent(70);
    const before = await objects();
    const answer = await person.apiUpload({ media: mp4(61) });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({
      status: 'error',
      message: 'This video needs 61 frames, one for each second, and 30 are left in this period. Nothing was charged.',
      data: null,
    });
    expect(await objects()).toEqual(before);
    expect(await period()).toEqual({ used: 0, reserved: 70 });
    expect(resultOf(await person.apiUpload({ media: mp4(30) })).usage.frames_remaining).toBe(0);
  });

  it('API-05 is refused with 400 and the reason when it cannot be read, and nothing is kept or held', async () => {
    const answer = await person.apiUpload({ media: file(fakeVideo(5, { broken: true }), 'clip.mp4') });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ status: 'error', message: 'The video is damaged', data: null });
    expect(await objects()).toEqual([]);
    expect(await built.context.db.select().from(media)).toEqual([]);
    expect(await period()).toEqual({ used: 0, reserved: 0 });
  });

  it('API-02 API-05 is refused with 413 from one byte over 100 MB on, before it is looked at, and nothing of it stays', async () => {
    const whole = Buffer.alloc(limits.apiUploadMaxBytes + 1);
    fakeVideo(5).copy(whole);
    const answer = await person.apiUpload({ media: file(whole, 'clip.mp4') });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toEqual({ status: 'error', message: 'The file is larger than 100 MB', data: null });
    expect(await objects()).toEqual([]);
    expect(await built.context.db.select().from(media)).toEqual([]);
    expect(await period()).toEqual({ used: 0, reserved: 0 });
  });

  it('SEC-08 goes with its account: its seconds, their pictures, and an analysis that is under way', async () => {
    const [done, running] = [await sent(6, [1, 2]), await sent(60)];
    await moderated(done.id);
    expect(await objects()).toHaveLength(3);
    const examiner = fakeExaminer(async ({ onSecond, signal }, of) => {
      const { userId, accountId, headers, email } = person;
      const asked = { method: 'DELETE', url: '/api/users/me', headers, payload: { confirm: email } } as const;
      expect((await built.app.inject(asked)).statusCode).toBe(200);
      const job = { id: 'x', attempt: 1, ...signs };
      await deleteAccount.run(built.context, { userId, accountIds: [accountId] }, job);
      while (!signal?.aborted) {
        onSecond?.(of, of);
        await new Promise((resolve) => setImmediate(resolve));
      }
      signal.throwIfAborted();
    });
    await moderated(running.id, examiner);
    expect(await objects()).toEqual([]);
    for (const table of [media, mediaSecond, usagePeriod]) expect(await built.context.db.select().from(table)).toEqual([]);
  });

  it('UP-07 is taken in at no other door', async () => {
    const answer = await person.upload({ media: mp4(3) });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      message: 'Upload videos through the API. Select an image file here.',
    });
    expect(await objects()).toEqual([]);
  });

  it('UP-09 API-04 of 40 parallel uploads of 7 seconds takes 14 in on 100 frames, and charges 98', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => person.apiUpload({ media: mp4(7, [2]) })));
    expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(14);
    expect(answers.filter(({ statusCode }) => statusCode === 403)).toHaveLength(26);
    expect(await period()).toEqual({ used: 0, reserved: 98 });
    await runQueuedModeration(built, fakeExaminer(), 3);
    await expect.poll(period).toEqual({ used: 98, reserved: 0 });
    const folders = new Set((await objects()).map((key) => key.split('/')[1]));
    expect(folders.size).toBe(14);
  });

  it('UP-09 under one Idempotency-Key 30 times at once is one item, one charge and always 202', async () => {
    await runQueuedModeration(built, fakeExaminer());
    const headers = { 'idempotency-key': 'clip' };
    const upload = () => person.apiUpload({ media: mp4(8) }, { headers });
    // A second request finds the first one still arriving: 409, and is repeated as a client would.
    const answers = await Promise.all(
      Array.from({ length: 30 }, async () => {
        for (;;) {
          const answer = await upload();
          if (answer.statusCode !== 409) return answer;
        }
      }),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([202]));
    const ids = new Set(answers.map((answer) => resultOf(answer).media_upload.id));
    expect(ids.size).toBe(1);
    await expect.poll(period).toEqual({ used: 8, reserved: 0 });
    const late = await upload();
    expect(late.statusCode).toBe(202);
    expect(resultOf(late)).toMatchObject({ status: 'processing', moderation: null, media_upload: { processing: false } });
    const other = await person.apiUpload({ media: mp4(9) }, { headers });
    expect(other.statusCode).toBe(422);
  });

  it('UP-09 API-04 is charged once when several workers finish it, and released when its analysis fails for good', async () => {
    const [one, other] = [await sent(10), await sent(11)];
    await Promise.all([1, 2, 3].map(() => moderated(one.id)));
    await moderated(one.id);
    expect(await period()).toEqual({ used: 10, reserved: 11 });
    await failModeration(built.context, { mediaId: other.id, attempt: 1 });
    expect(await period()).toEqual({ used: 10, reserved: 0 });
    expect(await itemOf(other.id)).toMatchObject({ moderationFlagged: null, moderationError: expect.any(String), video: null });
  });

  it('UP-05 API-03 says how far it is, to who polls and on open pages', async () => {
    const { id } = await sent(60);
    const events: LiveEvent[] = [];
    const leave = built.context.live.subscribe(person.accountId, (event) => events.push(event));
    await built.context.live.listening();
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const examiner = fakeExaminer(async ({ onSecond }, of) => {
      onSecond?.(25, of);
      reached.resolve();
      await goOn.promise;
    });
    const done = moderated(id, examiner);
    await reached.promise;
    const progress = { seconds_done: 25, seconds_total: 60 };
    await expect.poll(async () => (await itemOf(id)).progress).toEqual(progress);
    await expect
      .poll(() => events)
      .toContainEqual({ type: 'media.stage', media_id: id, upload_id: null, stage: 'analysis', progress });
    goOn.resolve();
    await done;
    expect(await itemOf(id)).toMatchObject({ progress: null, moderationFlagged: false });
    leave();
  });

  it('MED-06 ends its analysis when it is deleted, gives the frames back and leaves nothing', async () => {
    const { id } = await sent(60, [1]);
    const started = Promise.withResolvers<void>();
    const examiner = fakeExaminer(async ({ onSecond, signal }, of) => {
      started.resolve();
      // As the engine does: each second is told, and the signal ends it.
      for (let second = 1; !signal?.aborted; second = Math.min(second + 1, of)) {
        onSecond?.(of, of);
        await new Promise((resolve) => setImmediate(resolve));
      }
      signal.throwIfAborted();
    });
    const done = moderated(id, examiner);
    await started.promise;
    expect((await call('DELETE', `/media/${id}`)).statusCode).toBe(200);
    await done;
    expect(await period()).toEqual({ used: 0, reserved: 0 });
    expect(await objects()).toEqual([]);
  });

  it('OPS-04 API-04 is left as it is when the process stops in the middle, and judged and charged once by the next', async () => {
    const { id } = await sent(60);
    const stop = new AbortController();
    const reason = new Error('The process stops');
    const examiner = fakeExaminer(async ({ onSecond, signal }, of) => {
      onSecond?.(25, of);
      stop.abort(reason);
      signal?.throwIfAborted();
    });
    const run = moderate(built.context, examiner, { mediaId: id, attempt: 1 }, { ...signs, stopping: stop.signal });
    await expect(run).rejects.toBe(reason);
    expect(await itemOf(id)).toMatchObject({ processing: true, moderationError: null });
    expect(await period()).toEqual({ used: 0, reserved: 60 });
    await moderated(id);
    expect(await period()).toEqual({ used: 60, reserved: 0 });
  });

  const seenOf = (second: number): SeenSecond => ({
    version: 'quick',
    classes: { drawing: 0, hentai: 0, neutral: 1 - second / 100, porn: second / 100, sexy: 0 },
    lines: second % 3 === 0 ? null : [],
  });
  /** Sees so many seconds, then ends as a process does that is asked to stop. */
  const stoppedAfter = (count: number, known: (SeenSecond | undefined)[] = []) => {
    const stop = new AbortController();
    const examiner = fakeExaminer(async (options, of) => {
      for (let second = 0; second < count; second += 1) {
        known.push(options.known?.(second));
        options.onSecond?.(second + 1, of, seenOf(second));
      }
      stop.abort(new Error('The process stops'));
      options.signal?.throwIfAborted();
    });
    return { examiner, stopping: stop.signal };
  };
  const kept = () => built.context.db.select().from(seenSecond).orderBy(seenSecond.second);

  it('OPS-04 API-04 goes on from its last second after a hand-back, and keeps none of them once it is settled', async () => {
    const { id } = await sent(60, [7]);
    const { examiner, stopping } = stoppedAfter(25);
    await expect(moderate(built.context, examiner, { mediaId: id, attempt: 1 }, { ...signs, stopping })).rejects.toThrow();
    expect((await kept()).map(({ second, seen }) => [second, seen])).toEqual(
      Array.from({ length: 25 }, (_, second) => [second, seenOf(second)]),
    );
    expect((await itemOf(id)).progress).toEqual({ seconds_done: 25, seconds_total: 60 });
    const known: (SeenSecond | undefined)[] = [];
    const again = fakeExaminer(async (options, of) => {
      for (let second = 0; second < of; second += 1) known.push(options.known?.(second));
      // It is where the run before was, not at its beginning.
      options.onSecond?.(1, of, null);
    });
    await moderated(id, again);
    expect(known).toEqual(Array.from({ length: 60 }, (_, second) => (second < 25 ? seenOf(second) : undefined)));
    expect(await itemOf(id)).toMatchObject({ moderationFlagged: true });
    expect(await kept()).toEqual([]);
  });

  it('OPS-04 keeps nothing of a run whose job is another’s by now, and moves no progress', async () => {
    const { id } = await sent(60);
    const { examiner, stopping } = stoppedAfter(25);
    const lost = { ...signs, stopping, holds: async () => false };
    await expect(moderate(built.context, examiner, { mediaId: id, attempt: 1 }, lost)).rejects.toThrow();
    expect(await kept()).toEqual([]);
    expect((await itemOf(id)).progress).toEqual({ seconds_done: 0, seconds_total: 60 });
  });

  it('API-04 gives its seconds in stretches, with signed pictures of the flagged ones', async () => {
    const { id } = await sent(50, [3, 4, 30]);
    await moderated(id);
    const all = await framesOf(id);
    expect(all.seconds.map(({ second }) => second)).toEqual(Array.from({ length: 50 }, (_, second) => second));
    expect(all.seconds[3]).toEqual({
      second: 3,
      scores: { sexual_explicit: 0.97 },
      flagged: true,
      needs_review: true,
      same_as: null,
    });
    expect(all.next_from).toBeNull();
    expect(all.thumbnails.map(({ second }) => second)).toEqual([3, 4, 30]);
    const first = await framesOf(id, '?from=2&limit=20');
    expect(first.seconds.map(({ second }) => second)).toEqual(Array.from({ length: 20 }, (_, at) => at + 2));
    expect(first).toMatchObject({ next_from: 22, thumbnails: [{ second: 3 }, { second: 4 }] });
    expect(await framesOf(id, '?from=40')).toMatchObject({ next_from: null, thumbnails: [] });
    expect(await framesOf(id, '?from=50')).toMatchObject({ next_from: null, seconds: [] });
    for (const query of ['?limit=0', '?limit=1001', '?from=-1', '?from=x'])
      expect((await call('GET', `/media/${id}/frames${query}`)).statusCode, query).toBe(400);
    const url = (all.thumbnails[0]?.url ?? '').replace(built.context.config.publicUrl, '');
    const still = await built.app.inject({ url });
    expect(still.headers['content-type']).toBe('image/webp');
    expect((await built.app.inject({ url: url.split('?')[0] ?? '' })).statusCode).toBe(403);
    const shown = await person.get(`/api/media/${id}/frames?from=2&limit=20`);
    expect(shown.json<{ data: unknown }>().data).toEqual(first);
  });

  it('SEC-03 API-05 shows its seconds to nobody else; a picture has none; a withheld video shows no picture of them', async () => {
    const { id } = await sent(5, [1]);
    await moderated(id);
    const stranger = await createUploader(built);
    expect((await stranger.get(`/api/media/${id}/frames`)).statusCode).toBe(404);
    await runQueuedModeration(built, quickExaminer);
    const png = resultOf(await person.apiUpload({ media: file(picture('formats/pears.png')) })).media_upload;
    expect((await call('GET', `/media/${png.id}/frames`)).json()).toMatchObject({
      message: 'This item is a picture. Only videos have seconds.',
    });
    expect(png).toMatchObject({ duration_ms: null, video: null, progress: null });
    const url = ((await framesOf(id)).thumbnails[0]?.url ?? '').replace(built.context.config.publicUrl, '');
    await placeLegalHold(built.context, { mediaId: id, reason: 'test' });
    expect((await framesOf(id)).thumbnails).toEqual([]);
    expect((await built.app.inject({ url })).statusCode).toBe(403);
  });

  it('MED-07 MED-08 SEC-02 serves the original by its signed address in parts, as what it is, and the poster as copies', async () => {
    const { id } = await sent(5);
    await moderated(id);
    const item = await itemOf(id);
    const local = (url: string | null) => (url ?? '').replace(built.context.config.publicUrl, '');
    const part = await built.app.inject({ url: local(item.signedUrl), headers: { range: 'bytes=4-11' } });
    expect(part.statusCode).toBe(206);
    expect(part.body).toBe('ftypisom');
    expect(part.headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    for (const url of [item.signedDisplayUrl, item.signedThumbnailUrl])
      expect((await built.app.inject({ url: local(url) })).headers['content-type']).toBe('image/webp');
  });

  it('HOOK-05 API-04 tells the webhooks which seconds are flagged', async () => {
    await built.app.inject({
      method: 'POST',
      url: '/api/webhooks',
      headers: person.headers,
      payload: { webhookUrl: receiver.url },
    });
    const { id } = await sent(12, [4, 5, 9]);
    await moderated(id);
    const [row] = await built.context.db.select().from(delivery).where(eq(delivery.mediaId, id));
    await deliver(built.context, { deliveryId: row?.id ?? '', attempt: 1 });
    const { data } = WebhookEnvelope.parse(JSON.parse(receiver.received[0]?.body ?? ''));
    expect(data).toMatchObject({
      moderation: { passed: false, ai_analysis: { flagged_seconds: [4, 5, 9] } },
      media_upload: { id, duration_ms: 11_600, video: { seconds: 12, flagged_seconds: [4, 5, 9] } },
    });
  });

  it('MED-07 is analysed again for as many frames, by what is seen then', async () => {
    const { id } = await sent(40, [3, 4]);
    await moderated(id);
    const again = () =>
      built.app.inject({ method: 'POST', url: `/api/media/${id}/reanalyse`, headers: person.headers, payload: {} });
    expect((await again()).statusCode).toBe(202);
    expect(await period()).toEqual({ used: 40, reserved: 40 });
    expect(await itemOf(id)).toMatchObject({ progress: { seconds_done: 0, seconds_total: 40 }, moderationFlagged: true });
    const { db, storage } = built.context;
    await storage.put((await findMedia(db, id))?.objectKey ?? '', fakeVideo(40, { flagged: [4, 20] }));
    await moderated(id, fakeExaminer(), 2);
    expect(await period()).toEqual({ used: 80, reserved: 0 });
    const { seconds, thumbnails } = await framesOf(id);
    expect(seconds.filter(({ flagged }) => flagged).map(({ second }) => second)).toEqual([4, 20]);
    expect(thumbnails.map(({ second }) => second)).toEqual([4, 20]);
    // Those of before stay as long as their addresses.
    await db.update(objectRemoval).set({ notBefore: sql`not_before - interval '75 minutes'` });
    await drainRemovals(built.context, signs.signal);
    const row = await findMedia(db, id);
    expect(Object.keys(row?.pack?.parts ?? {}).filter((name) => name.startsWith('second-'))).toEqual(['second-4', 'second-20']);
    expect(await objects()).toEqual([row?.objectKey, row?.pack?.key].sort());
    const refused = await again();
    expect(refused.statusCode).toBe(403);
    expect(refused.json<{ message: string }>().message).toContain('needs 40 frames, one for each second, and 20 are left');
    const commits = and(eq(usageEntry.mediaId, id), eq(usageEntry.kind, 'commit'));
    expect((await built.context.db.select().from(usageEntry).where(commits)).map(({ frames }) => frames)).toEqual([40, 40]);
  });

  it('API-03 API-04 comes by address too, alone and in a batch', async () => {
    receiver.answer = (response) => response.end(fakeVideo(6, { flagged: [1] }));
    const alone = await person.apiUpload({ media: receiver.url });
    expect(alone.statusCode, alone.body).toBe(202);
    expect(resultOf(alone).media_upload).toMatchObject({ originalUrl: receiver.url, duration_ms: 5_600 });
    const asked = await call('POST', '/batches', { items: [{ url: receiver.url, reference: 'clip' }] });
    const { id } = asked.json<{ data: { batch: Batch } }>().data.batch;
    await runBatch(built.context, id, signs.signal);
    expect(await period()).toEqual({ used: 0, reserved: 12 });
    const batch = async () => (await call('GET', `/batches/${id}`)).json<{ data: { batch: Batch } }>().data.batch;
    const [item] = (await batch()).items;
    expect(item).toMatchObject({ reference: 'clip', status: 'processing', passed: null, error: null });
    await moderated(item?.media_id ?? '');
    expect(await batch()).toMatchObject({ status: 'complete', items: [{ status: 'complete', passed: false }] });
    expect(await period()).toEqual({ used: 6, reserved: 6 });
  });

  it('SEC-08 MED-02 stands in the export of all data with its seconds, and in the list with its length', async () => {
    const { id } = await sent(6, [1, 2]);
    await moderated(id);
    const exported = async (path: string, payload?: object) => {
      const asked = await send(built, person, path, payload);
      expect(asked.statusCode, asked.body).toBe(200);
      const made = asked.json<{ data: { export: { id: string } } }>().data.export;
      await makeExport(built.context, made.id, signs.signal);
      const link = await person.get(`/api/users/me/exports/${made.id}/download`);
      const url = link.json<{ data: { url: string } }>().data.url.replace(built.context.config.publicUrl, '');
      return (await built.app.inject({ url })).rawPayload;
    };
    const files = unzipSync(await exported('/users/me/exports'));
    const lines = strFromU8(files['video-seconds.jsonl'] ?? new Uint8Array())
      .trim()
      .split('\n');
    const seconds = lines.map((line): { media_id: string; second: number; flagged: boolean } => JSON.parse(line));
    expect(seconds.map(({ second }) => second)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(seconds[1]).toMatchObject({ media_id: id, flagged: true, scores: { sexual_explicit: 0.97 } });
    expect(files[`files/${id}.mp4`]).toEqual(new Uint8Array(fakeVideo(6, { flagged: [1, 2] })));
    const csv = (await exported('/media/export', { type: 'video' })).toString();
    expect(csv.split('\r\n')[0]).toMatch(/,duration_seconds,flagged_seconds,decision_label$/);
    expect(csv.split('\r\n')[1]).toMatch(/,5\.6,"1, 2",$/);
  });

  it('MED-02 MED-06 is listed and counted as a video, and deleted with its seconds and their pictures', async () => {
    const { id } = await sent(6, [1, 2]);
    await moderated(id);
    await runQueuedModeration(built, quickExaminer);
    await person.apiUpload({ media: file(picture('formats/pears.png')) });
    const list = await person.get('/api/media?type=video');
    expect(list.json<{ data: { media_uploads: MediaUpload[] } }>().data.media_uploads.map((item) => item.id)).toEqual([id]);
    expect((await person.get('/api/media/counts?type=video')).json()).toMatchObject({
      data: { counts: { flagged: 1, safe: 0 } },
    });
    expect(await objects()).toHaveLength(4);
    expect((await call('DELETE', `/media/${id}`)).statusCode).toBe(200);
    expect((await objects()).some((key) => key.includes(id))).toBe(false);
    expect(await built.context.db.select().from(mediaSecond)).toEqual([]);
    expect(await period()).toEqual({ used: 7, reserved: 0 });
  });
});
