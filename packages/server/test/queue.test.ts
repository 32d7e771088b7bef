import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDb } from '../src/db/client.ts';
import { createListener } from '../src/db/listener.ts';
import { createPool } from '../src/db/pool.ts';
import { account } from '../src/db/schema.ts';
import { checkJobTable } from '../src/jobs/run-jobs.ts';
import type { FairJob } from '../src/queue/fair-order.ts';
import { createQueue, type JobEvent, type Queue, type QueueOptions } from '../src/queue/index.ts';
import { jobNames } from '../src/queue/jobs.ts';
import { StorageUnavailable } from '../src/storage/storage.ts';
import { createTestDatabase, type TestDatabase } from './helpers/database.ts';
import { openLine } from './helpers/line.ts';

/** A promise and what settles it, with what arrived before. */
function collector<T>() {
  const seen: T[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  return {
    seen,
    push(value: T) {
      seen.push(value);
      for (const one of waiting) if (seen.length >= one.count) one.resolve();
    },
    until: (count: number) =>
      new Promise<void>((resolve) => {
        if (seen.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
  };
}

describe('the queue', () => {
  let database: TestDatabase;
  const closings: (() => Promise<void>)[] = [];
  /** As a process of its own: over a pool and a listening connection that nobody else uses. */
  const start = async ({
    url = database.pooledUrl,
    ...options
  }: Partial<QueueOptions> & { url?: string } = {}): Promise<Queue> => {
    const { onError } = options;
    const pool = createPool({ url, max: 4 });
    const listener = createListener({
      url: url === database.pooledUrl ? database.url : url,
      ...(onError ? { onError: (error) => onError(error, 'listener') } : {}),
    });
    const queue = createQueue({ pool, listener, ...options });
    closings.push(async () => {
      await queue.stop();
      await listener.close();
      await pool.close();
    });
    await queue.start();
    return queue;
  };
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(closings.splice(0).map((close) => close()));
    await database.close();
  });

  it('OPS-04 adds a job exactly when the transaction commits', async () => {
    const queue = await start();
    const got = collector<string>();
    const committed = randomUUID();
    await queue.work('moderate-media', {}, async ({ mediaId }) => got.push(mediaId));
    const rolledBack = database.db.transaction(async (tx) => {
      await tx.insert(account).values({});
      await queue.add('moderate-media', { mediaId: randomUUID(), attempt: 1 }, { tx });
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    await database.db.transaction(async (tx) => {
      await queue.add('moderate-media', { mediaId: committed, attempt: 1 }, { tx });
    });
    await got.until(1);
    await queue.stop();
    expect(got.seen).toEqual([committed]);
    const { rows } = await database.pool.query('select count(*)::int as n from pgboss.job where name = $1', ['moderate-media']);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('OPS-04 lets no group take more than its share of the workers, so that one that hangs holds up no other', async () => {
    const queue = await start();
    const started = collector<string>();
    const hang = Promise.withResolvers<void>();
    const names = new Map<string, string>();
    const add = async (group: string, name: string) => {
      const batchId = randomUUID();
      names.set(batchId, name);
      await queue.add('run-batch', { batchId }, { group });
    };
    for (const name of ['slow 1', 'slow 2', 'slow 3', 'slow 4']) await add('slow', name);
    await add('quick', 'quick 1');
    await queue.work('run-batch', { concurrency: 4, groupConcurrency: 2 }, async ({ batchId }) => {
      const name = names.get(batchId) ?? '';
      started.push(name);
      if (name.startsWith('slow')) await hang.promise;
    });
    await started.until(3);
    expect(started.seen.filter((name) => name.startsWith('slow'))).toHaveLength(2);
    expect(started.seen).toContain('quick 1');
    hang.resolve();
    await started.until(5);
  });

  it('adds a job with the same singletonKey once, in a transaction and out of one', async () => {
    const queue = await start();
    const payload = { mediaId: randomUUID(), attempt: 1 };
    const ids = await Promise.all([1, 2, 3].map(() => queue.add('moderate-media', payload, { singletonKey: 'one' })));
    expect(ids.filter((id) => id !== null)).toHaveLength(1);
    await database.db.transaction(async (tx) => {
      expect(await queue.add('moderate-media', payload, { singletonKey: 'one', tx })).toBeNull();
    });
    expect(await queue.add('moderate-media', payload, { singletonKey: 'two' })).not.toBeNull();
  });

  it('OPS-04 knows whether a job is still to be done', async () => {
    const queue = await start();
    const payload = { mediaId: randomUUID(), attempt: 1 };
    expect(await queue.isOpen('moderate-media', 'one')).toBe(false);
    await queue.add('moderate-media', payload, { singletonKey: 'one' });
    expect(await queue.isOpen('moderate-media', 'one')).toBe(true);
    await queue.work('moderate-media', {}, async () => undefined);
    await expect.poll(() => queue.isOpen('moderate-media', 'one')).toBe(false);
  });

  it('refuses a payload that is not the job’s', async () => {
    const queue = await start();
    await expect(queue.add('moderate-media', { mediaId: 'no uuid', attempt: 1 })).rejects.toThrow();
  });

  it('works through a backlog without waiting between jobs', async () => {
    const queue = await start();
    for (let n = 0; n < 90; n += 1) await queue.add('moderate-media', { mediaId: randomUUID(), attempt: 1 });
    const got = collector<string>();
    const events: JobEvent[] = [];
    // A second between jobs, the look-round of the library, would take a minute and a half: past the test's time limit of one.
    const worker = await start({ onJob: (event) => events.push(event) });
    await worker.work('moderate-media', {}, async ({ mediaId }) => got.push(mediaId));
    await got.until(90);
    await worker.stop();
    expect(new Set(got.seen).size).toBe(90);
    expect(events).toHaveLength(180);
    expect(events.slice(0, 2).map((event) => event.state)).toEqual(['started', 'ended']);
  });

  it('retries with the attempt counted, and says when it is the last', async () => {
    const queue = await start();
    const got = collector<{ attempt: number; isLast: boolean }>();
    await queue.work('moderate-media', {}, async (_payload, { attempt, isLast }) => {
      got.push({ attempt, isLast });
      if (attempt < 2) throw new Error('once more');
    });
    await queue.add('moderate-media', { mediaId: randomUUID(), attempt: 1 });
    await got.until(2);
    expect(got.seen).toEqual([
      { attempt: 1, isLast: false },
      { attempt: 2, isLast: false },
    ]);
  });

  it('hands a job that failed for good to its dead letter', async () => {
    const queue = await start();
    const failed = collector<string>();
    const mediaId = randomUUID();
    await database.pool.query('update pgboss.queue set retry_limit = 0');
    await queue.work('moderate-media-failed', {}, async (payload) => failed.push(payload.mediaId));
    await queue.work('moderate-media', {}, async () => {
      throw new Error('always');
    });
    await queue.add('moderate-media', { mediaId, attempt: 1 });
    await failed.until(1);
    expect(failed.seen).toEqual([mediaId]);
  });

  it('OPS-04 gives the job of a process that died to another at once', async () => {
    const dead = await start();
    const taken = collector<string>();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await dead.work('moderate-media', {}, async (_payload, run) => {
      taken.push(run.id);
      // The first taker never ends by itself: it stands for a process that was killed in the middle.
      if (run.attempt === 1) await held;
    });
    const mediaId = randomUUID();
    await dead.add('moderate-media', { mediaId, attempt: 1 });
    await taken.until(1);
    const queue = await start();
    expect(await queue.running('moderate-media')).toEqual([{ id: taken.seen[0], retryCount: 0 }]);
    const again = collector<number>();
    await queue.work('moderate-media', {}, async (_payload, run) => again.push(run.attempt));
    await queue.failJobs('moderate-media', await queue.running('moderate-media'), 'its process died');
    await again.until(1);
    expect(again.seen).toEqual([2]);
    release();
  });

  const [picturesAndVideos, pictures, videos] = [
    ['moderate-media', 'moderate-video'],
    ['moderate-media'],
    ['moderate-video'],
  ] as const;
  const addOne = async (queue: Queue, name: FairJob, options: Parameters<Queue['add']>[2] = {}): Promise<string> => {
    const mediaId = randomUUID();
    await queue.add(name, { mediaId, attempt: 1 }, options);
    return mediaId;
  };

  it('API-04 leaves videos to the processes that take them, so that pictures do not wait for their end', async () => {
    const queue = await start();
    const video = await addOne(queue, 'moderate-video');
    const picture = await addOne(queue, 'moderate-media');
    const got = collector<string>();
    const worker = await start();
    await worker.workInTurn(pictures, null, async ({ mediaId }) => got.push(`pictures: ${mediaId}`));
    await got.until(1);
    await queue.workInTurn(videos, null, async ({ mediaId }) => got.push(`videos: ${mediaId}`));
    await got.until(2);
    expect(got.seen).toEqual([`pictures: ${picture}`, `videos: ${video}`]);
  });

  it('API-04 takes a video in its turn, however many pictures keep coming, and one job at a time', async () => {
    const queue = await start();
    const first = await addOne(queue, 'moderate-media');
    const video = await addOne(queue, 'moderate-video');
    await addOne(queue, 'moderate-media');
    const got = collector<string>();
    let [running, most] = [0, 0];
    await queue.workInTurn(picturesAndVideos, null, async ({ mediaId }) => {
      most = Math.max(most, ++running);
      // There is always a picture, until the video had its turn.
      if (!got.seen.includes(video) && got.seen.length < 10) await addOne(queue, 'moderate-media');
      running -= 1;
      got.push(mediaId);
    });
    await got.until(4);
    expect(got.seen.slice(0, 2)).toEqual([first, video]);
    expect(most).toBe(1);
  });

  it('MED-08 API-04 makes large copies before it takes pictures, and never two of them while a picture waits', async () => {
    const queue = await start();
    const addCopy = (packKey: string) => queue.add('make-display', { mediaId: randomUUID(), packKey }, { singletonKey: packKey });
    const due = [await addOne(queue, 'moderate-media'), await addOne(queue, 'moderate-media')];
    for (const packKey of ['a', 'b', 'c', 'a']) await addCopy(packKey);
    const got = collector<string>();
    const worker = await start();
    const take = async ({ mediaId }: { mediaId: string }) => got.push(mediaId);
    await worker.workInTurn(pictures, null, take, { 'make-display': async ({ packKey }) => got.push(packKey) });
    await got.until(5);
    expect(got.seen).toEqual(['a', due[0], 'b', due[1], 'c']);
    await addCopy('d');
    await got.until(6);
    expect(got.seen.at(-1)).toBe('d');
  });

  it('API-04 lets a video wait while pictures are due where one process does all, for a quarter of an hour at most', async () => {
    const queue = await start();
    const [old, video] = [await addOne(queue, 'moderate-video'), await addOne(queue, 'moderate-video')];
    await database.pool.query(
      "update pgboss.job set created_on = created_on - interval '16 minutes' where data->>'mediaId' = $1",
      [old],
    );
    const due = [await addOne(queue, 'moderate-media'), await addOne(queue, 'moderate-media')];
    const got = collector<string>();
    await queue.workInTurn(picturesAndVideos, 'moderate-media', async ({ mediaId }) => got.push(mediaId));
    await got.until(4);
    expect(got.seen).toEqual([old, ...due, video]);
  });

  it('does what waits for a quiet moment once nothing else waits, a person’s item before an account’s', async () => {
    const queue = await start();
    const [accountId, run, opened] = [randomUUID(), randomUUID(), randomUUID()];
    await queue.add('read-writing', { accountId, run }, { turn: 1 });
    await queue.add('read-writing', { mediaId: opened }, { turn: 0 });
    const picture = await addOne(queue, 'moderate-media', { turn: 900 });
    const got = collector<string>();
    const say = async (payload: { mediaId: string } | { accountId: string }) =>
      void got.push('mediaId' in payload ? payload.mediaId : payload.accountId);
    await queue.workInTurn(pictures, null, say, { 'read-writing': say });
    await got.until(3);
    expect(got.seen).toEqual([picture, opened, accountId]);
  });

  it('OPS-04 takes videos that the version before queued among the pictures: raised by it, or in their turn', async () => {
    const queue = await start();
    const [raised, waiting, picture, late] = [
      await addOne(queue, 'moderate-media', { isLong: true }),
      await addOne(queue, 'moderate-media', { isLong: true }),
      await addOne(queue, 'moderate-media', { turn: 5 }),
      await addOne(queue, 'moderate-media', { isLong: true, turn: 9 }),
    ];
    await database.pool.query("update pgboss.job set priority = 1 where data->>'mediaId' = $1", [raised]);
    const got = collector<string>();
    const alone = await start();
    // A process for pictures leaves them alone, unless one of that version has put it over the pictures and died.
    await alone.workInTurn(pictures, null, async ({ mediaId }) => got.push(mediaId));
    await got.until(2);
    await alone.stop();
    await queue.workInTurn(picturesAndVideos, null, async ({ mediaId }) => got.push(mediaId));
    await got.until(4);
    expect(got.seen).toEqual([raised, picture, waiting, late]);
  });

  it('OPS-04 tries a job that was taken in turn again, and it goes to its dead letter after the last try', async () => {
    const queue = await start({ onError: () => undefined });
    const video = await addOne(queue, 'moderate-video');
    await database.pool.query('update pgboss.job set retry_delay = 0, retry_backoff = false');
    const got = collector<string>();
    await queue.work('moderate-media-failed', {}, async ({ mediaId }) => got.push(`failed: ${mediaId}`));
    await queue.workInTurn(videos, null, async (_payload, { attempt, isLast }) => {
      got.push(`${attempt}${isLast ? ' last' : ''}`);
      throw new Error('no');
    });
    await got.until(5);
    expect(got.seen).toEqual(['1', '2', '3', '4 last', `failed: ${video}`]);
  });

  it('OPS-04 ends a run whose claim is gone, and nothing that it says in a transaction stands', async () => {
    const queue = await start();
    await addOne(queue, 'moderate-video');
    const db = createDb({ url: database.url });
    const said = collector<unknown>();
    const lost = Promise.withResolvers<void>();
    await queue.workInTurn(videos, null, async (_payload, run) => {
      if (said.seen.length > 0) return;
      said.push(await db.db.transaction((tx) => run.holds(tx)));
      await lost.promise;
      said.push(await db.db.transaction((tx) => run.holds(tx)));
      said.push(await db.db.transaction((tx) => run.complete(tx)));
      said.push((await queue.running('moderate-video')).length);
    });
    await said.until(1);
    await queue.giveBack('moderate-video', await queue.running('moderate-video'));
    const other = await start();
    const taken = collector<number>();
    const end = Promise.withResolvers<void>();
    await other.workInTurn(videos, null, async (_payload, { attempt }) => {
      taken.push(attempt);
      await end.promise;
    });
    await taken.until(1);
    lost.resolve();
    await said.until(4);
    expect(said.seen).toEqual([true, false, false, 1]);
    end.resolve();
    await Promise.all([other.stop(), db.close()]);
    const { rows } = await database.pool.query("select state, retry_count from pgboss.job where name = 'moderate-video'");
    expect(rows).toEqual([{ state: 'completed', retry_count: 1 }]);
  });

  it('OPS-04 completes a job exactly when the transaction commits in which its run says so', async () => {
    const queue = await start();
    const { db, close } = createDb({ url: database.url });
    await addOne(queue, 'moderate-media');
    const states = collector<string>();
    const state = async () =>
      (await database.pool.query("select state from pgboss.job where name = 'moderate-media'")).rows[0]?.state;
    await queue.workInTurn(pictures, null, async (_payload, run) => {
      const undone = db.transaction(async (tx) => {
        expect(await run.complete(tx)).toBe(true);
        throw new Error('undone');
      });
      await undone.catch(() => undefined);
      states.push(await state());
      await db.transaction((tx) => run.complete(tx));
      states.push(await state());
    });
    await states.until(2);
    expect(states.seen).toEqual(['active', 'completed']);
    await close();
  });

  it('OPS-04 hands a long job back when its process is asked to stop, and the run is no try of it', async () => {
    const errors: unknown[] = [];
    const ending = await start({ onError: (error) => errors.push(error) });
    const begun = collector<string>();
    await ending.workInTurn(videos, null, async (_payload, { id, stopping }) => {
      begun.push(id);
      await new Promise((_resolve, reject) => stopping.addEventListener('abort', () => reject(stopping.reason)));
    });
    await ending.add('moderate-video', { mediaId: randomUUID(), attempt: 1 });
    await begun.until(1);
    await ending.stop();
    const { rows } = await database.pool.query("select id, state, retry_limit from pgboss.job where name = 'moderate-video'");
    expect(rows).toEqual([{ id: begun.seen[0], state: 'retry', retry_limit: 4 }]);
    expect(errors).toEqual([]);
    const queue = await start();
    const again = collector<{ attempt: number; isLast: boolean }>();
    await queue.workInTurn(videos, null, async (_payload, { attempt, isLast }) => again.push({ attempt, isLast }));
    await again.until(1);
    expect(again.seen).toEqual([{ attempt: 1, isLast: false }]);
  });

  it('OPS-04 hands over what does not end in time when its process stops, and the run is no try of it', async () => {
    const [leaving, staying] = [await start({ finishMs: 20 }), await start()];
    const seen = collector<{ who: string; attempt: number; isLast: boolean }>();
    const hang = Promise.withResolvers<void>();
    await leaving.work('moderate-media', {}, async (_payload, { attempt, isLast }) => {
      seen.push({ who: 'leaving', attempt, isLast });
      await hang.promise;
    });
    await leaving.add('moderate-media', { mediaId: randomUUID(), attempt: 1 });
    await seen.until(1);
    await staying.work('moderate-media', {}, async (_payload, { attempt, isLast }) => {
      seen.push({ who: 'staying', attempt, isLast });
      await hang.promise;
    });
    const stopped = leaving.stop();
    // Beside the run that goes on: nobody waits for a heartbeat to be missed.
    await seen.until(2);
    await stopped;
    hang.resolve();
    expect(seen.seen).toEqual([
      { who: 'leaving', attempt: 1, isLast: false },
      { who: 'staying', attempt: 1, isLast: false },
    ]);
    const ended = "select state from pgboss.job where name = 'moderate-media'";
    await expect.poll(async () => (await database.pool.query(ended)).rows).toEqual([{ state: 'completed' }]);
  });

  it('OPS-04 lets a run that was handed over be the last one no more, so that it gives up nothing', async () => {
    const leaving = await start({ finishMs: 20 });
    const lasts = collector<boolean>();
    const hang = Promise.withResolvers<void>();
    await leaving.add('moderate-media', { mediaId: randomUUID(), attempt: 1 });
    await database.pool.query("update pgboss.job set retry_limit = 0 where name = 'moderate-media'");
    await leaving.work('moderate-media', {}, async (_payload, run) => {
      lasts.push(run.isLast);
      run.signal.addEventListener('abort', () => lasts.push(run.isLast));
      await hang.promise;
    });
    await lasts.until(1);
    await leaving.stop();
    await lasts.until(2);
    hang.resolve();
    expect(lasts.seen).toEqual([true, false]);
  });

  it.each(['did its work', 'hands its job back'])(
    'OPS-04 lets a run that %s while the database is away say so before its process ends',
    async (what) => {
      const line = await openLine();
      const queue = await start({ url: line.urlOf(database.url), listener: null });
      const begun = collector<string>();
      await queue.work('moderate-media', {}, async (_payload, { id, stopping }) => {
        begun.push(id);
        await new Promise<void>((resolve, reject) =>
          stopping.addEventListener('abort', () => {
            line.down();
            if (what === 'did its work') resolve();
            else reject(stopping.reason);
          }),
        );
      });
      await queue.add('moderate-media', { mediaId: randomUUID(), attempt: 1 });
      await begun.until(1);
      const stopped = queue.stop();
      await line.refused();
      line.up();
      await stopped;
      const { rows } = await database.pool.query(
        "select state, retry_limit - retry_count as tries from pgboss.job where name = 'moderate-media'",
      );
      expect(rows).toEqual([what === 'did its work' ? { state: 'completed', tries: 3 } : { state: 'retry', tries: 4 }]);
      await line.close();
    },
  );

  it('OPS-04 leaves the run of another process alone, whatever a run that handed the job back still says', async () => {
    const library = new PgBoss({ connectionString: database.url, schema: 'pgboss', migrate: false, supervise: false });
    library.on('error', () => undefined);
    await library.start();
    const ending = await start();
    const begun = collector<JobEvent>();
    const restarting = await start({ onJob: (event) => begun.push(event) });
    await restarting.work('moderate-media', {}, async (_payload, { stopping }) => {
      await new Promise((_resolve, reject) => stopping.addEventListener('abort', () => reject(stopping.reason)));
    });
    await ending.add('moderate-media', { mediaId: randomUUID(), attempt: 1 }, { isLong: true });
    await begun.until(1);
    await restarting.stop();
    const end = Promise.withResolvers<void>();
    const live = collector<string>();
    const other = await start();
    await other.work('moderate-media', {}, async (_payload, { id }) => {
      live.push(id);
      await end.promise;
    });
    await live.until(1);
    const stale = { id: begun.seen[0]?.id ?? '', retryCount: 0 };
    const row = async () => (await database.pool.query("select * from pgboss.job where name = 'moderate-media'")).rows;
    const before = await row();
    await library.touch('moderate-media', [stale]);
    await library.complete('moderate-media', [stale]);
    await library.fail('moderate-media', [stale]);
    expect(await row()).toEqual(before);
    expect(await other.running('moderate-media')).toEqual([{ id: live.seen[0], retryCount: 1 }]);
    end.resolve();
    await other.stop();
    await library.stop();
    const { rows } = await database.pool.query("select state from pgboss.job where name = 'moderate-media'");
    expect(rows).toEqual([{ state: 'completed' }]);
  });

  it('OPS-04 fails only the run that a dead process had: not the job that waits since, nor the run of another process', async () => {
    const events = collector<JobEvent>();
    const hang = Promise.withResolvers<void>();
    const dead = await start({ onJob: (event) => events.push(event) });
    await dead.work('moderate-media', {}, async (_payload, { attempt }) => {
      if (attempt === 1) await hang.promise;
    });
    await dead.add('moderate-media', { mediaId: randomUUID(), attempt: 1 });
    await events.until(1);
    const claims = events.seen.slice(0, 1);
    const state = async () =>
      (await database.pool.query("select state, retry_count from pgboss.job where name = 'moderate-media'")).rows;
    const other = await start();
    await other.failJobs('moderate-media', claims, 'its process died');
    await database.pool.query("update pgboss.job set start_after = now() + interval '1 hour' where name = 'moderate-media'");
    expect(await state()).toEqual([{ state: 'retry', retry_count: 0 }]);
    // The same message again, as from a supervisor that was slow to notice.
    await other.failJobs('moderate-media', claims, 'its process died');
    expect(await state()).toEqual([{ state: 'retry', retry_count: 0 }]);
    const live = collector<string>();
    const end = Promise.withResolvers<void>();
    await other.work('moderate-media', {}, async (_payload, { id }) => {
      live.push(id);
      await end.promise;
    });
    await database.pool.query("update pgboss.job set start_after = now() where name = 'moderate-media'");
    await live.until(1);
    await other.failJobs('moderate-media', claims, 'its process died');
    expect(await state()).toEqual([{ state: 'active', retry_count: 1 }]);
    end.resolve();
    hang.resolve();
  });

  it('OPS-04 hands a job back whose database failed, after a pause, and the run is no try of it', async () => {
    const queue = await start();
    const { db, close } = createDb({ url: database.url, max: 1 });
    const seen = collector<{ attempt: number; isLast: boolean }>();
    await queue.work('moderate-media', {}, async (_payload, { attempt, isLast }) => {
      seen.push({ attempt, isLast });
      // A primary that was demoted under the transaction.
      if (seen.seen.length <= 2)
        await db.transaction(async (tx) => {
          await tx.execute(sql`set transaction read only`);
          await tx.insert(account).values({});
        });
    });
    const row = async () =>
      (
        await database.pool.query(
          "select state, retry_limit - retry_count as tries from pgboss.job where name = 'moderate-media'",
        )
      ).rows[0];
    const due = "update pgboss.job set start_after = now() where name = 'moderate-media' and state = 'retry'";
    await queue.add('moderate-media', { mediaId: randomUUID(), attempt: 1 });
    for (const runs of [1, 2]) {
      await seen.until(runs);
      await expect.poll(row).toEqual({ state: 'retry', tries: 4 });
      await database.pool.query(due);
    }
    await expect.poll(row).toMatchObject({ state: 'completed' });
    expect(seen.seen).toEqual(Array.from({ length: 3 }, () => ({ attempt: 1, isLast: false })));
    await close();
  });

  it('OPS-04 takes up what waits for a storage when a run goes well, and nothing that failed by itself', async () => {
    const queue = await start();
    let fault: Error | null = null;
    const done = collector<string>();
    await queue.work('moderate-media', {}, async ({ mediaId }) => {
      if (fault) throw fault;
      done.push(mediaId);
    });
    const add = async (): Promise<string> => {
      const mediaId = randomUUID();
      await queue.add('moderate-media', { mediaId, attempt: 1 });
      return mediaId;
    };
    /** One that has failed is made to wait for an hour. */
    const failing = async (error: Error): Promise<string> => {
      fault = error;
      const mediaId = await add();
      const postpone =
        "update pgboss.job set start_after = now() + interval '1 hour' where state = 'retry' and data->>'mediaId' = $1";
      await expect.poll(async () => (await database.pool.query(postpone, [mediaId])).rowCount).toBe(1);
      return mediaId;
    };
    const broken = await failing(new Error('the picture is what is wrong'));
    const waiting = await failing(new StorageUnavailable('no answer for 5 s'));
    fault = null;
    const next = await add();
    await done.until(2);
    expect(new Set(done.seen)).toEqual(new Set([waiting, next]));
    const { rows } = await database.pool.query("select data->>'mediaId' as id from pgboss.job where state = 'retry'");
    expect(rows).toEqual([{ id: broken }]);
  });

  it('OPS-04 counts a fault of the database as a try of a job that is older than a day', async () => {
    const queue = await start();
    const seen = collector<number>();
    await queue.work('moderate-media', {}, async (_payload, { attempt }) => {
      seen.push(attempt);
      await database.pool.query('begin transaction read only; insert into account default values');
    });
    await queue.add('moderate-media', { mediaId: randomUUID(), attempt: 1 }, { startAfterMs: 3_600_000 });
    await database.pool.query(
      "update pgboss.job set created_on = now() - interval '25 hours', start_after = now() where name = 'moderate-media'",
    );
    await seen.until(2);
    expect(seen.seen).toEqual([1, 2]);
  });

  it('OPS-04 hands a job back once the database is there again, however long that takes', async () => {
    // A job may begin before whoever added it has the answer, which would be lost with the line.
    const added = Promise.withResolvers<void>();
    const line = await openLine();
    const errors = collector<unknown>();
    const queue = await start({ url: line.urlOf(database.url), onError: (error) => errors.push(error) });
    const { db, close } = createDb({ url: line.urlOf(database.url), max: 1 });
    const seen = collector<number>();
    await queue.work('moderate-media', {}, async (_payload, { attempt }) => {
      seen.push(attempt);
      if (seen.seen.length > 1) return;
      await added.promise;
      line.down();
      await db.insert(account).values({});
    });
    await queue.add('moderate-media', { mediaId: randomUUID(), attempt: 1 });
    added.resolve();
    await errors.until(2);
    const state = "select state, retry_count from pgboss.job where name = 'moderate-media'";
    expect((await database.pool.query(state)).rows).toEqual([{ state: 'active', retry_count: 0 }]);
    line.up();
    await seen.until(2);
    expect(seen.seen).toEqual([1, 1]);
    await queue.stop();
    await close();
    await line.close();
  });

  it('OPS-04 does not run a job again whose work was done when the database left, however long it is away', async () => {
    // A job may begin before whoever added it has the answer, which would be lost with the line.
    const added = Promise.withResolvers<void>();
    const line = await openLine();
    const errors = collector<unknown>();
    const queue = await start({ url: line.urlOf(database.url), onError: (error) => errors.push(error) });
    const seen = collector<number>();
    await queue.work('moderate-media', {}, async (_payload, { attempt }) => {
      seen.push(attempt);
      await added.promise;
      line.down();
    });
    await queue.add('moderate-media', { mediaId: randomUUID(), attempt: 1 });
    added.resolve();
    await errors.until(1);
    const row = async () =>
      (await database.pool.query("select state, retry_count, output from pgboss.job where name = 'moderate-media'")).rows[0];
    expect(await row()).toEqual({ state: 'active', retry_count: 0, output: null });
    line.up();
    await expect.poll(row).toEqual({ state: 'completed', retry_count: 0, output: null });
    expect(seen.seen).toEqual([1]);
    await queue.stop();
    await line.close();
  });

  it('keeps the tries of a job that was handed back: the last one is the job’s own', async () => {
    const queue = await start();
    const seen = collector<{ attempt: number; isLast: boolean }>();
    // Handed back twice, and failed three times since: one try is left.
    await queue.add('moderate-media', { mediaId: randomUUID(), attempt: 1 });
    await database.pool.query(
      "update pgboss.job set state = 'retry', started_on = now(), retry_count = 3, retry_limit = 5 where name = 'moderate-media'",
    );
    await queue.work('moderate-media', {}, async (_payload, { attempt, isLast }) => {
      seen.push({ attempt, isLast });
      if (!isLast) throw new Error('once more');
    });
    await seen.until(1);
    // Its next try is due in some seconds.
    const due = "update pgboss.job set start_after = now() where name = 'moderate-media' and state = 'retry'";
    await expect.poll(async () => (await database.pool.query(due)).rowCount).toBe(1);
    await seen.until(2);
    expect(seen.seen).toEqual([
      { attempt: 3, isLast: false },
      { attempt: 4, isLast: true },
    ]);
  });

  it('OPS-04 takes every kind of job away from a process that fell silent', async () => {
    const library = new PgBoss({
      connectionString: database.url,
      schema: 'pgboss',
      migrate: false,
      supervise: false,
      schedule: false,
    });
    library.on('error', () => undefined);
    await library.start();
    for (const name of jobNames) {
      await library.send(name, {});
      await library.fetch(name);
    }
    const silent = "update pgboss.job set heartbeat_on = now() - interval '16 seconds' where state = 'active'";
    expect((await database.pool.query(silent)).rowCount).toBe(jobNames.length);
    await library.supervise();
    const held = await database.pool.query("select name from pgboss.job where state = 'active'");
    expect(held.rows).toEqual([]);
    await library.stop();
  });

  it('adds what is due by the clock, when it keeps the queue', async () => {
    const queue = await start({ keeper: { directUrl: database.url } });
    await queue.ready();
    const { rows } = await database.pool.query('select name, cron, timezone from pgboss.schedule order by name');
    const everyMinute = { cron: '* * * * *', timezone: 'UTC' };
    expect(rows).toEqual([
      { name: 'call-payment-provider', ...everyMinute },
      { name: 'judge-buckets', ...everyMinute },
      { name: 'retain', ...everyMinute },
      { name: 'sweep', ...everyMinute },
      { name: 'sweep-objects', ...everyMinute },
      { name: 'tag-buckets', ...everyMinute },
      { name: 'tell-chats', ...everyMinute },
    ]);
  });

  it('is not ready on a database that it was not set up in', async () => {
    const queue = await start();
    await database.pool.query('delete from pgboss.schedule');
    await database.pool.query("delete from pgboss.queue where name = 'moderate-media'");
    await expect(queue.ready()).rejects.toThrow('not been set up');
  });
});

describe('the table of jobs', () => {
  const full = Object.fromEntries(jobNames.map((name) => [name, {}]));
  it('is refused when a job has no handler or a handler no job', () => {
    expect(() => checkJobTable(full)).not.toThrow();
    expect(() => checkJobTable({ ...full, sweep: undefined })).toThrow('sweep');
    expect(() => checkJobTable({ ...full, unheard: {} })).toThrow('unheard');
  });
});
