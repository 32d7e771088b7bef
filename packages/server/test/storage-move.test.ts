import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { media, objectRemoval } from '../src/db/schema.ts';
import { findUnmoved, moveObjects } from '../src/moderation/item/move-objects.ts';
import { hasObject } from '../src/objects/has-object.ts';
import { freshMove, readMove, requireMoved, writeMove } from '../src/objects/storage-move.ts';
import { createDiskStorage } from '../src/storage/disk-storage.ts';
import { createMovingStorage } from '../src/storage/moving-storage.ts';
import { ObjectMissing, type Storage, StorageUnavailable } from '../src/storage/storage.ts';
import { type Built, build } from './helpers/build.ts';
import { writeItem } from './helpers/review-team.ts';
import { describeStorage } from './helpers/storage-contract/describe-storage.ts';
import { createUploader } from './helpers/uploads.ts';

const newFolder = () => mkdtemp(join(tmpdir(), 'clearframe-move-'));
const text = async (storage: Storage, key: string) => Buffer.from(await storage.get(key)).toString();

describeStorage('a moving', async () => {
  const [now, before] = [await newFolder(), await newFolder()];
  const old = createDiskStorage(before);
  return {
    storage: createMovingStorage({ now: createDiskStorage(now), before: old }),
    async breakOff() {
      await mkdir(join(before, 'unfinished'), { recursive: true });
      await writeFile(join(before, 'unfinished/cut-off'), 'half a fil');
    },
    close: async () => {
      for (const folder of [now, before]) await rm(folder, { recursive: true });
    },
  };
});

describe('files on their way to another storage', () => {
  let built: Built;
  let accountId: string;
  let folders: string[];
  let now: Storage;
  let before: Storage;
  let keys: string[];
  const untold = () => undefined;
  const context = () => ({ db: built.context.db, now, before });
  const missingIn = async (storage: Storage) => {
    const there = await Promise.all(keys.map((key) => hasObject(storage, key)));
    return keys.filter((_, place) => !there[place]);
  };

  beforeAll(async () => {
    built = await build();
    accountId = (await createUploader(built)).accountId;
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    folders = [await newFolder(), await newFolder()];
    const [one = '', other = ''] = folders;
    [now, before] = [createDiskStorage(one), createDiskStorage(other)];
    await built.context.db.delete(media);
    keys = [];
    for (let count = 0; count < 12; count += 1) {
      const id = await writeItem(built, accountId);
      keys.push(`${accountId}/${id}/original.png`);
    }
    for (const key of keys) await before.put(key, Buffer.from(`bytes of ${key}`));
    await writeMove(built.context.db, freshMove('s3'));
  });
  afterEach(async () => {
    for (const folder of folders) await rm(folder, { recursive: true });
  });

  it('OPS-03 are read where they are, and what is new goes to the new storage', async () => {
    const moving = createMovingStorage({ now, before });
    const [first = ''] = keys;
    expect(await text(moving, first)).toBe(`bytes of ${first}`);
    expect(await moving.withFile(first, (path) => readFile(path, 'utf8'))).toBe(`bytes of ${first}`);
    const added = `${accountId}/${randomUUID()}/original.png`;
    await moving.put(added, Buffer.from('new'));
    expect([await hasObject(now, added), await hasObject(before, added)]).toEqual([true, false]);
    const listed: string[] = [];
    for await (const { key } of moving.list(accountId)) listed.push(key);
    expect(listed).toEqual([...keys, added].sort());
  });

  it('OPS-04 are removed and moved aside in both', async () => {
    const moving = createMovingStorage({ now, before });
    const [one = '', two = ''] = keys;
    await now.put(one, Buffer.from(`bytes of ${one}`));
    await moving.remove([one]);
    expect([await hasObject(now, one), await hasObject(before, one)]).toEqual([false, false]);
    expect(await moving.move(two, `quarantine/2026-11-22/${two}`)).toBe(true);
    expect([await hasObject(now, `quarantine/2026-11-22/${two}`), await hasObject(moving, two)]).toEqual([true, false]);
    await expect(moving.get(two)).rejects.toThrow(ObjectMissing);
  });

  it('OPS-03 arrive as they were, those in quarantine too, and nothing is left to copy then', async () => {
    const aside = `quarantine/2026-11-22/${accountId}/${randomUUID()}/original.png`;
    await before.put(aside, Buffer.from('aside'));
    const done = await moveObjects(context(), freshMove('s3'), untold);
    expect(done).toMatchObject({ phase: 'copied', items: 12, copied: 13 });
    expect(await text(now, aside)).toBe('aside');
    for (const key of keys) expect(await text(now, key)).toBe(`bytes of ${key}`);
    expect(await findUnmoved(context(), untold)).toEqual({ left: 0, lost: 0 });
    expect(await readMove(built.context.db)).toEqual(done);
  });

  it('OPS-04 arrive with what no item names and somebody needs: under a legal hold, or told by an address that is good', async () => {
    const { db } = built.context;
    const [first = '', second = ''] = keys;
    const idOf = (key: string) => key.split('/')[1] ?? '';
    const held = first.replace('original', 'as-it-was-sent');
    const replaced = second.replace('original', 'display-older');
    const unknown = `${accountId}/${randomUUID()}/original.png`;
    for (const key of [held, replaced, unknown]) await before.put(key, Buffer.from(key));
    await db
      .update(media)
      .set({ legalHoldAt: built.clock.now() })
      .where(eq(media.id, idOf(first)));
    await db.insert(objectRemoval).values({ key: replaced, notBefore: sql`now() + interval '1 hour'` });
    await moveObjects(context(), freshMove('s3'), untold);
    expect([await hasObject(now, held), await hasObject(now, replaced), await hasObject(now, unknown)]).toEqual([
      true,
      true,
      false,
    ]);
    await now.remove([held]);
    expect(await findUnmoved(context(), untold)).toEqual({ left: 1, lost: 0 });
    await db.delete(objectRemoval);
    await db.update(media).set({ legalHoldAt: null });
  });

  it('OPS-04 that arrive changed are not kept: the move ends with an error, and goes on when it is run again', async () => {
    const [, , third = ''] = keys;
    const real = now;
    now = { ...real, put: (key, body) => real.put(key, key === third ? Buffer.from('changed on the way') : body) };
    await expect(moveObjects(context(), freshMove('s3'), untold)).rejects.toThrow(`${third} did not arrive as it was`);
    now = real;
    expect(await hasObject(now, third)).toBe(false);
    await moveObjects(context(), (await readMove(built.context.db)) ?? freshMove('s3'), untold);
    expect(await missingIn(now)).toEqual([]);
  });

  it('OPS-04 are let go of where the new storage takes nothing', async () => {
    const bodies: Readable[] = [];
    const real = before;
    before = {
      ...real,
      async open(...args) {
        const opened = await real.open(...args);
        bodies.push(opened.body);
        return opened;
      },
    };
    now = { ...now, put: () => Promise.reject(new StorageUnavailable('away')) };
    await expect(moveObjects(context(), freshMove('s3'), untold)).rejects.toThrow(StorageUnavailable);
    const [first = ''] = keys;
    const aside = createMovingStorage({ now, before }).move(first, `quarantine/2026-11-22/${first}`);
    await expect(aside).rejects.toThrow(StorageUnavailable);
    expect(bodies.length).toBeGreaterThan(1);
    expect(bodies.filter(({ destroyed }) => !destroyed)).toEqual([]);
  });

  it('OPS-04 that are deleted while they are copied are in neither storage afterwards', async () => {
    const real = now;
    const [early = '', late = ''] = keys;
    const remove = (key: string) => createMovingStorage({ now: real, before }).remove([key]);
    now = {
      ...real,
      async put(key, body) {
        if (key === early) await remove(key);
        const stored = await real.put(key, body);
        if (key === late) await remove(key);
        return stored;
      },
    };
    await moveObjects(context(), freshMove('s3'), untold);
    for (const key of [early, late]) expect([await hasObject(real, key), await hasObject(before, key)]).toEqual([false, false]);
    expect(await missingIn(real)).toEqual([early, late]);
  });

  it('OPS-04 are told apart: not copied yet, or lost before', async () => {
    await moveObjects(context(), freshMove('s3'), untold);
    const [left = '', lost = ''] = keys;
    await now.remove([left, lost]);
    await before.remove([lost]);
    const told: string[] = [];
    expect(await findUnmoved(context(), (key) => told.push(key))).toEqual({ left: 1, lost: 1 });
    expect(told).toEqual([lost]);
  });

  it('OPS-01 OPS-04 let no server start under settings that would miss some of them', async () => {
    const { db } = built.context;
    const start = (storage: 'disk' | 's3', storagePrevious: 'disk' | 's3' | null) =>
      requireMoved(db, { storage, storagePrevious });
    await start('s3', 'disk');
    await expect(start('s3', null)).rejects.toThrow(/^STORAGE_PREVIOUS: missing: some files are still in disk\. .*--finish$/);
    await expect(start('disk', null)).rejects.toThrow(/^STORAGE_PREVIOUS: missing: some files are still in s3\. /);
    await start('disk', 's3');
    expect(await readMove(db)).toEqual(freshMove('disk'));
    await writeMove(db, { ...freshMove('s3'), phase: 'finished' });
    await start('s3', null);
    await expect(start('disk', null)).rejects.toThrow(
      /^STORAGE: the files were moved to s3\. Set STORAGE=s3, or STORAGE_PREVIOUS=s3 /,
    );
  });
});
