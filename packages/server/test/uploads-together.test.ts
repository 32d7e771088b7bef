import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { account, idempotency, media, pendingObject, usageEntry, usagePeriod } from '../src/db/schema.ts';
import { moderationJobKey } from '../src/moderation/analyse/queue-analysis.ts';
import { type Built, build } from './helpers/build.ts';
import { createUploader, file, grantFrames, picture, resultOf, type Uploader } from './helpers/uploads.ts';

const atOnce = 12;

describe('uploads of one account at the same time', () => {
  let built: Built;
  let person: Uploader;
  beforeEach(async () => {
    built = await build({ config: { throughputScale: 1000 } });
    person = await createUploader(built, atOnce - 3);
  });
  afterEach(() => built.close());

  const upload = (n: number, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    person.apiUpload(
      { title: `Picture ${n}`, ...fields, media: file(picture('formats/pears.png')) },
      { query: '?wait=0', headers },
    );
  const uploadAll = (fields: Record<string, string> = {}) =>
    Promise.all(Array.from({ length: atOnce }, (_, n) => upload(n, fields)));
  const items = () => built.context.db.select().from(media);
  const transactions = async () =>
    (await built.context.db.execute<{ n: number }>(sql`select count(distinct xmin::text)::int as n from ${media}`)).rows[0]?.n;

  /** Does something between the first file and the transaction of its upload. */
  function onceStored(task: () => Promise<void>): void {
    const { storage } = built.context;
    const put = storage.put.bind(storage);
    let stored = 0;
    storage.put = async (...args) => {
      const done = await put(...args);
      stored += 1;
      if (stored === 1) await task();
      return done;
    };
  }

  it('UP-09 each get their item, frame, job and turn, in few transactions', async () => {
    await grantFrames(built, person.accountId, 100);
    const sent = await uploadAll({ tags: 'a, "b", {c}', metadata: '{"a":[1,null,"\\\\ \\""]}' });
    const ids = sent.map((answer) => resultOf(answer).media_upload.id);
    expect(sent.map(({ statusCode }) => statusCode)).toEqual(Array(atOnce).fill(202));
    expect(new Set(ids).size).toBe(atOnce);
    const { db, queue } = built.context;
    const rows = await items();
    expect(rows.map(({ title }) => title).sort()).toEqual(Array.from({ length: atOnce }, (_, n) => `Picture ${n}`).sort());
    for (const { createdAt, ...row } of rows) {
      expect(createdAt.getTime()).toBeLessThanOrEqual(built.clock.now().getTime());
      expect(row).toMatchObject({ tags: ['a', '"b"', '{c}'], metadata: { a: [1, null, '\\ "'] }, state: 'queued', attempt: 1 });
      expect(row).toMatchObject({
        accountId: person.accountId,
        kind: 'png',
        video: null,
        authorId: null,
        kept: true,
        pack: null,
      });
    }
    expect(await transactions()).toBeLessThan(atOnce);
    const entries = await db.select().from(usageEntry).where(sql`kind = 'reserve'`);
    expect(entries.map(({ mediaId }) => mediaId).sort()).toEqual(ids.toSorted());
    expect(entries.every(({ frames, order, attempt }) => frames === 1 && order === 0 && attempt === 1)).toBe(true);
    const periods = await db.select().from(usagePeriod);
    for (const { id, reserved, nextTurn } of periods) {
      expect(reserved).toBe(entries.filter(({ periodId }) => periodId === id).length);
      expect(nextTurn).not.toBeNull();
    }
    const keys = ids.map((id) => moderationJobKey(id, 1));
    expect(await queue.openKeys('moderate-media', keys)).toEqual(new Set(keys));
    const jobs = await db.execute<{ priority: number; data: { requestId: string } }>(sql`select priority, data from pgboss.job
      where name = 'moderate-media'`);
    expect(new Set(jobs.rows.map(({ priority }) => priority)).size).toBe(atOnce);
    expect(new Set(jobs.rows.map(({ data }) => data.requestId)).size).toBe(atOnce);
    expect(await db.select().from(pendingObject)).toEqual([]);
  });

  it('UP-09 are refused from the first without a frame on, and nothing of those is kept', async () => {
    const sent = await uploadAll();
    const count = (status: number) => sent.filter(({ statusCode }) => statusCode === status).length;
    expect([count(202), count(403)]).toEqual([atOnce - 3, 3]);
    const rows = await items();
    expect(rows).toHaveLength(atOnce - 3);
    const kept: string[] = [];
    for await (const { key } of built.context.storage.list()) kept.push(key);
    expect(kept.sort()).toEqual(rows.map(({ objectKey }) => objectKey).sort());
    expect((await built.context.db.select().from(usagePeriod))[0]).toMatchObject({ reserved: atOnce - 3 });
  });

  it('UP-09 under keys of their own keep their answers, in few transactions', async () => {
    await grantFrames(built, person.accountId, 100);
    const uploadUnderKeys = () =>
      Promise.all(Array.from({ length: atOnce }, (_, n) => upload(n, {}, n % 4 === 3 ? {} : { 'idempotency-key': `key-${n}` })));
    const [first, again] = [await uploadUnderKeys(), await uploadUnderKeys()];
    const idOf = (answer: (typeof first)[number] | undefined) => answer && resultOf(answer).media_upload.id;
    for (const [n, answer] of first.entries()) expect(idOf(again[n]) === idOf(answer), `${n}`).toBe(n % 4 !== 3);
    expect(await items()).toHaveLength(atOnce + atOnce / 4);
    expect(await transactions()).toBeLessThan(atOnce);
    const claims = await built.context.db.select().from(idempotency);
    expect(claims).toHaveLength((atOnce * 3) / 4);
    for (const { key, mediaId, answerStatus, answer, finishedAt, bodyHash } of claims) {
      expect(mediaId).toBe(idOf(first[Number(key.slice('key-'.length))]));
      expect({ answerStatus, answer, isFinished: finishedAt !== null }).toEqual({
        answerStatus: 202,
        answer: null,
        isFinished: true,
      });
      expect(bodyHash).toHaveLength(64);
    }
    expect(new Set((await items()).map(({ uploadKey }) => uploadKey)).size).toBe((atOnce * 3) / 4 + 1);
  });

  it('UP-09 under a key that was taken over meanwhile are refused alone', async () => {
    await grantFrames(built, person.accountId, 100);
    const { db } = built.context;
    onceStored(async () => {
      // The claim under the key may be made after the first of them is stored.
      const takeOver = () =>
        db
          .update(idempotency)
          .set({ createdAt: new Date(0) })
          .where(eq(idempotency.key, 'key-5'));
      await expect.poll(async () => (await takeOver()).rowCount).toBe(1);
    });
    const sent = await Promise.all(Array.from({ length: atOnce }, (_, n) => upload(n, {}, { 'idempotency-key': `key-${n}` })));
    expect(sent.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: atOnce }, (_, n) => (n === 5 ? 409 : 202)));
    expect(await items()).toHaveLength(atOnce - 1);
  });

  it('UP-09 leave nothing where the account was closed meanwhile', async () => {
    const { db } = built.context;
    onceStored(async () => {
      await db.update(account).set({ deletedAt: built.clock.now() });
    });
    const sent = await uploadAll();
    expect(sent.filter(({ statusCode }) => statusCode < 400)).toEqual([]);
    expect(await items()).toEqual([]);
    expect((await db.select().from(usagePeriod))[0]).toMatchObject({ reserved: 0 });
  });
});
