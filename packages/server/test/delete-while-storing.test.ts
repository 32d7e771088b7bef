import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { DataExport } from '@clearframe/contract';
import { like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../src/context.ts';
import { objectRemoval, pendingObject } from '../src/db/schema.ts';
import { makeExport } from '../src/exports/make-export.ts';
import { sweepObjects } from '../src/jobs/sweep-objects.ts';
import { takeInAndSubmit } from '../src/moderation/upload/upload.ts';
import { apiRules } from '../src/moderation/upload/upload-rules.ts';
import { pendingObjects } from '../src/objects/pending-objects.ts';
import { type Built, build } from './helpers/build.ts';
import { closeAccount, removeClosed } from './helpers/delete-themselves.ts';
import { createUploader, file, moderateNow, picture, quickExaminer, resultOf, type Uploader } from './helpers/uploads.ts';

const signal = new AbortController().signal;
const run = { id: 'x', attempt: 1, isLast: true, signal, stopping: signal, alive: () => undefined };
const photograph = picture('formats/located.jpg');

describe('an account that is deleted while a file of it is being stored', () => {
  let built: Built;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());

  const closeAndRemove = async (who: Uploader) => {
    await closeAccount(built, who);
    await removeClosed(built, who, who.accountId);
  };
  /** Files of the account, and rows that name files of it. */
  const left = async ({ accountId }: Uploader) => {
    const { db, storage } = built.context;
    const files: string[] = [];
    for await (const { key } of storage.list(accountId)) files.push(key);
    const pending = await db
      .select()
      .from(pendingObject)
      .where(like(pendingObject.key, `${accountId}/%`));
    const removals = await db
      .select()
      .from(objectRemoval)
      .where(like(objectRemoval.key, `${accountId}/%`));
    return { files, pending, removals };
  };
  const nothing = { files: [], pending: [], removals: [] };
  /** A storage that does something between the last byte and the object's being there. */
  const meanwhile = (part: string, work: () => Promise<unknown>): Context => {
    const { storage } = built.context;
    let isDone = false;
    const put: typeof storage.put = async (key, body) => {
      const bytes = body instanceof Uint8Array ? body : await buffer(body);
      if (!isDone && key.includes(part)) {
        isDone = true;
        await work();
      }
      return await storage.put(key, bytes);
    };
    return { ...built.context, storage: { ...storage, put } };
  };

  it('SEC-08 keeps nothing of an upload whose body still arrives', async () => {
    const who = await createUploader(built);
    async function* body() {
      yield photograph.subarray(0, 4096);
      await closeAndRemove(who);
      yield photograph.subarray(4096);
    }
    const uploading = takeInAndSubmit(built.context, {
      uploader: { accountId: who.accountId, userId: who.userId, accessTokenId: null },
      rules: apiRules,
      mediaId: randomUUID(),
      begun: null,
      readForm: async (onFile) => ({ media: { file: await onFile(body()), filename: 'a.jpg' }, fields: {} }),
    });
    await expect(uploading).rejects.toThrow('This account was deleted');
    expect(await left(who)).toEqual(nothing);
  });

  it('SEC-08 keeps nothing of an analysis that stores its pack', async () => {
    const who = await createUploader(built);
    const sent = await who.apiUpload({ media: file(photograph, 'a.jpg') }, { query: '?wait=0' });
    const mediaId = resultOf(sent).media_upload.id;
    await moderateNow(
      meanwhile('/pack-', () => closeAndRemove(who)),
      quickExaminer,
      { mediaId, attempt: 1 },
    );
    expect(await left(who)).toEqual(nothing);
  });

  it('SEC-08 keeps nothing of an export whose last byte is written', async () => {
    const who = await createUploader(built);
    const asked = await built.app.inject({ method: 'POST', url: '/api/users/me/exports', headers: who.headers });
    const { id } = asked.json<{ data: { export: DataExport } }>().data.export;
    await makeExport(
      meanwhile('export-', () => closeAndRemove(who)),
      id,
      signal,
    );
    expect(await left(who)).toEqual(nothing);
  });

  it('SEC-08 removes by the sweep what a process had stored that died meanwhile', async () => {
    const who = await createUploader(built);
    const key = `${who.accountId}/${randomUUID()}/original.jpg`;
    const context = meanwhile('original', () => closeAndRemove(who));
    await pendingObjects(context, who.accountId).put(key, photograph);
    expect((await left(who)).files).toEqual([key]);
    await built.context.db.update(pendingObject).set({ createdAt: sql`now() - interval '3 hours'` });
    await sweepObjects.run(built.context, {}, run);
    expect(await left(who)).toEqual(nothing);
  });

  it('SEC-08 removes with the account what was cut off long before', async () => {
    const who = await createUploader(built);
    await pendingObjects(built.context, who.accountId).put(`${who.accountId}/${randomUUID()}/original.jpg`, photograph);
    await built.context.db.update(pendingObject).set({ createdAt: sql`now() - interval '3 hours'` });
    await closeAndRemove(who);
    expect(await left(who)).toEqual(nothing);
  });
});
