import { randomUUID } from 'node:crypto';
import { rename, symlink } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { visitorAccountId } from '../src/accounts/visitor-account-id.ts';
import type { Context } from '../src/context.ts';
import { account, installation, media, objectRemoval, pendingObject } from '../src/db/schema.ts';
import { sweepObjects } from '../src/jobs/sweep-objects.ts';
import { checkObjects } from '../src/moderation/item/check-objects.ts';
import { nameObjects, pendingObjects } from '../src/objects/pending-objects.ts';
import { tidyStorage } from '../src/objects/tidy-storage.ts';
import { runOperator } from '../src/operator/run-operator.ts';
import { installationKey } from '../src/storage/object-key.ts';
import { type Built, build } from './helpers/build.ts';
import { createUploader, file, picture, quickExaminer, resultOf, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

const dayMs = 86_400_000;
const signal = new AbortController().signal;
const run = { id: 'x', attempt: 1, isLast: true, signal, stopping: signal, alive: () => undefined };

describe('the sweep of objects', () => {
  let built: Built;
  let person: Uploader;
  const logged: string[] = [];
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 }, onLog: (line) => logged.push(line) });
    person = await createUploader(built);
    await runQueuedModeration(built, quickExaminer);
  });
  beforeEach(async () => {
    const { db, storage } = built.context;
    await db.delete(media);
    await db.delete(pendingObject);
    await db.delete(objectRemoval);
    await db.update(installation).set({ tidiedAt: null, checkPosition: null });
    const keys: string[] = [];
    for await (const { key } of storage.list()) keys.push(key);
    await storage.remove(keys);
    logged.length = 0;
  });
  afterAll(() => built.close());

  const objects = async () => {
    const keys: string[] = [];
    for await (const { key } of built.context.storage.list()) keys.push(key);
    return keys;
  };
  const sweep = (parts: Partial<Context> = {}) => sweepObjects.run({ ...built.context, ...parts }, {}, run);
  const upload = async () => resultOf(await person.apiUpload({ media: file(picture('formats/pears.png')) })).media_upload.id;
  const newKey = (accountId = person.accountId) => `${accountId}/${randomUUID()}/original.png`;
  /** What an upload leaves whose process died. */
  const cutOff = async (hoursAgo: number, accountId = person.accountId) => {
    const key = newKey(accountId);
    await pendingObjects(built.context, accountId).put(key, Buffer.from('x'));
    const createdAt = sql`now() - ${hoursAgo} * interval '1 hour'`;
    await built.context.db.update(pendingObject).set({ createdAt }).where(eq(pendingObject.key, key));
    return key;
  };
  /** A storage whose whole list cannot be read. */
  const unlisted = (): Context['storage'] => ({
    ...built.context.storage,
    list(folder = '', after = '') {
      if (folder === '') throw new Error('The storage was listed');
      return built.context.storage.list(folder, after);
    },
  });
  const quarantined = (key: string) => `quarantine/${built.clock.now().toISOString().slice(0, 10)}/${key}`;
  const old = async (key: string) => {
    const { utimes } = await import('node:fs/promises');
    await utimes(`${built.dataDir}/objects/${key}`, 1, 1);
  };
  const operator = async (...args: string[]) => {
    const lines: string[] = [];
    const line = (text: string) => void lines.push(text);
    const code = await runOperator(
      args,
      { print: line, complain: line },
      { DATABASE_URL: built.database.url, DATA_DIR: built.dataDir },
    );
    return { code, text: lines.join('\n') };
  };

  it('OPS-04 finds files of cut-off uploads without listing the storage, and moves them to the quarantine', async () => {
    await upload();
    const before = await objects();
    const [forgotten, young] = [await cutOff(3), await cutOff(1)];
    await sweep({ storage: unlisted() });
    expect((await objects()).sort()).toEqual([...before, young, quarantined(forgotten)].sort());
    expect(await built.context.db.select({ key: pendingObject.key }).from(pendingObject)).toEqual([{ key: young }]);
    expect(logged.join('\n')).toContain('files of interrupted uploads moved to quarantine');
  });

  it('OPS-04 gives an object either to the upload or to the sweep, never to both', async () => {
    const { db } = built.database;
    const key = await cutOff(3);
    await sweep();
    await expect(db.transaction((tx) => nameObjects(tx, [key]))).rejects.toThrow('busy');
    const other = await cutOff(3);
    await db.transaction(async (tx) => {
      await nameObjects(tx, [other]);
      await sweep();
    });
    expect(await objects()).toContain(other);
  });

  it('OPS-04 looks again later at a file that the disk does not show, and forgets nothing of it', async () => {
    const key = await cutOff(3);
    const path = `${built.dataDir}/objects/${key}`;
    await rename(path, `${path}.aside`);
    // A link that leads to itself: there, and not to be read.
    await symlink('original.png', path);
    await sweep();
    expect(await built.context.db.select({ key: pendingObject.key }).from(pendingObject)).toEqual([{ key }]);
    expect(logged.join('\n')).toContain('an object of a cut-off upload could not be moved');
    await rename(`${path}.aside`, path);
    await built.context.db.update(pendingObject).set({ createdAt: sql`now() - interval '3 hours'` });
    await sweep();
    expect(await objects()).toEqual([quarantined(key)]);
  });

  it('SEC-02 empties the quarantine also where a storage does not say which puts were cut off', async () => {
    const { context } = built;
    const { storage } = context;
    const old = `quarantine/2020-01-01/${person.accountId}/${randomUUID()}/original.png`;
    await storage.put(old, Buffer.from('x'));
    const removeBrokenOff = () => Promise.reject(new Error('it may not list them'));
    const refused = tidyStorage({ ...context, storage: { ...storage, removeBrokenOff } }, signal);
    await expect(refused).rejects.toThrow('it may not list them');
    expect(await objects()).toEqual([]);
  });

  it('OPS-04 removes everything of the quarantine after seven whole days, and nothing of a held item', async () => {
    const id = await upload();
    const [row] = await built.context.db.select().from(media).where(eq(media.id, id));
    const held = `${row?.accountId}/${id}/display-ffffffffffff.webp`;
    const gone = newKey();
    for (const key of [held, gone]) await built.context.storage.put(quarantined(key), Buffer.from('x'));
    await built.context.db.update(media).set({ legalHoldAt: built.clock.now() }).where(eq(media.id, id));
    const at = (days: number) => ({ clock: { now: () => new Date(built.clock.now().getTime() + days * dayMs) } });
    await sweep(at(7));
    expect(await objects()).toEqual(expect.arrayContaining([quarantined(held), quarantined(gone)]));
    // Once an hour is enough.
    await sweep(at(9));
    expect(await objects()).toContain(quarantined(gone));
    await built.context.db.update(installation).set({ tidiedAt: sql`now() - interval '2 hours'` });
    await sweep(at(9));
    expect(await objects()).toContain(quarantined(held));
    expect(await objects()).not.toContain(quarantined(gone));
    expect(logged.join('\n')).toMatch(/quarantine checked .*objects=1 size_bytes=1 removed=1/);
  });

  it('SEC-02 moves nothing of an item under legal hold', async () => {
    const id = await upload();
    await built.context.db.update(media).set({ legalHoldAt: built.clock.now() }).where(eq(media.id, id));
    const key = `${person.accountId}/${id}/original-0123456789ab.png`;
    await pendingObjects(built.context, person.accountId).put(key, Buffer.from('x'));
    await built.context.db.update(pendingObject).set({ createdAt: sql`now() - interval '3 hours'` });
    await built.context.db.insert(objectRemoval).values({ key: `${person.accountId}/${id}/in` });
    const before = await objects();
    await sweep();
    expect(await objects()).toEqual(before);
    await built.context.db.update(media).set({ legalHoldAt: null }).where(eq(media.id, id));
    await built.context.db.update(pendingObject).set({ createdAt: sql`now() - interval '3 hours'` });
    await built.context.db.update(objectRemoval).set({ notBefore: sql`now()` });
    await sweep();
    expect(await objects()).toHaveLength(before.length - 1);
    expect(await objects()).toContain(quarantined(key));
  });

  it('TRY-01 removes what visitors and closed accounts left at once: they were promised that', async () => {
    const closed = await createUploader(built);
    await built.context.db.update(account).set({ deletedAt: built.clock.now() }).where(eq(account.id, closed.accountId));
    await cutOff(3, visitorAccountId);
    await cutOff(3, closed.accountId);
    await cutOff(3, randomUUID());
    await sweep();
    expect(await objects()).toEqual([]);
  });

  it('OPS-04 moves nothing and raises an alarm when more than 1,000 objects are unknown', async () => {
    const key = await cutOff(3);
    const rows = Array.from({ length: 1_000 }, () => ({ key: newKey(), accountId: person.accountId, createdAt: new Date(0) }));
    await built.context.db.insert(pendingObject).values(rows);
    const { storage } = built.context;
    const size = (which: string) => storage.size(rows.some((row) => row.key === which) ? key : which);
    await sweep({ storage: { ...storage, size } });
    expect(await objects()).toEqual([key]);
    expect(logged.join('\n')).toMatch(/ERROR test: 1001 objects belong to no item.*nothing was moved/);
  });

  it('OPS-04 goes on after a storage that was away left more than 1,000 rows without an object', async () => {
    const key = await cutOff(3);
    const rows = Array.from({ length: 1_001 }, () => ({ key: newKey(), accountId: person.accountId, createdAt: new Date(0) }));
    await built.context.db.insert(pendingObject).values(rows);
    await sweep();
    expect(await objects()).toEqual([quarantined(key)]);
    expect(await built.context.db.$count(pendingObject)).toBe(0);
    expect(logged.join('\n')).not.toContain('nothing was moved');
  });

  it('OPS-04 removes nothing while database and files hold different ids', async () => {
    const { db, storage } = built.context;
    const key = await cutOff(3);
    await db.insert(objectRemoval).values({ key });
    const before = await storage.get(installationKey);
    for (const change of [
      () => storage.put(installationKey, Buffer.from(JSON.stringify({ installation: randomUUID() }))),
      () => storage.remove([installationKey]),
    ]) {
      await change();
      await sweep();
      expect(await objects()).toEqual([key]);
      expect(logged.join('\n')).toContain('the files do not belong to this database, so nothing was removed');
      expect(await operator('storage', 'check')).toMatchObject({
        code: 1,
        text: expect.stringContaining('does not belong to this database'),
      });
    }
    await storage.put(installationKey, before);
    await sweep();
    expect(await objects()).toEqual([]);
  });

  it('OPS-04 removes what it can when the storage keeps some, tries those again later, and ends when it is told to', async () => {
    const { db, storage } = built.context;
    const [good, bad] = [newKey(), newKey()];
    for (const key of [good, bad]) await storage.put(key, Buffer.from('x'));
    await db.insert(objectRemoval).values([{ key: good }, { key: bad }]);
    const failing = {
      ...storage,
      async remove(keys: readonly string[]) {
        if (keys.includes(bad)) throw new Error('the disk is broken');
        await storage.remove(keys);
      },
    };
    await expect(sweep({ storage: failing })).rejects.toThrow('could not remove some files');
    expect(await objects()).toEqual([bad]);
    const [row] = await db.select().from(objectRemoval);
    expect(row).toMatchObject({ key: bad, tries: 1 });
    await sweep();
    expect(await objects()).toEqual([bad]);
    await db.update(objectRemoval).set({ notBefore: sql`now()` });
    const stopped = AbortSignal.abort(new Error('the process stops'));
    await expect(sweepObjects.run(built.context, {}, { ...run, signal: stopped })).rejects.toThrow('the process stops');
    await sweep();
    expect(await objects()).toEqual([]);
  });

  it('OPS-04 compares rows and files by a command, goes on where it stopped, and moves only what it is told to', async () => {
    const { db, storage } = built.context;
    const id = await upload();
    const [row] = await db.select().from(media).where(eq(media.id, id));
    const unknown = newKey();
    await storage.put(unknown, Buffer.from('x'));
    for (const key of await objects()) await old(key);
    const young = newKey();
    await storage.put(young, Buffer.from('x'));
    const first = await operator('storage', 'check');
    expect(first.text).toContain(`unknown  ${unknown}`);
    expect(first).toMatchObject({
      code: 0,
      text: expect.stringContaining('4 files in storage, 1 of them unknown to the database.'),
    });
    expect(first.text).toContain('2 files named by the database, 0 of them missing in storage.');

    await storage.remove([row?.pack?.key ?? '']);
    const after = `${person.accountId}/${'f'.repeat(36)}`;
    await db
      .update(installation)
      .set({ checkPosition: { phase: 'objects', after, objects: 7, unknown: 0, rows: 0, missing: 0 } });
    const second = await operator('storage', 'check');
    expect(second.text).toMatch(/^Continuing where the last check stopped, after 7 files\.\n/);
    expect(second).toMatchObject({ code: 1, text: expect.stringContaining(`missing  ${row?.pack?.key}`) });

    const refused = await operator('storage', 'check', '--remove');
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('1 of 3 files are unknown. Nothing was moved.') });
    expect((await operator('storage', 'check', '--remove', '--confirm', '2')).text).toContain('Nothing was moved.');
    expect(await objects()).toContain(unknown);
    expect((await operator('storage', 'check', '--remove', '--confirm', '1')).text).toContain(
      '1 file moved to the quarantine for 7 days.',
    );
    const today = `quarantine/${new Date().toISOString().slice(0, 10)}/${unknown}`;
    expect(await objects()).toContain(today);
    expect(await objects()).toContain(young);
  });

  it('OPS-04 does not call missing what is removed or replaced while the command compares', async () => {
    const { db, storage } = built.context;
    const [removed, replaced, lost] = [await upload(), await upload(), await upload()];
    const keysOf = async (id: string) =>
      (await db.select().from(media).where(eq(media.id, id))).map(({ objectKey }) => objectKey);
    const [[gone = ''], [older = ''], [missing = '']] = [await keysOf(removed), await keysOf(replaced), await keysOf(lost)];
    await storage.remove([missing]);
    const busy = {
      ...storage,
      async size(key: string) {
        if (key === gone) {
          await db.delete(media).where(eq(media.id, removed));
          await storage.remove([gone]);
        }
        if (key === older) {
          const objectKey = `${older}-2`;
          await storage.put(objectKey, Buffer.from('x'));
          await db.update(media).set({ objectKey }).where(eq(media.id, replaced));
          await storage.remove([older]);
        }
        return await storage.size(key);
      },
    };
    const told: string[] = [];
    await checkObjects({ db, storage: busy }, { onUnknown: () => undefined, onMissing: (key) => told.push(key) }, new Date());
    expect(told).toEqual([missing]);
  });

  it('OPS-04 leaves an object that a late upload names while the command moves what is unknown', async () => {
    const { db } = built.context;
    const id = await upload();
    const smallKey = `${person.accountId}/${id}/small-0123456789ab.webp`;
    await pendingObjects(built.context, person.accountId).put(smallKey, Buffer.from('x'));
    await db.update(pendingObject).set({ createdAt: sql`now() - interval '3 hours'` });
    for (const key of await objects()) await old(key);
    const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'delete from "pending_object"%'`;
    let checked: ReturnType<typeof operator> | undefined;
    await built.database.db.transaction(async (tx) => {
      await nameObjects(tx, [smallKey]);
      await tx.update(media).set({ smallKey }).where(eq(media.id, id));
      checked = operator('storage', 'check', '--remove', '--confirm', '1');
      await expect.poll(async () => (await db.execute(waiting)).rows.length).toBe(1);
    });
    expect((await checked)?.text).toContain('0 files moved to the quarantine');
    expect(await objects()).toContain(smallKey);
  });

  it('OPS-04 lists the quarantine, puts files back under their key, and removes them early only when the number is typed', async () => {
    const { storage } = built.context;
    const [one, two] = [newKey(), newKey()];
    for (const key of [one, two]) await storage.put(quarantined(key), Buffer.from('x'));
    const listed = await operator('quarantine', 'list');
    expect(listed).toMatchObject({ code: 0, text: expect.stringContaining('2 files in quarantine, 2 B.') });
    expect(listed.text).toContain(one);
    expect(await operator('quarantine', 'restore', one)).toMatchObject({ code: 0, text: '1 file put back.' });
    expect(await objects()).toEqual([one, quarantined(two)].sort());
    expect(await operator('quarantine', 'restore', one)).toMatchObject({ code: 1, text: expect.stringContaining('There is no') });
    await storage.put(quarantined(one), Buffer.from('another'));
    expect(await operator('quarantine', 'restore')).toMatchObject({ code: 1, text: expect.stringContaining('is there already') });
    expect(Buffer.from(await storage.get(one)).toString()).toBe('x');
    expect(await operator('quarantine', 'purge')).toMatchObject({ code: 1, text: expect.stringContaining('--confirm 1') });
    expect(await operator('quarantine', 'purge', '--confirm', '1')).toMatchObject({ code: 0, text: '1 file removed for good.' });
    expect((await objects()).sort()).toEqual([one, two].sort());
  });

  it('OPS-04 says what is wrong with the words', async () => {
    for (const words of [
      ['storage'],
      ['storage', 'look'],
      ['storage', 'check', '--confirm', '3'],
      ['storage', 'adopt', '--remove'],
      ['quarantine', 'empty'],
      ['quarantine', 'purge', '--confirm', 'x'],
    ])
      expect(await operator(...words), words.join(' ')).toMatchObject({
        code: 2,
        text: expect.stringContaining('Usage: clearframe'),
      });
  });
});
