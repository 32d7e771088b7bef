import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { media, pendingObject } from '../src/db/schema.ts';
import { sweepObjects } from '../src/jobs/sweep-objects.ts';
import { removeNamedOf } from '../src/objects/object-removal.ts';
import { nameLeftovers, nameObjects, pendingObjects, sureOfRowsMs } from '../src/objects/pending-objects.ts';
import { type Built, build } from './helpers/build.ts';
import { createUploader, file, picture, resultOf } from './helpers/uploads.ts';

const signal = new AbortController().signal;
const run = { id: 'x', attempt: 1, isLast: true, signal, stopping: signal, alive: () => undefined };

describe('objects that are being stored', () => {
  let built: Built;
  let accountId: string;
  let key: string;
  beforeAll(async () => {
    built = await build();
  });
  beforeEach(() => {
    accountId = randomUUID();
    key = `${accountId}/${randomUUID()}/original.png`;
  });
  afterAll(() => built.close());

  const left = async () => {
    const files: string[] = [];
    for await (const object of built.context.storage.list(accountId)) files.push(object.key);
    const rows = await built.context.db.select().from(pendingObject).where(eq(pendingObject.accountId, accountId));
    return { files, rows };
  };
  const nothing = { files: [], rows: [] };

  it('OPS-04 go with a put that was still writing its row down when the work ended', async () => {
    const { db } = built.database;
    const pending = pendingObjects(built.context, accountId);
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into "pending_object"%'`;
    const rollback = new Error('roll back');
    let work: Promise<unknown>[] = [];
    const other = db.transaction(async (tx) => {
      // Whoever writes the same key waits for the end of this transaction.
      await tx.insert(pendingObject).values({ key, accountId });
      const put = pending.put(key, Buffer.from('x'));
      await expect.poll(async () => (await db.execute(waiting)).rows.length).toBe(1);
      work = [put, pending.drop()];
      // A removal that waited for nothing would be over by then.
      for (let turn = 0; turn < 50; turn += 1) await db.execute(sql`select 1`);
      throw rollback;
    });
    await expect(other).rejects.toBe(rollback);
    await Promise.allSettled(work);
    expect(await left()).toEqual(nothing);
  });

  it('OPS-04 are not begun after the work has ended', async () => {
    const pending = pendingObjects(built.context, accountId);
    await pending.put(key, Buffer.from('x'));
    await pending.drop();
    await expect(pending.put(`${key}.2`, Buffer.from('x'))).rejects.toThrow('busy');
    await expect(pending.expect([`${key}.3`])).rejects.toThrow('busy');
    expect(await left()).toEqual(nothing);
  });

  it('OPS-04 are not kept when they come after the sweep gave them up', async () => {
    const { db, storage } = built.context;
    const late: typeof storage.put = async (put, body) => {
      await db.update(pendingObject).set({ createdAt: sql`now() - interval '3 hours'` });
      await sweepObjects.run(built.context, {}, run);
      return await storage.put(put, body);
    };
    const pending = pendingObjects({ db, storage: { ...storage, put: late } }, accountId);
    await expect(pending.put(key, Buffer.from('x'))).rejects.toThrow('busy');
    await pending.drop();
    expect(await left()).toEqual(nothing);
  });

  it('OPS-04 are not kept when their item was deleted, after another run of it won, before they came', async () => {
    const { db, storage } = built.context;
    const late: typeof storage.put = async (put, body) => {
      await db.transaction((tx) => nameLeftovers(tx, { accountId, objectKey: key }));
      await removeNamedOf(built.context, accountId);
      return await storage.put(put, body);
    };
    const pending = pendingObjects({ db, storage: { ...storage, put: late } }, accountId, sureOfRowsMs);
    await pending.put(key, Buffer.from('x'));
    const naming = db.transaction((tx) => nameObjects(tx, [key]));
    await expect(naming).rejects.toThrow('busy');
    await pending.drop();
    expect(await left()).toEqual(nothing);
  });

  it('OPS-04 stay when a transaction named them whose end nobody heard', async () => {
    const { db, storage } = built.context;
    const person = await createUploader(built);
    const sent = await person.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0' });
    const { id } = resultOf(sent).media_upload;
    const [item] = await db.select().from(media).where(eq(media.id, id));
    if (!item) throw new Error('The item was not written');
    const pending = pendingObjects(built.context, person.accountId, sureOfRowsMs);
    await pending.expect([item.objectKey]);
    await db.transaction((tx) => nameObjects(tx, [item.objectKey]));
    await pending.drop();
    const files: string[] = [];
    for await (const object of storage.list(person.accountId)) files.push(object.key);
    expect(files).toContain(item.objectKey);
  });
});
