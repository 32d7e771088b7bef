import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { processRow, usagePeriod } from '../src/db/schema.ts';
import { startPresence } from '../src/presence/presence.ts';
import { type Built, build } from './helpers/build.ts';
import { fakeVideo, fakeVideoParts } from './helpers/fake-videos.ts';
import { createUploader, file, picture, resultOf, type Uploader } from './helpers/uploads.ts';

let built: Built;
beforeEach(async () => {
  built = await build({ config: { throughputScale: 1_000 }, parts: fakeVideoParts });
});
afterEach(() => built.close());

/** An upload that nobody analyses yet. @returns the item's id */
const upload = async (person: Uploader): Promise<string> =>
  resultOf(await person.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0' })).media_upload.id;

const waiting = async (): Promise<{ id: string; priority: number }[]> =>
  (
    await built.database.pool.query(
      "select data->>'mediaId' as id, priority from pgboss.job where name = 'moderate-media' and state < 'active' order by created_on",
    )
  ).rows;

/** As many more pictures of the person who uploaded two: jobs and held frames as so many uploads would have left them. */
async function multiply(person: Uploader, count: number): Promise<void> {
  const [one, two] = await waiting();
  if (!one || !two) throw new Error('Two uploads are expected');
  await built.database.pool.query(
    `insert into pgboss.job (name, data, priority, created_on, retry_limit, policy)
     select name, jsonb_build_object('mediaId', gen_random_uuid(), 'attempt', 1),
       priority - n * $2::int, created_on + n * interval '1 us', retry_limit, policy
     from pgboss.job, generate_series(1, $3::int) as n where data->>'mediaId' = $1`,
    [two.id, one.priority - two.priority, count],
  );
  await built.context.db
    .update(usagePeriod)
    .set({ reserved: count + 2, nextTurn: sql`${usagePeriod.nextTurn} + ${(one.priority - two.priority) * count}::int` })
    .where(eq(usagePeriod.accountId, person.accountId));
}

/** Takes jobs one by one, as analysis processes do, until the item's comes or it is clearly late. @returns how many came before it */
async function takenBefore(wanted: string): Promise<number> {
  const before: string[] = [];
  const found = Promise.withResolvers<void>();
  let isFound = false;
  await built.context.queue.work('moderate-media', {}, async ({ mediaId }) => {
    if (isFound) return;
    if (mediaId !== wanted) before.push(mediaId);
    isFound = mediaId === wanted || before.length === 100;
    if (isFound) found.resolve();
  });
  await found.promise;
  return before.length;
}

it('API-04 lets the upload of one account wait for two jobs at most while another has 10,000 pictures waiting', async () => {
  const [busy, other] = [await createUploader(built, 20_000), await createUploader(built)];
  await upload(busy);
  await upload(busy);
  await multiply(busy, 9_998);
  expect(await waiting()).toHaveLength(10_000);
  // They wait since long: what is done slower than an hour's turns pass gives nobody a place before a newcomer.
  await built.database.pool.query("update pgboss.job set created_on = created_on - interval '1 day'");
  const mine = await upload(other);
  // What the busy account sends later comes after what it sent before.
  const late = await upload(busy);
  const last = (await waiting()).toSorted((one, two) => two.priority - one.priority).at(-1);
  expect(last?.id).toBe(late);
  expect(await takenBefore(mine)).toBeLessThanOrEqual(2);
});

it('API-04 gives two accounts with much to do alternate turns, and a larger plan a larger share', async () => {
  const people = [await createUploader(built, 1_000), await createUploader(built, 1_000)];
  const [small, large] = people;
  if (!small || !large) throw new Error('Two people are expected');
  await built.context.db.update(usagePeriod).set({ planId: 'professional' }).where(eq(usagePeriod.accountId, large.accountId));
  const mine = new Map<string, string>();
  for (const person of people)
    for (let n = 0; n < 12; n += 1) mine.set(await upload(person), person === small ? 'small' : 'large');
  const order = (await waiting()).toSorted((one, two) => two.priority - one.priority).map(({ id }) => mine.get(id));
  // Of the first ten turns eight belong to the plan of weight 4.
  expect(order.slice(0, 10).filter((one) => one === 'large')).toHaveLength(8);
  expect(order.slice(0, 10).filter((one) => one === 'small')).toHaveLength(2);
});

/** Jobs of pictures that begin, by turn, or end with their frame charged. */
const begin = async (count: number) =>
  await built.database.pool.query(
    `update pgboss.job set state = 'active' where id in (select id from pgboss.job where name = 'moderate-media' and state < 'active'
      order by priority desc, created_on limit $1)`,
    [count],
  );
async function endAll(accountId: string): Promise<void> {
  const { rowCount } = await built.database.pool.query(
    "update pgboss.job set state = 'completed', completed_on = now() where name = 'moderate-media' and state = 'active'",
  );
  const ended = sql`${rowCount}::int`;
  await built.context.db
    .update(usagePeriod)
    .set({ reserved: sql`${usagePeriod.reserved} - ${ended}`, used: sql`${usagePeriod.used} + ${ended}` })
    .where(eq(usagePeriod.accountId, accountId));
}

it('API-04 gives each picture of an account a turn of its own, in the order they came, whatever begins and ends between', async () => {
  const person = await createUploader(built, 1_000);
  const sent: string[] = [];
  const send = async (count: number) => {
    for (let n = 0; n < count; n += 1) sent.push(await upload(person));
  };
  await send(6);
  await begin(3);
  await send(1);
  await endAll(person.accountId);
  await send(4);
  await begin(3);
  await endAll(person.accountId);
  await send(4);
  const left = await waiting();
  expect(new Set(left.map(({ priority }) => priority)).size, 'turns').toBe(left.length);
  const byTurn = left.toSorted((one, two) => two.priority - one.priority).map(({ id }) => id);
  expect(byTurn).toEqual(sent.slice(6));
});

it('API-04 gives the uploads of eight connections of an account turns of their own, while some end', async () => {
  const person = await createUploader(built, 1_000);
  for (let round = 0; round < 4; round += 1) {
    await Promise.all([...Array.from({ length: 8 }, () => upload(person)), begin(3).then(() => endAll(person.accountId))]);
  }
  const left = await waiting();
  expect(left.length).toBeGreaterThanOrEqual(20);
  expect(new Set(left.map(({ priority }) => priority)).size, 'turns').toBe(left.length);
});

it('API-04 gives nobody a place before others because a picture that was begun before waits again', async () => {
  const [busy, other] = [await createUploader(built, 1_000), await createUploader(built, 1_000)];
  for (let n = 0; n < 4; n += 1) await upload(busy);
  await begin(1);
  await built.database.pool.query(
    `update pgboss.job set priority = priority + 80000, state = 'retry' where name = 'moderate-media' and state = 'active'`,
  );
  const mine = new Set([await upload(other), await upload(other), await upload(other)]);
  const order = (await waiting()).toSorted((one, two) => two.priority - one.priority).map(({ id }) => (mine.has(id) ? 'b' : 'a'));
  expect(order.slice(1, 5).join('')).toBe('abab');
});

it('API-04 forgets what an account had analysed: it counts only what waits', async () => {
  const [one, other] = [await createUploader(built, 1_000), await createUploader(built, 1_000)];
  for (let n = 0; n < 5; n += 1) await upload(one);
  await built.database.pool.query(
    "update pgboss.job set state = 'completed', completed_on = now() where name = 'moderate-media'",
  );
  await built.context.db.update(usagePeriod).set({ reserved: 0, used: 5 }).where(eq(usagePeriod.accountId, one.accountId));
  await upload(other);
  await upload(other);
  await upload(other);
  const back = await upload(one);
  expect(await takenBefore(back)).toBeLessThanOrEqual(1);
});

it('OPS-04 takes jobs that a version before this one left first, and they change no turn of what comes after', async () => {
  const person = await createUploader(built, 1_000);
  const own = [await upload(person)];
  const old = [await upload(person), await upload(person)];
  await built.database.pool.query("update pgboss.job set priority = 0 where data->>'mediaId' = any($1)", [old]);
  const fresh = await upload(person);
  expect(await takenBefore(fresh)).toBe(old.length + own.length);
});

it('OPS-04 queues a video where the version before looks for it, as long as a process of that version is there', async () => {
  const person = await createUploader(built, 1_000);
  const queuedIn = async () => {
    const { id } = resultOf(await person.apiUpload({ media: file(fakeVideo(6), 'film.mp4') })).media_upload;
    const { rows } = await built.database.pool.query<{ name: string; priority: number }>(
      "select name, priority from pgboss.job where data->>'mediaId' = $1",
      [id],
    );
    return rows.map(({ name, priority }) => `${name}${priority < -(2 ** 30) ? ' of long jobs' : ''}`);
  };
  expect(await queuedIn()).toEqual(['moderate-video']);
  const { db } = built.context;
  const before = { instance: 'one', version: '0.9.0', everyMs: 3_600_000 };
  const api = await startPresence({ db, role: 'api', ...before });
  expect(await queuedIn()).toEqual(['moderate-media of long jobs']);
  await api.close();
  const silent = await startPresence({ db, role: 'analysis', ...before });
  expect(await queuedIn()).toEqual(['moderate-media of long jobs']);
  await db.update(processRow).set({ seenAt: sql`now() - interval '25 seconds'` }).where(eq(processRow.id, silent.id));
  expect(await queuedIn()).toEqual(['moderate-video']);
  await silent.close();
});
