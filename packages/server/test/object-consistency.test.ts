import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { MediaUpload } from '@clearframe/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataExport, media, objectRemoval, pendingObject, usageEntry } from '../src/db/schema.ts';
import { openOriginal } from '../src/exports/account/open-original.ts';
import { sweepObjects } from '../src/jobs/sweep-objects.ts';
import { type Examiner, moderate } from '../src/moderation/analyse/moderate.ts';
import { reanalyse } from '../src/moderation/analyse/reanalyse.ts';
import { deleteMedia } from '../src/moderation/item/delete-media.ts';
import { objectKeys } from '../src/moderation/item/item-files.ts';
import { liftLegalHold, placeLegalHold } from '../src/moderation/item/legal-hold.ts';
import { findMedia, type MediaRow } from '../src/moderation/item/media-row.ts';
import { namedObjects } from '../src/moderation/item/named-objects.ts';
import { takeInAndSubmit } from '../src/moderation/upload/upload.ts';
import { apiRules } from '../src/moderation/upload/upload-rules.ts';
import { hasObject } from '../src/objects/has-object.ts';
import { drainRemovals } from '../src/objects/object-removal.ts';
import { pendingObjects } from '../src/objects/pending-objects.ts';
import { ObjectMissing } from '../src/storage/storage.ts';
import { type Built, build } from './helpers/build.ts';
import { closeAccount, removeClosed } from './helpers/delete-themselves.ts';
import { unpackItem } from './helpers/unpack-item.ts';
import {
  createUploader,
  file,
  picture,
  quickExaminer as quickPictures,
  resultOf,
  signs,
  type Uploader,
  wholeExaminer,
} from './helpers/uploads.ts';

const run = { id: 'x', attempt: 1, ...signs };

const quickExaminer: Examiner = wholeExaminer(quickPictures);

describe('objects of an item', () => {
  let built: Built;
  let person: Uploader;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
    person = await createUploader(built);
  });
  afterAll(() => built.close());

  const objects = async (id: string): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of built.context.storage.list()) if (key.includes(id)) keys.push(key);
    return keys.sort();
  };
  /** An upload that nobody has analysed yet. */
  const queued = async (name = 'formats/located.jpg'): Promise<string> =>
    resultOf(await person.apiUpload({ media: file(picture(name), 'a.jpg') }, { query: '?wait=0' })).media_upload.id;
  const analyse = async (id: string, examiner: Examiner = quickExaminer, context = built.context) => {
    const row = await findMedia(built.context.db, id);
    await moderate(context, examiner, { mediaId: id, attempt: row?.attempt ?? 0 }, signs);
  };
  /** Does something to the item while the analysis is under way. */
  const meanwhile = (work: () => Promise<unknown>): Examiner => ({
    ...quickExaminer,
    async examine(bytes) {
      await work();
      return await quickExaminer.examine(bytes);
    },
  });
  const hold = (id: string) => placeLegalHold(built.context, { mediaId: id, reason: 'case 1' });
  const named = (row: MediaRow | undefined): string[] => (row ? objectKeys(row).sort() : []);
  const leftovers = async () => {
    const { db } = built.context;
    const keysOf = (rows: { key: string }[]): string[] => rows.map(({ key }) => key).sort();
    return { pending: keysOf(await db.select().from(pendingObject)), removals: keysOf(await db.select().from(objectRemoval)) };
  };
  /** Lets every address end, and the job of each minute run. */
  const addressesEnd = async () => {
    await built.context.db.update(objectRemoval).set({ notBefore: sql`not_before - interval '75 minutes'` });
    await sweepObjects.run(built.context, {}, run);
  };
  /** Paths of the signed addresses that an item shows. */
  const addresses = async (id: string): Promise<string[]> => {
    const answer = await person.get(`/api/media/${id}`);
    const item = answer.json<{ data: { media_upload: MediaUpload } }>().data.media_upload;
    const signed = [item.signedUrl, item.signedDisplayUrl, item.signedThumbnailUrl, item.signedSmallUrl];
    return signed.filter((url) => url !== null).map((url) => url.replace(built.context.config.publicUrl, ''));
  };
  const isHidden = (bytes: Uint8Array) => !Buffer.from(bytes).includes('A person at home');

  it('SEC-02 keeps the bytes as they were sent when a legal hold is set while the analysis runs', async () => {
    const id = await queued();
    await analyse(
      id,
      meanwhile(() => hold(id)),
    );
    const row = await findMedia(built.context.db, id);
    expect(row).toMatchObject({ state: 'done', metadataFree: false });
    const kept = await built.context.storage.get(row?.objectKey ?? '');
    expect(Buffer.compare(Buffer.from(kept), picture('formats/located.jpg'))).toBe(0);
    await liftLegalHold(built.context, { mediaId: id, reason: 'over' });
  });

  it('SEC-02 keeps the copies of a held item as they were found, and names none that is not there', async () => {
    const id = await queued();
    await analyse(id);
    const before = await objects(id);
    await reanalyse(built.context, person, id, false);
    await analyse(
      id,
      meanwhile(() => hold(id)),
    );
    expect(await objects(id)).toEqual(before);
    await liftLegalHold(built.context, { mediaId: id, reason: 'over' });
  });

  it('OPS-04 replaces the original and the copies by those of the newest analysis, and keeps nothing else', async () => {
    const id = await queued();
    await analyse(id);
    const first = await findMedia(built.context.db, id);
    expect(await objects(id)).toEqual(named(first));
    expect(first?.objectKey).toMatch(/\/pack-1-[0-9a-f]{12}$/);
    expect(named(first)).toEqual([first?.objectKey]);
    expect(isHidden(await built.context.storage.get(first?.objectKey ?? ''))).toBe(true);
    await reanalyse(built.context, person, id, false);
    await analyse(id);
    const second = await findMedia(built.context.db, id);
    expect(second?.pack?.key).not.toBe(first?.pack?.key);
    expect(await objects(id)).toEqual([...new Set([...named(first), ...named(second)])].sort());
    await addressesEnd();
    expect(await objects(id)).toEqual(named(second));
    expect(await leftovers()).toEqual({ pending: [], removals: [] });
  });

  it('MED-08 keeps the files of every address that was told until it ends, whatever replaced them', async () => {
    const id = await queued();
    await analyse(id);
    const told = await addresses(id);
    expect(told).toHaveLength(4);
    await reanalyse(built.context, person, id, false);
    await analyse(id);
    await sweepObjects.run(built.context, {}, run);
    for (const url of told) expect((await built.app.inject({ url })).statusCode, url).toBe(200);
    const replaced = (await addresses(id)).filter((url) => !told.includes(url));
    expect(replaced).toHaveLength(4);
    await deleteMedia(built.context, person, id);
  });

  it('SEC-02 keeps what was sent no moment longer than its metadata are taken out', async () => {
    const id = await queued();
    const sent = (await findMedia(built.context.db, id))?.objectKey ?? '';
    await analyse(id);
    await expect(built.context.storage.get(sent)).rejects.toThrow(ObjectMissing);
  });

  it('MED-04 deletes what a new analysis replaced together with the item, at once', async () => {
    const id = await queued();
    await analyse(id);
    await reanalyse(built.context, person, id, false);
    await analyse(id);
    expect((await leftovers()).removals).toHaveLength(1);
    await deleteMedia(built.context, person, id);
    expect(await objects(id)).toEqual([]);
    expect(await leftovers()).toEqual({ pending: [], removals: [] });
  });

  it('SEC-08 removes what a new analysis replaced together with the account, at once', async () => {
    const other = await createUploader(built);
    const sent = await other.apiUpload({ media: file(picture('formats/located.jpg'), 'a.jpg') }, { query: '?wait=0' });
    const { id } = resultOf(sent).media_upload;
    await analyse(id);
    await reanalyse(built.context, other, id, false);
    await analyse(id);
    await closeAccount(built, other);
    await removeClosed(built, other, other.accountId);
    expect(await objects(id)).toEqual([]);
    expect(await leftovers()).toEqual({ pending: [], removals: [] });
  });

  it('OPS-04 keeps nothing of an item that is deleted while the analysis runs, whatever the process still stores', async () => {
    const id = await queued();
    await analyse(
      id,
      meanwhile(() => deleteMedia(built.context, person, id)),
    );
    expect(await objects(id)).toEqual([]);
    expect(await leftovers()).toEqual({ pending: [], removals: [] });
  });

  it('OPS-04 leaves the files of the run that won when another run of the same attempt comes second', async () => {
    const id = await queued();
    await analyse(
      id,
      meanwhile(() => analyse(id)),
    );
    expect(await objects(id)).toEqual(named(await findMedia(built.context.db, id)));
    expect(await leftovers()).toEqual({ pending: [], removals: [] });
  });

  /** A storage that dies at the step of that number, and does nothing from then on: neither does the database. */
  const dyingAt = (step: number) => {
    let left = step;
    const die = (): void => {
      left -= 1;
      if (left < 0) throw new Error('the process died');
    };
    const { storage, db } = built.context;
    const dead = new Proxy(db, {
      get(target, name) {
        if (['transaction', 'insert', 'update', 'delete'].includes(String(name))) die();
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const part = {
      ...storage,
      async put(...args: Parameters<typeof storage.put>) {
        die();
        return await storage.put(...args);
      },
      async remove(keys: readonly string[]) {
        die();
        await storage.remove(keys);
      },
    };
    return { context: { ...built.context, db: dead, storage: part }, isAlive: () => left >= 0 };
  };

  it('OPS-04 knows of every file after a crash at any step of an analysis, and loses none that a row names', async () => {
    for (let step = 0; ; step += 1) {
      const id = await queued();
      const { context, isAlive } = dyingAt(step);
      await analyse(id, quickExaminer, context).catch((error: Error) => expect(error.message).toBe('the process died'));
      const row = await findMedia(built.context.db, id);
      const { pending, removals } = await leftovers();
      const there = await objects(id);
      expect(there, `step ${step}`).toEqual(expect.arrayContaining(named(row)));
      expect([...named(row), ...pending, ...removals], `step ${step}`).toEqual(expect.arrayContaining(there));
      if (isAlive()) break;
      // The queue tries again, or the run had settled.
      await analyse(id);
      expect((await findMedia(built.context.db, id))?.state).toBe('done');
      await built.context.db.delete(pendingObject);
      await built.context.db.delete(objectRemoval);
      expect(step).toBeLessThan(30);
    }
  });

  it('MED-08 OPS-03 serves, compares, withholds and replaces files from before there were packs', async () => {
    const { db, storage } = built.context;
    const id = await queued();
    await analyse(id);
    const packed = await Promise.all((await addresses(id)).map((url) => built.app.inject({ url })));
    await unpackItem(built.context, id);
    await addressesEnd();
    const older = await findMedia(db, id);
    expect(await objects(id)).toEqual(named(older));
    expect(named(older)).toHaveLength(4);
    const told = await addresses(id);
    for (const [place, url] of told.entries())
      expect((await built.app.inject({ url })).rawPayload.equals(packed[place]?.rawPayload ?? Buffer.alloc(0)), url).toBe(true);
    const bytes = await openOriginal({ ...built.context }, id);
    expect(bytes instanceof Readable && (await buffer(bytes)).equals(packed[0]?.rawPayload ?? Buffer.alloc(0))).toBe(true);
    expect([...(await namedObjects(db, await objects(id)))].sort()).toEqual(named(older));

    await hold(id);
    for (const url of told) expect((await built.app.inject({ url })).statusCode, url).toBe(403);
    await liftLegalHold(built.context, { mediaId: id, reason: 'over' });

    await reanalyse(built.context, person, id, false);
    await analyse(id);
    for (const url of told) expect((await built.app.inject({ url })).statusCode, url).toBe(200);
    const newer = await findMedia(db, id);
    expect(newer).toMatchObject({ displayKey: null, thumbnailKey: null, smallKey: null });
    await addressesEnd();
    // A clean original of its own stays what it is.
    expect(named(newer)).toEqual([newer?.objectKey, newer?.pack?.key].sort());
    expect(newer?.objectKey).toBe(older?.objectKey);
    expect(await objects(id)).toEqual(named(newer));
    await deleteMedia(built.context, person, id);
    expect(await objects(id)).toEqual([]);
    expect([await leftovers(), await hasObject(storage, newer?.objectKey ?? '')]).toEqual([{ pending: [], removals: [] }, false]);
  });

  it('OPS-04 names what a dead run of the same item has stored, in the transaction in which another wins', async () => {
    const { db, storage } = built.context;
    const id = await queued();
    const dead = [`${person.accountId}/${id}/pack-1-dead`, `${person.accountId}/${id}/clean-1-dead`];
    const other = `${person.accountId}/${randomUUID()}/pack-1-dead`;
    for (const key of [...dead, other]) await pendingObjects(built.context, person.accountId).put(key, Buffer.from('x'));
    await analyse(id);
    expect(await leftovers()).toEqual({ pending: [other], removals: [...dead].sort() });
    expect(await objects(id)).toEqual([...named(await findMedia(db, id)), ...dead].sort());
    await addressesEnd();
    expect(await objects(id)).toEqual(named(await findMedia(db, id)));
    await storage.remove([other]);
    await db.delete(pendingObject);
  });

  it('OPS-04 lets a run that was thought dead store nothing once another has won', async () => {
    const { db } = built.context;
    const id = await queued();
    const late = pendingObjects(built.context, person.accountId);
    const key = `${person.accountId}/${id}/pack-1-late`;
    await late.expect([key]);
    await analyse(id);
    await expect(late.put(key, Buffer.from('x'))).rejects.toThrow('busy');
    await late.drop();
    expect(await objects(id)).toEqual(named(await findMedia(db, id)));
    await addressesEnd();
  });

  it('MED-08 serves no thumbnail of a deleted item, though it was served a moment ago', async () => {
    const id = await queued();
    await analyse(id);
    const told = await addresses(id);
    for (const url of told) expect((await built.app.inject({ url })).statusCode).toBe(200);
    await deleteMedia(built.context, person, id);
    for (const url of told) expect((await built.app.inject({ url })).statusCode, url).toBe(403);
  });

  it('OPS-04 knows of every file after a crash at any step of an upload; what has an item has its bytes as they were sent', async () => {
    const sent = picture('formats/located.jpg');
    async function* bytes() {
      yield sent;
    }
    for (let step = 0; ; step += 1) {
      const id = randomUUID();
      const { context, isAlive } = dyingAt(step);
      await takeInAndSubmit(context, {
        uploader: { accountId: person.accountId, userId: null, accessTokenId: null },
        rules: apiRules,
        mediaId: id,
        begun: null,
        readForm: async (onFile) => ({ media: { file: await onFile(bytes()), filename: 'a.jpg' }, fields: {} }),
      }).catch((error: Error) => expect(error.message).toBe('the process died'));
      const row = await findMedia(built.context.db, id);
      const there = await objects(id);
      const { pending } = await leftovers();
      expect([...named(row), ...pending], `step ${step}`).toEqual(expect.arrayContaining(there));
      expect(await built.context.db.$count(usageEntry, eq(usageEntry.mediaId, id)), `step ${step}`).toBe(row ? 1 : 0);
      if (row) expect(Buffer.from(await built.context.storage.get(row.objectKey)).equals(sent), `step ${step}`).toBe(true);
      await built.context.storage.remove(row ? [] : there);
      await built.context.db.delete(pendingObject);
      if (!isAlive()) {
        expect(step).toBeLessThan(30);
        continue;
      }
      expect(row?.state).toBe('queued');
      await deleteMedia(built.context, person, id);
      break;
    }
  });

  it('OPS-04 names what goes with an item or an export in whatever way its row goes', async () => {
    const id = await queued();
    await analyse(id);
    const row = await findMedia(built.context.db, id);
    const { db } = built.context;
    const key = `${person.accountId}/${randomUUID()}/export-1.zip`;
    await db.insert(dataExport).values({ ...person, kind: 'account', state: 'done', objectKey: key });
    const displayKey = `${person.accountId}/${id}/display-0123456789ab.webp`;
    await db
      .update(media)
      .set({ displayKey, stillSeconds: [3] })
      .where(eq(media.id, id));
    await db.delete(media).where(eq(media.id, id));
    await db.delete(dataExport).where(eq(dataExport.accountId, person.accountId));
    const still = displayKey.replace('display', 'second-3');
    expect((await leftovers()).removals).toEqual([...named(row), displayKey, still, key].sort());
    await drainRemovals(built.context, new AbortController().signal);
    expect(await objects(id)).toEqual([]);
    expect((await leftovers()).removals).toEqual([]);
  });
});
