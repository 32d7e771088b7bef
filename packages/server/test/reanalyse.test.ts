import { WebhookEnvelope } from '@clearframe/contract';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { delivery, media, usageEntry, usagePeriod } from '../src/db/schema.ts';

import { type Built, build } from './helpers/build.ts';
import { itemOf, joinAccount, send } from './helpers/review-team.ts';
import { createUploader, file, moderateNow, picture, quickExaminer, resultOf, type Uploader } from './helpers/uploads.ts';

describe('analysing again and deleting', () => {
  let built: Built;
  let person: Uploader;
  let suspicious = false;
  let isIdle = false;

  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
    person = await createUploader(built, 20);
    await built.context.queue.work('moderate-media', {}, async (job) => {
      if (!isIdle) await moderateNow(built.context, { examine }, job);
    });
  });
  afterAll(() => built.close());

  const examine: typeof quickExaminer.examine = async (bytes) => {
    const examined = await quickExaminer.examine(bytes);
    const scores = { ...examined.analysis.scores, sexual_explicit: suspicious ? 0.99 : 0.01 };
    const coverage = { ...examined.analysis.coverage, sexual_explicit: 'assessed' } as const;
    return { ...examined, analysis: { ...examined.analysis, scores, coverage } };
  };
  const upload = async () => {
    suspicious = false;
    return resultOf(await person.upload({ media: file(picture('formats/pears.png')) })).media_upload.id;
  };
  const seen = (id: string) => itemOf(built, person, id);
  const settled = async (id: string) => {
    for (;;) {
      const item = await seen(id);
      if (!item.processing) return item;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const again = (id: string, body?: object) => send(built, person, `/media/${id}/reanalyse`, body);
  const objectsOf = async (id: string) => {
    const keys: string[] = [];
    for await (const { key } of built.context.storage.list()) if (key.includes(id)) keys.push(key);
    return keys;
  };
  const charges = async (id: string) =>
    await built.context.db
      .select({ attempt: usageEntry.attempt, frames: usageEntry.frames })
      .from(usageEntry)
      .where(and(eq(usageEntry.mediaId, id), eq(usageEntry.kind, 'commit')))
      .orderBy(usageEntry.attempt);

  it('MED-05 UP-09 analyses the stored original again and charges a frame for it, each time', async () => {
    const id = await upload();
    suspicious = true;
    const answer = await again(id);
    expect(answer.statusCode, answer.body).toBe(202);
    expect(await settled(id)).toMatchObject({ moderationFlagged: true, moderationError: null });
    suspicious = false;
    await again(id);
    expect((await settled(id)).moderationFlagged).toBe(false);
    expect(await charges(id)).toEqual([1, 2, 3].map((attempt) => ({ attempt, frames: 1 })));
  });

  it('MED-05 leaves what a person decided, unless they ask that the analysis decides', async () => {
    const id = await upload();
    await send(built, person, `/media/${id}/pass`);
    suspicious = true;
    await again(id);
    expect(await settled(id)).toMatchObject({ moderationFlagged: false, moderation: { passed: false } });
    await again(id, { overrule: true });
    const overruled = await settled(id);
    expect(overruled.moderationFlagged).toBe(true);
    expect(overruled.decisions).toMatchObject([{ to: false, overruled_at: expect.any(String) }]);
    // The overruled decision does not come back with the next analysis.
    suspicious = false;
    await again(id);
    expect((await settled(id)).moderationFlagged).toBe(false);
  });

  it('HOOK-05 MED-05 the hooks are told the verdict that stands, and what the new analysis found', async () => {
    const hooked = await createUploader(built, 20);
    suspicious = false;
    const { id } = resultOf(await hooked.upload({ media: file(picture('formats/pears.png')) })).media_upload;
    const made = await send(built, hooked, '/webhooks', { webhookUrl: 'https://hooks.example.com/clearframe' });
    expect(made.statusCode, made.body).toBe(200);
    await send(built, hooked, `/media/${id}/pass`, { note: 'A pear' });
    suspicious = true;
    const told = async (body: object, count: number) => {
      await send(built, hooked, `/media/${id}/reanalyse`, body);
      const newest = () =>
        built.context.db.select().from(delivery).where(eq(delivery.mediaId, id)).orderBy(desc(delivery.createdAt), delivery.id);
      await expect.poll(async () => (await newest()).length).toBe(count);
      built.clock.advance(1);
      return WebhookEnvelope.parse(JSON.parse((await newest())[0]?.body ?? '')).data;
    };
    expect(await told({}, 1)).toMatchObject({
      media_upload: { moderationFlagged: false },
      moderation: { passed: true, reason: 'A pear', ai_analysis: { flagged: true } },
      decision: { to: false, note: 'A pear' },
    });
    const overruled = await told({ overrule: true }, 2);
    expect(overruled).toMatchObject({ media_upload: { moderationFlagged: true }, moderation: { passed: false } });
    expect(overruled.decision).toBeUndefined();
  });

  it('UP-08 refuses without frames, and while an analysis is under way, and changes nothing', async () => {
    suspicious = false;
    const poor = await createUploader(built, 1);
    const id = resultOf(await poor.upload({ media: file(picture('formats/pears.png')) })).media_upload.id;
    expect((await send(built, poor, `/media/${id}/reanalyse`)).statusCode).toBe(403);
    expect(await itemOf(built, poor, id)).toMatchObject({ processing: false, moderationFlagged: false });
    const other = await upload();
    await built.context.db.update(media).set({ state: 'queued' }).where(eq(media.id, other));
    expect((await again(other)).statusCode).toBe(409);
  });

  it('MED-04 deletes an item with its files; the ledger stays, and what an analysis holds goes back', async () => {
    const id = await upload();
    expect(await objectsOf(id)).toHaveLength(2);
    isIdle = true;
    await again(id);
    const deleted = await send(built, person, `/media/${id}`, undefined, 'DELETE');
    expect(deleted.statusCode, deleted.body).toBe(200);
    isIdle = false;
    expect((await person.get(`/api/media/${id}`)).statusCode).toBe(404);
    expect(await objectsOf(id)).toEqual([]);
    expect(await charges(id)).toEqual([{ attempt: 1, frames: 1 }]);
    const [period] = await built.context.db.select().from(usagePeriod).where(eq(usagePeriod.accountId, person.accountId));
    expect(period?.reserved).toBe(0);
    expect((await send(built, person, `/media/${id}`, undefined, 'DELETE')).statusCode).toBe(404);
  });

  it('MED-04 does not delete what the operator withholds, and lets no viewer delete or spend', async () => {
    const id = await upload();
    const viewer = await joinAccount(built, person.accountId, 'viewer');
    expect((await send(built, viewer, `/media/${id}`, undefined, 'DELETE')).statusCode).toBe(403);
    expect((await send(built, viewer, `/media/${id}/reanalyse`)).statusCode).toBe(403);
    await built.context.db.update(media).set({ legalHoldAt: built.clock.now() }).where(eq(media.id, id));
    expect((await send(built, person, `/media/${id}`, undefined, 'DELETE')).statusCode).toBe(409);
    expect((await seen(id)).id).toBe(id);
  });
});
