import { AppError } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../src/context.ts';
import { objectRemoval, pendingObject } from '../src/db/schema.ts';
import { makeDisplay } from '../src/moderation/analyse/make-display.ts';
import { createDisplayFinder } from '../src/moderation/item/await-display.ts';
import { originalPlace } from '../src/moderation/item/item-files.ts';
import { liftLegalHold, placeLegalHold } from '../src/moderation/item/legal-hold.ts';
import { findMedia, type MediaRow } from '../src/moderation/item/media-row.ts';
import { removeItem } from '../src/moderation/item/remove-item.ts';
import { type Built, build } from './helpers/build.ts';
import { createUploader, file, picture, quickExaminer, resultOf, runQueuedModeration, signs } from './helpers/uploads.ts';

const large = { bytes: Buffer.from('the large copy'), mimeType: 'image/webp', width: 1600, height: 1200 } as const;

describe('the large copy of a picture', () => {
  let built: Built;
  let person: Awaited<ReturnType<typeof createUploader>>;
  /** Another API process of the same installation. */
  let other: Built;
  let made = 0;
  let meanwhile: () => Promise<unknown> = async () => undefined;
  /** The engine's part for a picture of one frame, larger than its thumbnail. */
  const examiner = {
    examine: async (bytes: Uint8Array) => ({ ...(await quickExaminer.examine(bytes)), display: null }),
    async makeDisplay() {
      made += 1;
      await meanwhile();
      return large;
    },
  };
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
    const { publicUrl } = built.context.config;
    const shared = { databaseUrl: built.database.url, dataDir: built.dataDir, publicUrl };
    other = await build({ config: shared, parts: { fileUrls: built.context.fileUrls } });
    person = await createUploader(built);
    await runQueuedModeration(built, examiner, 2);
  });
  afterAll(async () => {
    await other.close();
    await built.close();
  });
  beforeEach(() => {
    made = 0;
    meanwhile = async () => undefined;
  });

  const add = async () => resultOf(await person.upload({ media: file(picture('formats/located.jpg')) })).media_upload;
  const fetched = (url: string | null, from = built): Promise<LightMyRequestResponse> =>
    from.app.inject({ url: (url ?? '').replace(built.context.config.publicUrl, '') });
  const rowOf = (id: string) => findMedia(built.context.db, id);
  /** Everything in the storage beside an item. */
  const filesOf = async (id: string): Promise<string[]> => {
    const files: string[] = [];
    for await (const { key } of built.context.storage.list(person.accountId)) if (key.includes(id)) files.push(key);
    return files.sort();
  };
  const wanted = (item: MediaRow | undefined) => ({ mediaId: item?.id ?? '', packKey: item?.pack?.key ?? '' });

  it('MED-08 is made when somebody first asks for it, once for all who ask, and found again', async () => {
    const item = await add();
    expect(await rowOf(item.id)).toMatchObject({ displayKey: null });
    await expect.poll(() => filesOf(item.id)).toEqual([expect.stringMatching(/\/pack-1-/)]);
    for (const url of [item.signedThumbnailUrl, item.signedSmallUrl]) expect((await fetched(url)).body).toBe('a copy');
    expect(made).toBe(0);

    const asked = [built, other, built, other].map((from) => fetched(item.signedDisplayUrl, from));
    for (const answer of await Promise.all(asked)) {
      expect(answer).toMatchObject({ statusCode: 200, body: 'the large copy' });
      expect(answer.headers['content-type']).toBe('image/webp');
    }
    const stored = [expect.stringMatching(/\/display-1-/), expect.stringMatching(/\/pack-1-/)];
    expect(await filesOf(item.id)).toEqual(stored);
    const again = await fetched(item.signedDisplayUrl, other);
    expect([again.body, made]).toEqual(['the large copy', 1]);
    expect(await built.context.db.select().from(pendingObject)).toEqual([]);
  });

  it('MED-07 has one address before it is made and afterwards, so that a browser loads it once', async () => {
    const item = await add();
    const { headers } = await fetched(item.signedDisplayUrl);
    const shown = (await person.get(`/api/media/${item.id}`)).json<{ data: { media_upload: typeof item } }>().data.media_upload;
    expect(shown.signedDisplayUrl).toBe(item.signedDisplayUrl);
    const url = (item.signedDisplayUrl ?? '').replace(built.context.config.publicUrl, '');
    const known = await built.app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect(known.statusCode).toBe(304);
    expect((await fetched(url.replace('/large', '/larger'))).statusCode).toBe(403);
  });

  it('SEC-02 is not made of what is withheld, and not kept of what is withheld while it is made', async () => {
    const [before, during] = [await add(), await add()];
    const hold = ({ id }: { id: string }) => placeLegalHold(built.context, { mediaId: id, reason: 'case 7' });
    await hold(before);
    expect((await fetched(before.signedDisplayUrl)).statusCode).toBe(403);
    await makeDisplay(built.context, examiner, wanted(await rowOf(before.id)), signs);
    expect(made).toBe(0);

    meanwhile = () => hold(during);
    expect((await fetched(during.signedDisplayUrl)).statusCode).toBe(403);
    await expect.poll(() => filesOf(during.id)).toEqual([expect.stringMatching(/\/pack-1-/)]);
    expect(await rowOf(during.id)).toMatchObject({ displayKey: null });
  });

  it('MED-06 leaves nothing of an item that is deleted while it is made, or afterwards', async () => {
    const [during, after] = [await add(), await add()];
    meanwhile = () => removeItem(built.context, during, { reason: 'test' });
    expect((await fetched(during.signedDisplayUrl)).statusCode).toBe(403);
    await expect.poll(() => filesOf(during.id)).toEqual([]);

    meanwhile = async () => undefined;
    expect((await fetched(after.signedDisplayUrl)).statusCode).toBe(200);
    await removeItem(built.context, after, { reason: 'test' });
    expect(await filesOf(after.id)).toEqual([]);
    expect((await fetched(after.signedDisplayUrl)).statusCode).toBe(403);
  });

  it('OPS-03 is whole or not there where the process that made it died', async () => {
    const item = await add();
    const row = await rowOf(item.id);
    const { storage } = built.context;
    const stored = Promise.withResolvers<void>();
    // It stores the copy, and is never heard of again.
    const dies: typeof storage.put = async (...args) => {
      await storage.put(...args);
      stored.resolve();
      return await new Promise(() => undefined);
    };
    const dying: Pick<Context, 'db' | 'storage'> = { ...built.context, storage: { ...storage, put: dies } };
    void makeDisplay(dying, examiner, wanted(row), signs);
    await stored.promise;
    expect(await rowOf(item.id)).toMatchObject({ displayKey: null });

    expect((await fetched(item.signedDisplayUrl)).body).toBe('the large copy');
    const named = (await rowOf(item.id))?.displayKey;
    const left = (await filesOf(item.id)).filter((key) => key.includes('/display-') && key !== named);
    // The sweep finds it by its row.
    expect(await built.context.db.select({ key: pendingObject.key }).from(pendingObject)).toEqual(left.map((key) => ({ key })));
    await built.context.db.delete(pendingObject);
  });

  it('MED-05 goes with the files that another analysis replaces, and is made of the new ones', async () => {
    const item = await add();
    await fetched(item.signedDisplayUrl);
    const first = (await rowOf(item.id))?.displayKey ?? '';
    const url = `/api/media/${item.id}/reanalyse`;
    const queued = await built.app.inject({ method: 'POST', url, headers: person.headers, payload: { overrule: false } });
    expect(queued.statusCode, queued.body).toBeLessThan(300);
    await expect.poll(async () => (await rowOf(item.id))?.state).toBe('done');
    expect(await rowOf(item.id)).toMatchObject({ displayKey: null });
    const removals = await built.context.db.select().from(objectRemoval).where(eq(objectRemoval.key, first));
    expect(removals).toHaveLength(1);
    expect((await fetched(item.signedDisplayUrl)).body).toBe('the large copy');
    expect((await rowOf(item.id))?.displayKey).toMatch(/\/display-2-/);
  });

  it('MED-08 that is made too late is asked for again, and no broken picture', async () => {
    const item = await add();
    const idle = { ...built.context, queue: { ...built.context.queue, add: async () => null } };
    const late = createDisplayFinder(idle, { longestMs: 40 })(`${person.accountId}/${item.id}/large`);
    const error = await late.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ status: 503, retryAfterMs: 5_000, message: expect.stringMatching(/try again/i) });
  });

  it('SEC-06 has so many callers of an account wait at a time, and tells the others at once to come again', async () => {
    const [first, second] = [await add(), await add()];
    const idle = { ...built.context, queue: { ...built.context.queue, add: vi.fn(async () => null) } };
    const find = createDisplayFinder(idle, { longestMs: 2_000, most: 1 });
    const address = ({ id }: { id: string }) => `${person.accountId}/${id}/large`;
    const waits = find(address(first));
    const waitsToo = find(address(first));
    await expect.poll(() => idle.queue.add.mock.calls.length).toBe(1);
    await expect(find(address(second))).rejects.toMatchObject({ status: 503, retryAfterMs: 5_000 });
    expect(idle.queue.add).toHaveBeenCalledTimes(1);

    await makeDisplay(built.context, examiner, wanted(await rowOf(first.id)), signs);
    expect(await waits).toEqual(await waitsToo);
    await makeDisplay(built.context, examiner, wanted(await rowOf(second.id)), signs);
    expect(await find(address(second))).toMatchObject({ key: expect.stringMatching(/\/display-1-/) });
  });

  it('MED-08 says at once and in plain words that its original is lost', async () => {
    const item = await add();
    const row = await rowOf(item.id);
    if (!row) throw new Error('The item is missing');
    await built.context.storage.remove([originalPlace(row).key]);
    const answer = await fetched(item.signedDisplayUrl);
    expect([answer.statusCode, answer.json<{ message: string }>().message, made]).toEqual([
      410,
      'The file of this item is no longer in the storage, so no larger copy can be made',
      0,
    ]);
  });

  it('SEC-02 is made anew as soon as a hold is lifted that had come while it was made', async () => {
    const item = await add();
    meanwhile = async () => await placeLegalHold(built.context, { mediaId: item.id, reason: 'case' });
    expect((await fetched(item.signedDisplayUrl)).statusCode).toBe(403);
    const { packKey } = wanted(await rowOf(item.id));
    await expect.poll(() => built.context.queue.isDone('make-display', packKey)).toBe(true);
    meanwhile = async () => undefined;
    await liftLegalHold(built.context, { mediaId: item.id, reason: 'over' });
    expect(await fetched(item.signedDisplayUrl)).toMatchObject({ statusCode: 200, body: 'the large copy' });
    expect(made).toBe(2);
  });

  it('SEC-06 comes behind those of people who wait for fewer', async () => {
    const items = [await add(), await add(), await add()];
    const turns: unknown[] = [];
    const note: Context['queue']['add'] = async (_name, _payload, options) => {
      turns.push(options?.turn);
      return null;
    };
    const idle = { ...built.context, queue: { ...built.context.queue, add: note } };
    const find = createDisplayFinder(idle, { longestMs: 5_000 });
    const asked: Promise<unknown>[] = [];
    for (const [index, { id }] of items.entries()) {
      asked.push(find(`${person.accountId}/${id}/large`).catch(() => null));
      await expect.poll(() => turns.length).toBe(index + 1);
    }
    const stranger = await createUploader(built);
    const theirs = resultOf(await stranger.upload({ media: file(picture('formats/located.jpg')) })).media_upload;
    asked.push(find(`${stranger.accountId}/${theirs.id}/large`).catch(() => null));
    await expect.poll(() => turns).toEqual([0, 1, 2, 0]);
    for (const { id } of [...items, theirs]) await makeDisplay(built.context, examiner, wanted(await rowOf(id)), signs);
    await Promise.all(asked);
  });
});
