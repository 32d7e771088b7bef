import type { MediaUpload, Webhook } from '@clearframe/contract';
import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { delivery, deliveryAttempt, webhook, webhookLane } from '../src/db/schema.ts';
import { forgetAuthorIn } from '../src/erasures/forget-author-in.ts';
import { newId } from '../src/security/new-id.ts';
import { makeAttempt } from '../src/webhooks/lanes/attempt.ts';
import { type Claimed, claimDue } from '../src/webhooks/lanes/claim.ts';
import { findDue, parkLane, releaseLanes, renewLanes, takeLanes } from '../src/webhooks/lanes/leases.ts';
import { record } from '../src/webhooks/lanes/record.ts';
import { runLanes } from '../src/webhooks/lanes/run-lanes.ts';
import { type Built, build } from './helpers/build.ts';
import { lockWaiters } from './helpers/lock-waiters.ts';
import { type Receiver, startReceiver } from './helpers/receiver.ts';
import { createUploader, file, picture, quickExaminer, resultOf, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

let built: Built;
/** Never answers. */
let hanging: Receiver;
let answering: Receiver;
let person: Uploader;
beforeEach(async () => {
  [hanging, answering] = await Promise.all([startReceiver(), startReceiver()]);
  hanging.answer = () => undefined;
  const allowPrivateTargets = [hanging.address, answering.address];
  built = await build({ config: { allowPrivateTargets, throughputScale: 1_000 } });
  await runQueuedModeration(built, quickExaminer);
  person = await createUploader(built);
});
afterEach(async () => {
  // What hangs ends with its server.
  await Promise.all([hanging.close(), answering.close()]);
  await built.close();
});

async function makeHook(owner: Uploader, { url: webhookUrl }: Receiver): Promise<Webhook> {
  const request = { method: 'POST', url: '/api/webhooks', headers: owner.headers, payload: { webhookUrl } } as const;
  return (await built.app.inject(request)).json<{ data: { webhook: Webhook } }>().data.webhook;
}
const upload = async (owner: Uploader): Promise<MediaUpload> =>
  resultOf(await owner.upload({ media: file(picture('formats/pears.png')) })).media_upload;
/** So many more of the hook's first delivery, each due a millisecond after the one before. */
async function copyDelivery({ id }: Webhook, count: number): Promise<void> {
  await built.database.pool.query(
    `insert into delivery select (jsonb_populate_record(null::delivery, to_jsonb(d) || jsonb_build_object(
       'id', gen_random_uuid(), 'next_attempt_at', d.next_attempt_at - n * interval '1 ms'))).*
     from (select * from delivery where webhook_id = $1 limit 1) d, generate_series(1, $2) n`,
    [id, count],
  );
}
/** The same database as another process sees it. */
const otherProcess = (): Context => ({
  ...built.context,
  presence: { ...built.context.presence, id: newId() },
  workers: new Set(),
});
const waits = ({ id }: Webhook) =>
  built.context.db.$count(delivery, and(eq(delivery.webhookId, id), eq(delivery.state, 'waiting')));
const states = async () => (await built.context.db.select().from(delivery)).map(({ state, attempts }) => [state, attempts]);
const never = new AbortController().signal;
const silence = () => built.database.pool.query("update webhook_lane set lease_until = now() - interval '1 s'");
const dueFor = async ({ db, presence, clock }: Context) =>
  (await findDue(db, presence.id, clock.now())).map(({ webhookId }) => webhookId);

const take = ({ db, presence }: Context, { id }: Webhook) => takeLanes(db, presence.id, [id]);
async function claimOne(process: Context, { id }: Webhook): Promise<Claimed> {
  const [claimed] = await claimDue(process, new Map([[id, 1]]), []);
  if (!claimed) throw new Error('Nothing is due');
  return claimed;
}

describe('a hook that hangs', () => {
  it('HOOK-04 delays neither another account nor another hook of its own, however much waits for it', async () => {
    const hung = await makeHook(person, hanging);
    await upload(person);
    await copyDelivery(hung, 500);
    runLanes(built.context);
    // As many as a lane begins with: its first answer is still to come.
    await hanging.got(4);
    const own = await makeHook(person, answering);
    const other = await createUploader(built);
    await makeHook(other, answering);
    for (let n = 0; n < 5; n += 1) await upload(other);
    for (let n = 0; n < 5; n += 1) await upload(person);
    await answering.got(10);
    expect(hanging.received).toHaveLength(4);
    await expect.poll(() => waits(own)).toBe(0);
    // None of them was lost.
    expect(await waits(hung)).toBe(506);
  });

  it('HOOK-04 tells each event once and in the order in which they were due, when it answers', async () => {
    const hook = await makeHook(person, answering);
    await upload(person);
    await copyDelivery(hook, 200);
    const rows = await built.context.db.select().from(delivery).orderBy(delivery.nextAttemptAt, delivery.id);
    runLanes(built.context);
    await answering.got(201);
    await expect.poll(() => waits(hook)).toBe(0);
    const told = answering.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(told).size).toBe(201);
    expect(new Set(told.slice(0, 4))).toEqual(new Set(rows.slice(0, 4).map(({ id }) => `msg_${id}`)));
    expect((await states()).filter(([state, attempts]) => state !== 'delivered' || attempts !== 1)).toEqual([]);
    expect(await built.context.db.$count(deliveryAttempt)).toBe(201);
  });
});

describe('the lease of a lane', () => {
  it('OPS-04 is one process’s, and another’s at once when it is given back or as soon as it has ended', async () => {
    const hook = await makeHook(person, answering);
    await upload(person);
    const [one, other] = [built.context, otherProcess()];
    expect(await take(one, hook)).toEqual([{ webhookId: hook.id, concurrency: 4, isSlow: false }]);
    expect([await take(other, hook), await dueFor(other), await dueFor(one)]).toEqual([[], [], [hook.id]]);
    // By the database's clock, a silent process keeps it for no longer than 15 s.
    const { rows } = await built.database.pool.query("select lease_until <= now() + interval '15 s' as short from webhook_lane");
    expect(rows).toEqual([{ short: true }]);
    await silence();
    expect(await dueFor(other)).toEqual([hook.id]);
    expect(await take(other, hook)).toHaveLength(1);
    const known = { webhookId: hook.id, concurrency: 9, isSlow: true };
    expect(await renewLanes(one.db, one.presence.id, [known])).toEqual(new Set());
    await releaseLanes(one.db, one.presence.id, [known]);
    expect(await dueFor(one)).toEqual([]);
    await releaseLanes(other.db, other.presence.id, [known]);
    // Whoever takes it knows what was found out about it.
    expect(await take(one, hook)).toEqual([known]);
  });

  it('OPS-04 a late answer of a process that lost it changes 0 rows, and the item shows what came of the other', async () => {
    const hook = await makeHook(person, answering);
    const item = await upload(person);
    const [late, other] = [built.context, otherProcess()];
    await take(late, hook);
    const claimed = await claimOne(late, hook);
    answering.answer = (response) => response.writeHead(500).end();
    const madeLate = await makeAttempt(late, claimed, never);
    await silence();
    await take(other, hook);
    expect(await record(late, [madeLate])).toEqual(new Set());
    expect(await states()).toEqual([['waiting', 0]]);
    answering.answer = (response) => response.end('ok');
    const made = await makeAttempt(other, await claimOne(other, hook), never);
    expect(await record(other, [made])).toEqual(new Set([claimed.row.id]));
    expect(await record(late, [madeLate])).toEqual(new Set());
    expect(await states()).toEqual([['delivered', 1]]);
    const attempts = await built.context.db.select().from(deliveryAttempt);
    expect(attempts).toMatchObject([{ number: 1, status: 200 }]);
    const shown = (await person.get(`/api/media/${item.id}`)).json<{ data: { media_upload: MediaUpload } }>().data.media_upload;
    expect(shown).toMatchObject({ webhookStatus: 'sent', webhookRetryCount: 0, webhookLastError: null });
  });

  it('OPS-04 is taken over with what the dead process had begun, under the same id', async () => {
    const hook = await makeHook(person, answering);
    await upload(person);
    const dead = otherProcess();
    await take(dead, hook);
    await makeAttempt(dead, await claimOne(dead, hook), never);
    await silence();
    runLanes(built.context);
    await answering.got(2);
    await expect.poll(states).toEqual([['delivered', 1]]);
    expect(new Set(answering.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('OPS-04 is given back when its process stops, after the answer that it waits for', async () => {
    const hook = await makeHook(person, answering);
    await upload(person);
    const process = otherProcess();
    let answer = () => {};
    answering.answer = (response) => {
      answer = () => void response.end('ok');
    };
    runLanes(process);
    await answering.got(1);
    const stopped = Promise.all([...process.workers].map((worker) => worker.stop()));
    answer();
    await stopped;
    expect(await states()).toEqual([['delivered', 1]]);
    expect(await built.context.db.select().from(webhookLane)).toMatchObject([{ webhookId: hook.id, owner: null }]);
  });

  it('OPS-04 lets nobody begin anything who lost it without knowing', async () => {
    const hook = await makeHook(person, answering);
    await upload(person);
    const [slow, other] = [built.context, otherProcess()];
    await take(slow, hook);
    await silence();
    expect(await claimDue(slow, new Map([[hook.id, 1]]), [])).toEqual([]);
    await take(other, hook);
    expect(await claimDue(slow, new Map([[hook.id, 1]]), [])).toEqual([]);
    expect(await claimDue(other, new Map([[hook.id, 1]]), [])).toHaveLength(1);
  });

  it('OPS-04 stays with a stopping process for as long as that waits for an answer, so that nobody tells it twice', async () => {
    await makeHook(person, answering);
    await upload(person);
    const process = otherProcess();
    let answer = () => {};
    answering.answer = (response) => {
      answer = () => void response.end('ok');
    };
    runLanes(process);
    await answering.got(1);
    const stopped = Promise.all([...process.workers].map((worker) => worker.stop()));
    await silence();
    const isHeld = 'select owner is not null and lease_until > now() as held from webhook_lane';
    await expect.poll(async () => (await built.database.pool.query(isHeld)).rows).toEqual([{ held: true }]);
    expect(await dueFor(built.context)).toEqual([]);
    answer();
    await stopped;
    expect(await states()).toEqual([['delivered', 1]]);
    expect(await dueFor(built.context)).toEqual([]);
  });

  it('OPS-04 begins no more at a time than its pace, also when it is lost and taken again while an answer is written down', async () => {
    const hook = await makeHook(person, answering);
    await upload(person);
    const { pool } = built.database;
    const writer = await pool.connect();
    await writer.query('begin');
    answering.answer = async (response) => {
      await writer.query('select 1 from delivery for update');
      response.end('ok');
    };
    runLanes(built.context);
    await expect.poll(() => lockWaiters(built.context.db)).toBe(1);
    await pool.query('update webhook_lane set owner = null');
    await expect.poll(async () => (await pool.query('select 1 from webhook_lane where owner is not null')).rows.length).toBe(1);
    await writer.query('rollback');
    writer.release();
    await expect.poll(states).toEqual([['delivered', 1]]);
    answering.answer = () => undefined;
    const more = { state: 'waiting', attempts: 0, begun_at: null, finished_at: null };
    await pool.query(
      `insert into delivery select (jsonb_populate_record(null::delivery,
         to_jsonb(d) || $1::jsonb || jsonb_build_object('id', gen_random_uuid()))).* from delivery d, generate_series(1, 20)`,
      [more],
    );
    await answering.got(2);
    const begun = "select 1 from delivery where webhook_id = $1 and state = 'waiting' and begun_at is not null";
    expect((await pool.query(begun, [hook.id])).rows).toHaveLength(4);
  });
});

describe('an event whose author is erased while it is told', () => {
  it.each([200, 500])('TRUST-B1 keeps status and time of an attempt under way, and not what came back (%i)', async (status) => {
    const hook = await makeHook(person, answering);
    const author = JSON.stringify({ id: 'kumquat' });
    resultOf(await person.upload({ media: file(picture('formats/pears.png')), author }));
    await take(built.context, hook);
    const claimed = await claimOne(built.context, hook);
    answering.answer = (response) => response.writeHead(status).end('We know kumquat');
    const made = await makeAttempt(built.context, claimed, never);
    expect(made.outcome.response).toBe('We know kumquat');
    const { db } = built.context;
    const [emptied, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const erasing = db.transaction(async (tx) => {
      await forgetAuthorIn(tx, sql`d.id = ${claimed.row.id}`);
      emptied.resolve();
      await release.promise;
    });
    await emptied.promise;
    const recording = record(built.context, [made]);
    await expect.poll(() => lockWaiters(db)).toBe(1);
    release.resolve();
    await erasing;
    expect(await recording).toEqual(new Set([claimed.row.id]));
    expect(await db.select().from(deliveryAttempt)).toMatchObject([{ number: 1, status, response: null }]);
    const [told] = await db.select().from(delivery);
    expect(JSON.stringify(told)).not.toContain('kumquat');
    expect(told).toMatchObject({ attempts: 1, lastStatus: status });
  });
});

describe('a hook that is changed while it is told', () => {
  const change = (hook: Webhook, payload: object) =>
    built.app.inject({ method: 'PATCH', url: `/api/webhooks/${hook.id}`, headers: person.headers, payload });

  it.each([
    ['HOOK-04 has no pause any more that its earlier address asked for', async () => ({ webhookUrl: hanging.url })],
    ['HOOK-04 has no pause any more once a person switches it on', async () => ({ isActive: true })],
  ])('%s', async (_what, changes) => {
    const hook = await makeHook(person, answering);
    await upload(person);
    const { db } = built.context;
    await take(built.context, hook);
    await parkLane(db, hook.id, 600_000);
    expect(await dueFor(built.context)).toEqual([]);
    expect((await change(hook, await changes())).statusCode).toBe(200);
    expect(await dueFor(built.context)).toEqual([hook.id]);
  });

  it('HOOK-04 stays on when the address that it no longer has says 410 Gone, and the new one hears of the event', async () => {
    const hook = await makeHook(person, answering);
    await upload(person);
    const { db } = built.context;
    await take(built.context, hook);
    const claimed = await claimOne(built.context, hook);
    answering.answer = (response) => response.writeHead(410).end();
    const made = await makeAttempt(built.context, claimed, never);
    expect((await change(hook, { webhookUrl: hanging.url })).statusCode).toBe(200);
    await record(built.context, [made]);
    expect(await states()).toEqual([['waiting', 1]]);
    expect(await db.select().from(webhook)).toMatchObject([{ isActive: true, url: hanging.url }]);
  });

  it('HOOK-04 is switched off by 410 Gone, also when the database left after the answer was written down', async () => {
    const hook = await makeHook(person, answering);
    await upload(person);
    const { db } = built.context;
    await take(built.context, hook);
    answering.answer = (response) => response.writeHead(410).end();
    const made = await makeAttempt(built.context, await claimOne(built.context, hook), never);
    let transactions = 0;
    const leaving: Context['db'] = Object.create(db, {
      transaction: {
        value: (work: Parameters<typeof db.transaction>[0]) => {
          transactions += 1;
          return transactions === 2 ? Promise.reject(new Error('away')) : db.transaction(work);
        },
      },
    });
    await expect(record({ ...built.context, db: leaving }, [made])).rejects.toThrow('away');
    await record(built.context, [made]);
    expect(await states()).toEqual([['failed', 1]]);
    expect(await db.select().from(webhook)).toMatchObject([{ isActive: false }]);
  });

  it('HOOK-04 locks its deliveries in one order with whoever writes answers down, so that neither ends the other', async () => {
    const hook = await makeHook(person, answering);
    await upload(person);
    await copyDelivery(hook, 5);
    await take(built.context, hook);
    const claimed = await claimDue(built.context, new Map([[hook.id, 6]]), []);
    answering.answer = (response) => response.writeHead(500).end();
    const made = await Promise.all(claimed.map((one) => makeAttempt(built.context, one, never)));
    const { pool } = built.database;
    const lowest = '(select id from delivery order by id limit 1)';
    const free = async () => (await pool.query('select id from delivery for update skip locked')).rows.length;
    const waiting = () => lockWaiters(built.context.db);
    for (const work of [() => record(built.context, made.toReversed()), () => change(hook, { isActive: false })]) {
      // Its row lies behind the others then: who goes by where rows lie comes to it last.
      await pool.query(`update delivery set last_error = null where id = ${lowest}`);
      const holder = await pool.connect();
      await holder.query('begin');
      await holder.query(`select 1 from delivery where id = ${lowest} for update`);
      const done = work();
      await expect.poll(waiting).toBe(1);
      expect(await free()).toBe(5);
      await holder.query('rollback');
      holder.release();
      await done;
    }
  });
});

describe('a hook that asks for a pause', () => {
  it('HOOK-04 is left alone until then, and told at once when a person asks for it', async () => {
    const hook = await makeHook(person, answering);
    await upload(person);
    const [row] = await built.context.db.select().from(delivery);
    const { db } = built.context;
    await take(built.context, hook);
    await parkLane(db, hook.id, 600_000);
    expect(await dueFor(built.context)).toEqual([]);
    await db.update(delivery).set({ state: 'failed', attempts: 4, finishedAt: built.clock.now() });
    const url = `/api/webhook-deliveries/${row?.id}/resend`;
    expect((await built.app.inject({ method: 'POST', url, headers: person.headers })).statusCode).toBe(202);
    expect(await dueFor(built.context)).toEqual([hook.id]);
  });
});

describe('what a version before this one queued', () => {
  const addJob = (id: string, state: string) =>
    built.context.db.transaction(async (tx) => {
      const payload = { deliveryId: id, attempt: 1 };
      await built.context.queue.add('deliver-webhook', payload, { tx, singletonKey: `${id}/1` });
      await tx.execute(`update pgboss.job set state = '${state}' where name = 'deliver-webhook'`);
    });
  const jobs = async () =>
    (await built.database.pool.query("select state from pgboss.job where name = 'deliver-webhook'")).rows.map(
      ({ state }) => state,
    );

  it('OPS-04 is told by its lane, and its waiting job is withdrawn', async () => {
    const hook = await makeHook(person, answering);
    await upload(person);
    const [row] = await built.context.db.select().from(delivery);
    await addJob(row?.id ?? '', 'retry');
    await take(built.context, hook);
    await claimOne(built.context, hook);
    expect(await jobs()).toEqual([]);
  });

  it('OPS-04 is left to the process that tells it at this moment, until that has ended', async () => {
    const hook = await makeHook(person, answering);
    await upload(person);
    const [row] = await built.context.db.select().from(delivery);
    await addJob(row?.id ?? '', 'active');
    await take(built.context, hook);
    expect(await claimDue(built.context, new Map([[hook.id, 1]]), [])).toEqual([]);
    await built.database.pool.query("update pgboss.job set state = 'failed' where name = 'deliver-webhook'");
    expect((await claimOne(built.context, hook)).row.id).toBe(row?.id);
  });
});

it('HOOK-04 what waits for a hook that was switched off meanwhile is cancelled when it is due', async () => {
  const hook = await makeHook(person, answering);
  await upload(person);
  await built.context.db.update(webhook).set({ isActive: false }).where(eq(webhook.id, hook.id));
  runLanes(built.context);
  await expect.poll(states).toEqual([['cancelled', 0]]);
  expect(answering.received).toEqual([]);
});
