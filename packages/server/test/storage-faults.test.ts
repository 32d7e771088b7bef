import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { media, objectRemoval, pendingObject, usageEntry } from '../src/db/schema.ts';
import { sweepObjects } from '../src/jobs/sweep-objects.ts';
import { queueSchema } from '../src/queue/install.ts';
import { type Storage, StorageUnavailable } from '../src/storage/storage.ts';
import { type Built, build } from './helpers/build.ts';
import { createUploader, file, picture, quickExaminer, resultOf, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

const signals = { signal: new AbortController().signal, stopping: new AbortController().signal };
const away = () => Promise.reject(new StorageUnavailable('no answer for 5 s'));

describe('a storage that is away', () => {
  let built: Built;
  let real: Storage;
  let person: Uploader;
  beforeAll(async () => {
    built = await build();
    real = { ...built.context.storage };
    person = await createUploader(built);
  });
  afterAll(() => built.close());

  it('OPS-04 API-05 answers an upload with 503 and Retry-After, charges nothing, and leaves what may still arrive', async () => {
    const { db } = built.context;
    const entries = await db.$count(usageEntry);
    built.context.storage.put = away;
    const refused = await person.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0' });
    built.context.storage.put = real.put;
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(refused.json()).toEqual({
      status: 'error',
      message: 'The file storage is not available. Try again in a moment.',
      data: null,
    });
    expect(await db.$count(media, eq(media.accountId, person.accountId))).toBe(0);
    expect(await db.$count(usageEntry)).toBe(entries);
    // Whoever timed out may have stored the object all the same, and later: its row stays for the sweep.
    expect(await db.$count(pendingObject, eq(pendingObject.accountId, person.accountId))).toBe(1);
    await db.delete(pendingObject);
  });

  it('OPS-04 costs a job no try: one at its last waits, and gets its verdict once the storage is back', async () => {
    const { db, storage } = built.context;
    const sent = await person.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0' });
    const { id } = resultOf(sent).media_upload;
    await db.execute(sql.raw(`update ${queueSchema}.job set retry_limit = 0 where name = 'moderate-media'`));
    let reads = 0;
    storage.get = (...args) => {
      reads += 1;
      return reads === 1 ? away() : real.get(...args);
    };
    await runQueuedModeration(built, quickExaminer);
    const stateOf = async () => (await db.select({ state: media.state }).from(media).where(eq(media.id, id)))[0]?.state;
    await expect.poll(stateOf).toBe('done');
    storage.get = real.get;
    expect(reads).toBe(2);
  });

  it('OPS-04 API-05 answers 503 for a file, never 403 as if it were gone', async () => {
    const { db, storage } = built.context;
    const [item] = await db.select().from(media);
    const expiresAt = new Date(built.clock.now().getTime() + 3_600_000);
    const url = built.context.fileUrls.signed(item?.objectKey ?? '', { expiresAt, contentType: 'image/png', filename: 'x.png' });
    const fetched = () => built.app.inject({ url: url.replace(built.context.config.publicUrl, '') });
    storage.open = away;
    expect(await fetched()).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } });
    storage.open = real.open;
    expect((await fetched()).statusCode).toBe(200);
  });

  it('OPS-04 keeps what is named for removal, counts no try and asks once, not for each object', async () => {
    const { db, storage } = built.context;
    const keys = Array.from({ length: 20 }, () => `${person.accountId}/${randomUUID()}/original.png`);
    await db.insert(objectRemoval).values(keys.map((key) => ({ key })));
    let asked = 0;
    storage.remove = () => {
      asked += 1;
      return away();
    };
    const run = { id: '', attempt: 1, isLast: false, alive: () => undefined, ...signals };
    await expect(sweepObjects.run(built.context, {}, run)).rejects.toThrow(StorageUnavailable);
    storage.remove = real.remove;
    expect(asked).toBe(1);
    expect(await db.$count(objectRemoval, and(inArray(objectRemoval.key, keys), eq(objectRemoval.tries, 0)))).toBe(20);
    await sweepObjects.run(built.context, {}, run);
    expect(await db.$count(objectRemoval, inArray(objectRemoval.key, keys))).toBe(0);
  });
});
