import type { ListedWebhook } from '@clearframe/contract';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { delivery } from '../src/db/schema.ts';
import { hooksWithLast } from '../src/webhooks/list-webhooks.ts';
import { type Built, build } from './helpers/build.ts';
import { deliver } from './helpers/deliver.ts';
import { type Receiver, startReceiver } from './helpers/receiver.ts';
import { createUploader, file, picture, quickExaminer, resultOf, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

let built: Built;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  built = await build({ config: { allowPrivateTargets: [receiver.address], throughputScale: 1_000 } });
  await runQueuedModeration(built, quickExaminer);
});
afterEach(() => {
  receiver.answer = (response) => response.end();
});
afterAll(async () => {
  await built.close();
  await receiver.close();
});

async function call<T>(person: Uploader, method: 'GET' | 'POST' | 'PATCH', path = '', payload?: object): Promise<T> {
  const url = `/api/webhooks${path}`;
  const answer = await built.app.inject({ method, url, headers: { ...person.headers }, ...(payload ? { payload } : {}) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: T }>().data;
}
const makeHook = async (person: Uploader) =>
  (await call<{ webhook: { id: string } }>(person, 'POST', '', { webhookUrl: receiver.url })).webhook.id;
const listed = async (person: Uploader) => (await call<{ webhooks: ListedWebhook[] }>(person, 'GET')).webhooks;
const upload = async (person: Uploader) =>
  resultOf(await person.upload({ media: file(picture('formats/pears.png')) })).media_upload;

/** A fresh item, and its delivery to that hook. */
async function queued(person: Uploader, hook: string): Promise<string> {
  const { id: mediaId } = await upload(person);
  const [row] = await built.context.db
    .select({ id: delivery.id })
    .from(delivery)
    .where(and(eq(delivery.mediaId, mediaId), eq(delivery.webhookId, hook)));
  if (!row) throw new Error('nothing was queued');
  return row.id;
}
/** One attempt, when it is due, answered by that status; 0 = the connection is closed. @returns the time of it */
async function attempt(deliveryId: string, number: number, status: number): Promise<string> {
  receiver.answer = (response) => void (status === 0 ? response.destroy() : response.writeHead(status).end());
  const [row] = await built.context.db.select().from(delivery).where(eq(delivery.id, deliveryId));
  built.clock.advance(Math.max(1, (row?.nextAttemptAt.getTime() ?? 0) - built.clock.now().getTime()));
  const at = built.clock.now().toISOString();
  await deliver(built.context, { deliveryId, attempt: number });
  return at;
}

describe('webhooks in their list', () => {
  it('HOOK-01 bear their last attempt, and fail until one arrives', async () => {
    const person = await createUploader(built);
    const other = await makeHook(person);
    const hook = await makeHook(person);
    const one = await queued(person, hook);
    const shown = async () => (await listed(person)).find(({ id }) => id === hook);
    expect(await shown()).toMatchObject({ last_delivery: null, is_failing: false });
    const firstAt = await attempt(one, 1, 503);
    const error = 'The endpoint answered 503 Service Unavailable.';
    expect(await shown()).toMatchObject({
      last_delivery: { delivery_id: one, at: firstAt, http_status: 503, error },
      is_failing: true,
    });
    const secondAt = await attempt(one, 2, 0);
    expect(await shown()).toMatchObject({ last_delivery: { at: secondAt, http_status: null }, is_failing: true });
    const thirdAt = await attempt(one, 3, 204);
    expect(await shown()).toMatchObject({
      last_delivery: { delivery_id: one, at: thirdAt, http_status: 204, error: null },
      is_failing: false,
    });
    expect(await listed(person)).toMatchObject([{ id: other, last_delivery: null, is_failing: false }, { id: hook }]);
    expect(await listed(await createUploader(built))).toEqual([]);
  });

  it('HOOK-01 bear the attempt that came last, also where it was a retry of an older event', async () => {
    const person = await createUploader(built);
    const hook = await makeHook(person);
    const older = await queued(person, hook);
    await attempt(older, 1, 500);
    const newer = await queued(person, hook);
    await attempt(newer, 1, 200);
    expect(await listed(person)).toMatchObject([{ last_delivery: { delivery_id: newer }, is_failing: false }]);
    await attempt(older, 2, 500);
    expect(await listed(person)).toMatchObject([{ last_delivery: { delivery_id: older }, is_failing: true }]);
  });

  it('HOOK-01 fail no more once they are changed or switched off, and keep what came last', async () => {
    const person = await createUploader(built);
    const hook = await makeHook(person);
    await attempt(await queued(person, hook), 1, 500);
    expect(await listed(person)).toMatchObject([{ is_failing: true }]);
    built.clock.advance(1);
    await call(person, 'PATCH', `/${hook}`, { webhookUrl: `${receiver.url}?again` });
    expect(await listed(person)).toMatchObject([{ is_failing: false, last_delivery: { http_status: 500 } }]);
    await attempt(await queued(person, hook), 1, 410);
    expect(await listed(person)).toMatchObject([{ isActive: false, is_failing: false, last_delivery: { http_status: 410 } }]);
  });

  it('HOOK-01 do not fail by an attempt at the address before, which ended after the change', async () => {
    const person = await createUploader(built);
    const hook = await makeHook(person);
    const id = await queued(person, hook);
    let reached = () => {};
    let answer = () => {};
    const arrived = new Promise<void>((resolve) => {
      reached = resolve;
    });
    receiver.answer = (response) => {
      answer = () => response.writeHead(500).end();
      reached();
    };
    const sent = deliver(built.context, { deliveryId: id, attempt: 1 });
    await arrived;
    built.clock.advance(1_000);
    await call(person, 'PATCH', `/${hook}`, { webhookUrl: `${receiver.url}?corrected` });
    built.clock.advance(1_000);
    answer();
    await sent;
    expect(await listed(person)).toMatchObject([{ is_failing: false, last_delivery: { delivery_id: id, http_status: 500 } }]);
    await attempt(id, 2, 500);
    expect(await listed(person)).toMatchObject([{ is_failing: true }]);
  });

  it('HOOK-01 bear it when they are switched off with a backlog', async () => {
    const person = await createUploader(built);
    const hook = await makeHook(person);
    const sent = await queued(person, hook);
    await attempt(sent, 1, 500);
    await built.context.db.execute(sql`insert into ${delivery} (id, account_id, webhook_id, event, body, state, next_attempt_at, created_at)
      select gen_random_uuid(), account_id, webhook_id, event, '{}', 'waiting', now(), created_at + n * interval '1 second'
      from ${delivery}, generate_series(1, 150) n where id = ${sent}`);
    await call(person, 'PATCH', `/${hook}`, { isActive: false });
    expect(await listed(person)).toMatchObject([{ isActive: false, last_delivery: { delivery_id: sent, http_status: 500 } }]);
  });

  it('HOOK-01 bear it behind any backlog, and reading it costs the same at 5,000 deliveries', async () => {
    const person = await createUploader(built);
    const hook = await makeHook(person);
    const sent = await queued(person, hook);
    const at = await attempt(sent, 1, 200);
    const { db } = built.context;
    const fill = (state: 'delivered' | 'waiting', count: number, step: number) =>
      db.execute(sql`insert into ${delivery} (id, account_id, webhook_id, event, body, state, next_attempt_at, created_at)
        select gen_random_uuid(), ${person.accountId}, ${hook}, 'notice.received', '{}', ${state}, at, at
        from generate_series(1, ${count}::int) n, lateral (select ${at}::timestamptz + n * ${step} * interval '1 second' as at) t`);
    await fill('delivered', 4_000, -1);
    await fill('waiting', 1_000, 1);
    await db.execute(sql`analyze ${delivery}`);
    expect(await listed(person)).toMatchObject([{ last_delivery: { delivery_id: sent, at, http_status: 200 } }]);
    const { rows } = await db.execute(sql`explain (analyze, format json) ${hooksWithLast(db, person.accountId).getSQL()}`);
    const read = rowsRead(rows);
    expect(read).toBeGreaterThan(100);
    // Twice the newest hundred, and twice the hundred before a backlog.
    expect(read).toBeLessThan(500);
  });
});

/** How many rows of deliveries a plan read, those included that it passed over. */
function rowsRead(plan: unknown): number {
  if (typeof plan !== 'object' || plan === null) return 0;
  const fields = new Map<string, unknown>(Object.entries(plan));
  const figure = (name: string) => Number(fields.get(name) ?? 0);
  const own = String(fields.get('Relation Name') ?? '').startsWith('delivery')
    ? (figure('Actual Rows') + figure('Rows Removed by Filter')) * figure('Actual Loops')
    : 0;
  return own + Object.values(plan).reduce<number>((sum, part) => sum + rowsRead(part), 0);
}
