import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorTable, type UploadResult } from '@clearframe/contract';
import { and, count, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { analysis, idempotency, media, usageEntry, usagePeriod } from '../src/db/schema.ts';
import { idempotencyStaleMs } from '../src/idempotency/idempotency.ts';
import { createJobTable } from '../src/jobs/index.ts';
import { sweep } from '../src/jobs/sweep.ts';
import { failModeration } from '../src/moderation/analyse/fail-moderation.ts';

import { type Built, build } from './helpers/build.ts';
import {
  createUploader,
  file,
  moderateNow,
  multipart,
  picture,
  quickExaminer,
  resultOf,
  runQueuedModeration,
  type Uploader,
  wholeExaminer,
} from './helpers/uploads.ts';

const png = () => file(picture('formats/pears.png'));
const broken = () => file(Buffer.concat([picture('formats/pears.png'), Buffer.from('broken')]));

/** A promise that a test settles. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

describe('an upload happens once', () => {
  let built: Built;
  let person: Uploader;
  beforeEach(async () => {
    built = await build({ config: { throughputScale: 1000 } });
    person = await createUploader(built, 10);
  });
  afterEach(() => built.close());

  const rows = () => built.context.db.select().from(media);
  const ledger = async (kind: 'reserve' | 'commit' | 'release') =>
    (await built.context.db.select({ n: count() }).from(usageEntry).where(eq(usageEntry.kind, kind)))[0]?.n;
  const period = async () => {
    const [row] = await built.context.db.select().from(usagePeriod);
    return { used: row?.used, reserved: row?.reserved };
  };
  const objects = async () => {
    const keys: string[] = [];
    for await (const { key } of built.context.storage.list()) keys.push(key);
    return keys;
  };
  const itemOf = async (id: string) =>
    (await person.get(`/api/media/${id}`)).json<{ data: { media_upload: UploadResult['media_upload'] } }>().data.media_upload;

  describe('per Idempotency-Key', () => {
    it('UP-09 answers a repeat with the same item and charges once', async () => {
      await runQueuedModeration(built, quickExaminer);
      const headers = { 'idempotency-key': randomUUID() };
      const first = await person.upload({ media: png(), title: 'a' }, headers);
      const again = await person.upload({ title: 'a', media: png() }, headers);
      expect(again.statusCode).toBe(200);
      expect(resultOf(again)).toEqual(resultOf(first));
      expect(await rows()).toHaveLength(1);
      expect(await ledger('commit')).toBe(1);
      expect(await objects()).toHaveLength(2);
    });

    it('UP-09 refuses another body under the same key, file or text', async () => {
      await runQueuedModeration(built, quickExaminer);
      const headers = { 'idempotency-key': 'one' };
      await person.upload({ media: png(), title: 'a' }, headers);
      const others = [
        { media: png(), title: 'b' },
        { media: file(picture('formats/pears.jpg')), title: 'a' },
        { media: 'http://example.com/a.png', title: 'a' },
      ];
      for (const other of others) {
        const answer = await person.upload(other, headers);
        expect(answer.statusCode).toBe(422);
        expect(answer.json()).toMatchObject({ message: errorTable.idempotency_mismatch.message });
      }
      expect(await rows()).toHaveLength(1);
      // Each door has keys of its own.
      expect((await person.apiUpload(others[0] ?? {}, { headers })).statusCode).toBe(200);
    });

    it('UP-09 lets one of many parallel requests through and answers 409 to the others', async () => {
      const held = gate();
      await runQueuedModeration(built, {
        async examine(bytes) {
          await held.passed;
          return await quickExaminer.examine(bytes);
        },
      });
      const headers = { 'idempotency-key': 'same' };
      const all = Array.from({ length: 5 }, () => person.upload({ media: png() }, headers));
      const settled: number[] = [];
      for (const one of all) void one.then((answer) => settled.push(answer.statusCode) === 4 && held.open());
      const answers = await Promise.all(all);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409, 409]);
      expect(answers.find(({ statusCode }) => statusCode === 409)?.headers['retry-after']).toBe('2');
      expect(await rows()).toHaveLength(1);
      expect(await period()).toEqual({ used: 1, reserved: 0 });
    });

    it('UP-09 repeats a refusal of the file, and keeps no trace of the item', async () => {
      await runQueuedModeration(built, quickExaminer);
      const headers = { 'idempotency-key': 'broken' };
      for (let turn = 0; turn < 2; turn += 1) {
        const answer = await person.upload({ media: broken() }, headers);
        expect(answer.statusCode).toBe(400);
        expect(answer.json()).toMatchObject({ message: errorTable.file_undecodable.message });
      }
      expect(await rows()).toEqual([]);
      expect(await objects()).toEqual([]);
      expect(await ledger('reserve')).toBe(1);
    });

    it('UP-09 frees the key of a request that was refused before anything was stored', async () => {
      await runQueuedModeration(built, quickExaminer);
      const headers = { 'idempotency-key': 'k' };
      expect((await person.upload({ media: file(Buffer.from('no picture at all')) }, headers)).statusCode).toBe(400);
      expect((await person.upload({ media: png() }, headers)).statusCode).toBe(200);
    });

    it('UP-09 OPS-04 answers with the item that a process stored before it died', async () => {
      const headers = { 'idempotency-key': 'crash' };
      const first = await person.apiUpload({ media: png() }, { headers, query: '?wait=0' });
      // As if the process had been killed between storing the item and answering.
      await built.context.db.update(idempotency).set({ finishedAt: null, answerStatus: null });
      expect((await person.apiUpload({ media: png() }, { headers })).statusCode).toBe(409);
      built.clock.advance(idempotencyStaleMs);
      await runQueuedModeration(built, quickExaminer);
      const again = await person.apiUpload({ media: png() }, { headers });
      expect(again.statusCode).toBe(200);
      expect(resultOf(again).media_upload.id).toBe(resultOf(first).media_upload.id);
      expect(await rows()).toHaveLength(1);
      expect(await ledger('commit')).toBe(1);
    });

    it('UP-09 gives the result to a repeat of a request that had stopped waiting', async () => {
      const headers = { 'idempotency-key': 'later' };
      const first = await person.apiUpload({ media: png() }, { headers, query: '?wait=0' });
      expect(first.statusCode).toBe(202);
      expect(resultOf(first)).toMatchObject({
        moderation: null,
        status: 'processing',
        usage: { frames_charged: 0, frames_remaining: 9 },
      });
      await runQueuedModeration(built, quickExaminer);
      await built.context.queue.stop();
      const again = await person.apiUpload({ media: png() }, { headers, query: '?wait=0' });
      expect(resultOf(again)).toMatchObject({
        status: 'complete',
        moderation: { passed: true },
        usage: { frames_charged: 1, frames_remaining: 9 },
      });
    });
  });

  it('UP-08 UP-09 lets as many parallel uploads through as there are frames', async () => {
    await runQueuedModeration(built, quickExaminer, 4);
    const answers = await Promise.all(Array.from({ length: 16 }, () => person.apiUpload({ media: png() })));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), ...Array.from({ length: 6 }, () => 403)]);
    expect(await period()).toEqual({ used: 10, reserved: 0 });
    expect(await ledger('commit')).toBe(10);
    expect(new Set((await objects()).map((key) => key.split('/')[1])).size).toBe(10);
  });

  it('UP-09 OPS-04 charges once when an attempt is made twice, at the same time and after it', async () => {
    const { media_upload: item } = resultOf(await person.apiUpload({ media: png() }, { query: '?wait=0' }));
    const attempt = { mediaId: item.id, attempt: 1 };
    await Promise.all([1, 2, 3].map(() => moderateNow(built.context, quickExaminer, attempt)));
    await moderateNow(built.context, quickExaminer, attempt);
    await failModeration(built.context, attempt);
    expect(await period()).toEqual({ used: 1, reserved: 0 });
    expect(await built.context.db.select().from(analysis)).toHaveLength(1);
    expect(await itemOf(item.id)).toMatchObject({ moderationFlagged: false, moderationError: null });
  });

  it('UP-09 SEC-07 leaves an item whose analysis fails Not checked and uncharged, and says so to who waits', async () => {
    await built.database.pool.query('update pgboss.queue set retry_limit = 0');
    const dying: typeof quickExaminer = {
      async examine() {
        throw new Error('the process died');
      },
    };
    await runQueuedModeration(built, dying);
    const table = createJobTable(async () => wholeExaminer(dying));
    await built.context.queue.work('moderate-media-failed', {}, (payload, run) =>
      table['moderate-media-failed'].run(built.context, payload, run),
    );
    const headers = { 'idempotency-key': 'poison' };
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await person.upload({ media: png() }, headers);
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toMatchObject({ status: 'error', message: errorTable.analysis_unavailable.message });
    }
    const [item] = await rows();
    // The repeat is another attempt at the same item.
    expect(await rows()).toMatchObject([{ attempt: 2 }]);
    expect(await itemOf(item?.id ?? '')).toMatchObject({
      moderationFlagged: null,
      moderationCheckedAt: null,
      moderation: null,
      moderationError: 'The analysis failed and was not charged',
    });
    expect(await period()).toEqual({ used: 0, reserved: 0 });
    expect(await ledger('release')).toBe(2);
  });

  it('UP-09 lets a repeat succeed after a failed analysis, once for one frame, however many repeats there are', async () => {
    const headers = { 'idempotency-key': 'second-chance' };
    const first = resultOf(await person.apiUpload({ media: png() }, { headers, query: '?wait=0' }));
    await failModeration(built.context, { mediaId: first.media_upload.id, attempt: 1 });
    expect(await itemOf(first.media_upload.id)).toMatchObject({ processing: false, moderationError: expect.any(String) });
    await built.database.pool.query('delete from pgboss.job');
    await runQueuedModeration(built, quickExaminer);
    const answers = await Promise.all(Array.from({ length: 5 }, () => person.apiUpload({ media: png() }, { headers })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    for (const answer of answers)
      expect(resultOf(answer)).toMatchObject({
        media_upload: { id: first.media_upload.id, moderationError: null },
        usage: { frames_charged: 1, frames_remaining: 9 },
      });
    expect(await rows()).toHaveLength(1);
    expect(await ledger('commit')).toBe(1);
    expect(await period()).toEqual({ used: 1, reserved: 0 });
  });

  it('API-03 UP-09 keeps a damaged file of a caller who no longer waits, Not checked with the reason', async () => {
    const { media_upload: item } = resultOf(await person.apiUpload({ media: broken() }, { query: '?wait=0' }));
    await moderateNow(built.context, quickExaminer, { mediaId: item.id, attempt: 1 });
    expect(await itemOf(item.id)).toMatchObject({
      moderationFlagged: null,
      moderationCheckedAt: null,
      moderationError: 'The file is damaged or incomplete and could not be decoded',
    });
    expect(await period()).toEqual({ used: 0, reserved: 0 });
    expect(await objects()).toHaveLength(1);
  });

  it('API-03 goes on with an upload whose caller hung up, and keeps its item', async () => {
    await built.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = built.app.server.address() as AddressInfo;
    const form = await multipart({ media: broken() });
    const started = gate();
    const held = gate();
    await runQueuedModeration(built, {
      async examine(bytes) {
        started.open();
        await held.passed;
        return await quickExaminer.examine(bytes);
      },
    });
    const closed = gate();
    built.app.server.on('connection', (socket) => socket.on('close', closed.open));
    const headers = { ...form.headers, authorization: `Bearer ${person.token}`, 'idempotency-key': 'hung-up' };
    const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: '/api/v1/upload', headers });
    request.on('error', () => undefined);
    request.end(form.payload);
    await started.passed;
    request.destroy();
    await closed.passed;
    const finished = async () => (await built.context.db.select().from(idempotency))[0]?.finishedAt ?? null;
    await expect.poll(finished).not.toBeNull();
    held.open();
    await expect.poll(async () => (await rows())[0]?.state).toBe('refused');
    expect(await rows()).toHaveLength(1);
    expect((await person.apiUpload({ media: broken() }, { headers: { 'idempotency-key': 'hung-up' } })).statusCode).toBe(400);
  });

  it('OPS-04 API-03 answers those who wait when the server stops, and does not keep it from stopping', async () => {
    await built.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = built.app.server.address() as AddressInfo;
    const form = await multipart({ media: png() });
    const headers = { ...form.headers, authorization: `Bearer ${person.token}` };
    const waiting = fetch(`http://127.0.0.1:${port}/api/v1/upload`, {
      method: 'POST',
      headers,
      body: new Uint8Array(form.payload),
    });
    await expect.poll(async () => (await rows()).length).toBe(1);
    await built.app.close();
    expect((await waiting).status).toBe(202);
  });

  it('OPS-04 sees the verdict although its announcement was lost', async () => {
    const silent = { ...built.context.live, subscribe: () => () => undefined };
    const other = await build({ config: { throughputScale: 1000 }, parts: { live: silent } });
    const somebody = await createUploader(other);
    await runQueuedModeration(other, quickExaminer);
    expect((await somebody.upload({ media: png() })).statusCode).toBe(200);
    await other.close();
  });

  it('API-03 takes no longer wait than the limit, and no nonsense', async () => {
    for (const wait of ['26', '-1', 'x', '1.5']) {
      const answer = await person.apiUpload({ media: png() }, { query: `?wait=${wait}` });
      expect(answer.statusCode, wait).toBe(400);
    }
    expect(await rows()).toEqual([]);
  });

  describe('swept', () => {
    const runSweep = () =>
      sweep.run(
        built.context,
        {},
        {
          id: 'x',
          attempt: 1,
          isLast: true,
          signal: new AbortController().signal,
          alive: () => {},
          stopping: new AbortController().signal,
        },
      );

    it('UP-09 OPS-04 ends an upload whose job is gone after 15 minutes, and leaves one alone that waits its turn', async () => {
      const lost = resultOf(await person.apiUpload({ media: png() }, { query: '?wait=0' })).media_upload.id;
      await built.database.pool.query('delete from pgboss.job');
      const waiting = resultOf(await person.apiUpload({ media: png() }, { query: '?wait=0' })).media_upload.id;
      built.clock.advance(14 * 60_000);
      await runSweep();
      expect(await period()).toEqual({ used: 0, reserved: 2 });
      built.clock.advance(2 * 60_000);
      await runSweep();
      expect(await period()).toEqual({ used: 0, reserved: 1 });
      const [failed] = await built.context.db
        .select()
        .from(media)
        .where(and(eq(media.id, lost)));
      expect(failed).toMatchObject({ state: 'failed', moderationFlagged: null });
      const [queued] = await built.context.db.select().from(media).where(eq(media.id, waiting));
      expect(queued?.state).toBe('queued');
    });
  });
});
