import type { BulkRun, LiveEvent } from '@clearframe/contract';
import { count, eq, sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { longTransaction } from '../src/db/long-transaction.ts';
import { bulkRun, bulkRunItem, decision, delivery, media, membership, webhook } from '../src/db/schema.ts';
import { runBulkJob } from '../src/jobs/run-bulk.ts';
import { failBulkRun } from '../src/moderation/bulk/end-bulk-run.ts';
import { runBulk } from '../src/moderation/bulk/run-bulk.ts';
import { failLostRuns, forgetBulkRuns } from '../src/moderation/bulk/sweep-bulk-runs.ts';
import { placeLegalHold } from '../src/moderation/item/legal-hold.ts';
import { type Built, build } from './helpers/build.ts';
import { itemOf, joinAccount, send, writeItem } from './helpers/review-team.ts';
import type { SignedInBrowser } from './helpers/sign-in.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

type Who = Pick<SignedInBrowser, 'headers'>;

describe('TRUST-B3 everything that a filter lets through', () => {
  let built: Built;
  let ada: Uploader;
  let ines: SignedInBrowser;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    ada = await createUploader(built);
    ines = await joinAccount(built, ada.accountId, 'moderator');
  });

  const flagged = (values = {}) => writeItem(built, ada.accountId, { moderationFlagged: true, ...values });
  /** Oldest first, each a second after the one before. */
  const several = async (many: number) => {
    const ids: string[] = [];
    const from = built.clock.now().getTime() - 3_600_000;
    for (let made = 0; made < many; made += 1) ids.push(await flagged({ createdAt: new Date(from + made * 1_000) }));
    return ids;
  };
  const start = (who: Who, newestId: string, more: object = {}) =>
    send(built, who, '/bulk-runs', { action: 'pass', filter: { status: 'undecided' }, newest_id: newestId, ...more });
  const runOf = (answer: LightMyRequestResponse): BulkRun => {
    if (answer.statusCode >= 300) throw new Error(answer.body);
    return answer.json<{ data: { run: BulkRun } }>().data.run;
  };
  const refusal = (answer: LightMyRequestResponse) => {
    const { code, message } = answer.json<{ code?: string; message: string }>();
    return { status: answer.statusCode, code, message };
  };
  const read = async (who: Who, id: string) =>
    runOf(await built.app.inject({ url: `/api/bulk-runs/${id}`, headers: who.headers }));
  const never = { signal: new AbortController().signal, alive() {} };
  const job = { id: 'job', attempt: 1, isLast: false, isFirst: true, stopping: never.signal };
  const settled = { holds: async () => true, complete: async () => true, committed() {} };
  const work = (id: string) => runBulk(built.context, id, never);
  const cancel = (who: Who, id: string) => send(built, who, `/bulk-runs/${id}/cancel`);
  const undo = (who: Who, id: string) => send(built, who, `/bulk-runs/${id}/undo`);
  const decisionsOf = async (ids: readonly string[]) => {
    const rows = await built.context.db.select().from(decision).where(eq(decision.accountId, ada.accountId));
    return ids.map((id) => rows.filter(({ mediaId }) => mediaId === id).length);
  };
  /** A process that dies while it decides: `after` items were decided. */
  const dieAfter = async (id: string, after: number) => {
    const dead = new AbortController();
    let looked = 0;
    const signal = new Proxy(dead.signal, {
      get(target, name) {
        if (name === 'throwIfAborted')
          return () => {
            // Once for the run, then once an item.
            if (looked > after) throw new Error('killed');
            looked += 1;
          };
        return Reflect.get(target, name);
      },
    });
    await expect(runBulk(built.context, id, { signal, alive() {} })).rejects.toThrow('killed');
  };

  it('is taken in with 202 and decided by its job, and later arrivals are left alone', async () => {
    const ids = await several(3);
    const other = await writeItem(built, ada.accountId, { createdAt: new Date(built.clock.now().getTime() - 3_600_000) });
    const later = await flagged();
    const heard: LiveEvent[] = [];
    const stop = built.context.live.subscribe(ada.accountId, (event) => void heard.push(event));
    await built.context.live.listening();
    const answer = await start(ada, ids[2] ?? '', { action: 'fail', label: 'adult', note: 'All of it' });
    expect(answer.statusCode).toBe(202);
    const taken = runOf(answer);
    expect(taken).toMatchObject({ state: 'running', total: 3, done: 0, undone: 0, undo_until: null, finished_at: null });
    expect(taken.left_out).toEqual({ claimed: 0, decided: 0, failed: 0 });
    await runBulkJob.run(built.context, { runId: taken.id }, { ...never, ...job, ...settled });
    expect(await read(ada, taken.id)).toMatchObject({ total: 3, done: 3, undo_until: expect.any(String) });
    expect(await decisionsOf([...ids, later, other])).toEqual([1, 1, 1, 0, 0]);
    const [made] = await built.context.db
      .select()
      .from(decision)
      .where(eq(decision.mediaId, ids[0] ?? ''));
    expect(made).toMatchObject({ to: true, userId: ada.userId, note: 'All of it', labelKey: 'adult' });
    await expect.poll(() => heard.some((event) => event.type === 'bulk_run.updated' && event.run_id === taken.id)).toBe(true);
    stop();
  });

  it('leaves out what others hold, and what was decided or removed after the start', async () => {
    const [held, decided, gone, free] = await several(4);
    const taken = runOf(await start(ada, free ?? ''));
    expect((await send(built, ines, '/queue/claims', { media_id: held })).statusCode).toBe(200);
    expect((await send(built, ines, `/media/${decided}/fail`, {})).statusCode).toBe(200);
    expect((await send(built, ines, `/media/${gone}`, undefined, 'DELETE')).statusCode).toBe(200);
    await work(taken.id);
    const left_out = { claimed: 1, decided: 1, failed: 1 };
    expect(await read(ada, taken.id)).toMatchObject({ state: 'complete', total: 4, done: 1, left_out });
    expect(await decisionsOf([held ?? '', decided ?? '', free ?? ''])).toEqual([0, 1, 1]);
    expect((await itemOf(built, ada, decided ?? '')).moderationFlagged).toBe(true);
  });

  it('leaves out what the operator withholds: nobody can look at it', async () => {
    const [before = '', during = '', free = ''] = await several(3);
    await placeLegalHold(built.context, { mediaId: before, reason: 'case 1' });
    const taken = runOf(await start(ada, free));
    await placeLegalHold(built.context, { mediaId: during, reason: 'case 1' });
    await work(taken.id);
    expect(await read(ada, taken.id)).toMatchObject({ state: 'complete', total: 2, done: 1, left_out: { failed: 1 } });
    expect(await decisionsOf([before, during, free])).toEqual([0, 0, 1]);
  });

  it('leaves out an item whose decision was taken back after the start', async () => {
    const [id = ''] = await several(1);
    const taken = runOf(await start(ada, id));
    const made = (await send(built, ines, `/media/${id}/fail`, { hold_ms: 8_000 })).json<{ data: { decision_id: string } }>();
    await send(built, ines, `/media/${id}/undo`, { decision_id: made.data.decision_id });
    await work(taken.id);
    expect(await read(ada, taken.id)).toMatchObject({ done: 0, left_out: { claimed: 0, decided: 1, failed: 0 } });
  });

  it('goes on in another process after one dies, and decides nothing twice, also beside one that was thought dead', async () => {
    const ids = await several(6);
    const taken = runOf(await start(ada, ids[5] ?? ''));
    await dieAfter(taken.id, 2);
    expect((await decisionsOf(ids)).reduce((sum, one) => sum + one, 0)).toBe(2);
    await Promise.all([work(taken.id), work(taken.id)]);
    expect(await read(ada, taken.id)).toMatchObject({
      state: 'complete',
      done: 6,
      left_out: { claimed: 0, decided: 0, failed: 0 },
    });
    expect(await decisionsOf(ids)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('stops where it is when it is cancelled, and what was decided by then can be taken back', async () => {
    const ids = await several(5);
    const taken = runOf(await start(ada, ids[4] ?? ''));
    await dieAfter(taken.id, 2);
    expect(runOf(await cancel(ada, taken.id))).toMatchObject({ state: 'cancelled', done: 2, undo_until: expect.any(String) });
    await work(taken.id);
    expect((await decisionsOf(ids)).reduce((sum, one) => sum + one, 0)).toBe(2);
    expect(runOf(await cancel(ada, taken.id)).state).toBe('cancelled');
    expect(runOf(await undo(ada, taken.id))).toMatchObject({ state: 'undoing', undo_until: null });
    await work(taken.id);
    expect(await read(ada, taken.id)).toMatchObject({ state: 'undone', done: 0, undone: 2 });
  });

  it('of a cancellation and a run at the same moment every decision is counted', async () => {
    const ids = await several(8);
    const taken = runOf(await start(ada, ids[7] ?? ''));
    const [, cancelled] = await Promise.all([work(taken.id), cancel(ada, taken.id)]);
    expect(cancelled.statusCode).toBe(200);
    const made = (await decisionsOf(ids)).reduce((sum, one) => sum + one, 0);
    const ended = await read(ada, taken.id);
    expect(['cancelled', 'complete']).toContain(ended.state);
    expect(ended.done).toBe(made);
  });

  it('tells hooks of nothing before its end and the time to undo, and of nothing that was taken back', async () => {
    const { accountId } = ada;
    await built.context.db
      .insert(webhook)
      .values({ accountId, url: 'https://hooks.example/in', tokenSealed: 's', secretSealed: 's', isActive: true });
    const ids = await several(3);
    const due = () => built.context.db.select().from(delivery).where(eq(delivery.accountId, accountId));
    const taken = runOf(await start(ada, ids[2] ?? '', { action: 'fail' }));
    await dieAfter(taken.id, 2);
    const farAway = built.clock.now().getTime() + 60_000;
    expect((await due()).map(({ nextAttemptAt }) => nextAttemptAt.getTime() > farAway)).toEqual([true, true]);
    await work(taken.id);
    const { undo_until } = await read(ada, taken.id);
    expect((await due()).map(({ nextAttemptAt }) => nextAttemptAt.toISOString())).toEqual([undo_until, undo_until, undo_until]);
    // Somebody else thought otherwise meanwhile: that stands.
    await send(built, ines, `/media/${ids[0]}/pass`, {});
    expect((await undo(ada, taken.id)).statusCode).toBe(202);
    await Promise.all([work(taken.id), work(taken.id)]);
    expect(await read(ada, taken.id)).toMatchObject({ state: 'undone', done: 1, undone: 2 });
    expect((await due()).filter(({ state }) => state === 'waiting')).toEqual([]);
    const shown = await built.context.db.select({ waiting: media.waiting }).from(media).where(eq(media.accountId, accountId));
    expect(shown.filter(({ waiting }) => waiting)).toHaveLength(2);
  });

  it('cannot be taken back once its time is over', async () => {
    const [id = ''] = await several(1);
    const taken = runOf(await start(ada, id));
    expect(refusal(await undo(ada, taken.id))).toMatchObject({ status: 409, code: 'bulk_run_running' });
    await work(taken.id);
    await built.context.db.update(bulkRun).set({ undoUntil: built.clock.now() }).where(eq(bulkRun.id, taken.id));
    expect(refusal(await undo(ada, taken.id)).status).toBe(409);
    expect(await decisionsOf([id])).toEqual([1]);
  });

  it('one of a person runs at a time, also when two are asked for at once', async () => {
    const [id = ''] = await several(1);
    const answers = await Promise.all([start(ada, id), start(ada, id)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409]);
    expect(refusal(await start(ada, id)).code).toBe('bulk_run_running');
    const theirs = runOf(await start(ines, id));
    expect(theirs.total).toBe(1);
    // Another person's run is none of theirs.
    expect((await built.app.inject({ url: `/api/bulk-runs/${theirs.id}`, headers: ada.headers })).statusCode).toBe(404);
    expect((await cancel(ada, theirs.id)).statusCode).toBe(404);
  });

  it('refuses a viewer, an unknown newest item, a wrong reason, and too many items', async () => {
    const [id = ''] = await several(1);
    const viewer = await joinAccount(built, ada.accountId, 'viewer');
    expect((await start(viewer, id)).statusCode).toBe(403);
    expect((await start(ada, ada.accountId)).statusCode).toBe(404);
    expect((await start(ada, id, { label: 'adult' })).statusCode).toBe(400);
    // On a slow machine so many rows take longer than one statement may.
    await longTransaction(built.context.db, 120_000, (tx) =>
      tx.execute(sql`
        insert into media (account_id, source, filename, original_filename, tags, kind, mime_type, file_size_bytes, object_key,
        state, moderation_flagged, created_at)
        select ${ada.accountId}, 'dashboard', n || '.png', 'many.png', '{}', 'png', 'image/png', 1, 'k', 'done', true, '2026-01-01'
        from generate_series(1, 20000) n`),
    );
    expect(refusal(await start(ada, id))).toMatchObject({
      status: 409,
      code: 'bulk_run_too_large',
      message: 'More than 20,000 items match. Narrow the filters first.',
    });
    const [rows] = await built.context.db.select({ n: count() }).from(bulkRun).where(eq(bulkRun.accountId, ada.accountId));
    expect(rows?.n).toBe(0);
  });

  it('stops when its person may decide no more', async () => {
    const ids = await several(2);
    const taken = runOf(await start(ines, ids[1] ?? ''));
    await built.context.db.update(membership).set({ role: 'viewer' }).where(eq(membership.userId, ines.userId));
    await work(taken.id);
    expect(await decisionsOf(ids)).toEqual([0, 0]);
    const [row] = await built.context.db.select().from(bulkRun).where(eq(bulkRun.id, taken.id));
    expect(row?.state).toBe('cancelled');
  });

  it('a page that is opened later finds the newest run, and a day later it is forgotten', async () => {
    const current = async () => {
      const answer = await built.app.inject({ url: '/api/bulk-runs', headers: ada.headers });
      return answer.json<{ data: { run: BulkRun | null } }>().data.run;
    };
    expect(await current()).toBeNull();
    const [id = ''] = await several(1);
    const taken = runOf(await start(ada, id));
    expect((await current())?.id).toBe(taken.id);
    await work(taken.id);
    await built.context.db
      .update(bulkRun)
      .set({ finishedAt: new Date(built.clock.now().getTime() - 25 * 3_600_000) })
      .where(eq(bulkRun.id, taken.id));
    await forgetBulkRuns(built.context);
    expect(await current()).toBeNull();
    expect(await built.context.db.$count(bulkRunItem, eq(bulkRunItem.runId, taken.id))).toBe(0);
    expect(await decisionsOf([id])).toEqual([1]);
  });

  it('ends with what was done when every try failed, or when its job is lost', async () => {
    const ids = await several(3);
    const taken = runOf(await start(ada, ids[2] ?? ''));
    await dieAfter(taken.id, 1);
    await failBulkRun(built.context, taken.id);
    const left_out = { claimed: 0, decided: 0, failed: 2 };
    expect(await read(ada, taken.id)).toMatchObject({ state: 'complete', done: 1, left_out });
    const lost = await built.context.db
      .insert(bulkRun)
      .values({ accountId: ada.accountId, userId: ada.userId, action: 'pass', createdAt: new Date('2026-01-01') })
      .returning();
    expect(await failLostRuns(built.context)).toBeGreaterThan(0);
    expect((await read(ada, lost[0]?.id ?? '')).state).toBe('complete');
  });
});
