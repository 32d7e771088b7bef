import { type Analysis, DataExport, type MediaUpload, type QualityReport, WebhookEnvelope } from '@clearframe/contract';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { delivery, machineVerdict, media } from '../src/db/schema.ts';
import { makeExport } from '../src/exports/make-export.ts';
import { foldTally } from '../src/moderation/list/tally.ts';
import { type Built, build } from './helpers/build.ts';
import { itemOf, joinAccount, send, writeItem } from './helpers/review-team.ts';
import type { SignedInBrowser } from './helpers/sign-in.ts';
import { createUploader, dayMs, file, moderateNow, picture, quickExaminer, resultOf, type Uploader } from './helpers/uploads.ts';

type Who = Pick<SignedInBrowser, 'headers'>;

describe('measured quality', () => {
  let built: Built;
  let person: Uploader;
  let score = 0;
  let drawn = 0.5;
  let version = 'one';
  let digits: string | null = null;
  let asked: Analysis['analysers'];

  const examine: typeof quickExaminer.examine = async (bytes) => {
    const examined = await quickExaminer.examine(bytes);
    const scores = { nudity: score };
    const seen = {
      scores,
      analysis_version: version,
      ...(digits ? { hash: { pdq: digits, mirrored: digits, quality: 100 } } : {}),
    };
    return { ...examined, analysis: { ...examined.analysis, ...seen, ...(asked ? { analysers: asked } : {}) } };
  };

  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 }, parts: { random: () => drawn } });
    await built.context.queue.work('moderate-media', {}, (job) => moderateNow(built.context, { examine }, job));
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    person = await createUploader(built, 100);
    score = 0;
    drawn = 0.5;
    version = 'one';
    digits = null;
    asked = undefined;
  });

  const upload = async (of = score, who = person): Promise<MediaUpload> => {
    score = of;
    return resultOf(await who.upload({ media: file(picture('formats/pears.png')) })).media_upload;
  };
  const get = async (path: string, who: Who = person) => await built.app.inject({ url: `/api${path}`, headers: who.headers });
  const report = async (query = '', who: Who = person): Promise<QualityReport> => {
    const answer = await get(`/quality${query}`, who);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ data: { quality: QualityReport } }>().data.quality;
  };
  const decide = async (id: string, verdict: 'pass' | 'fail', body?: object, who: Who = person): Promise<string> => {
    built.clock.advance(1);
    const answer = await send(built, who, `/media/${id}/${verdict}`, body);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ data: { decision_id: string } }>().data.decision_id;
  };
  const again = async (id: string, of: number, body: object = {}) => {
    score = of;
    built.clock.advance(1);
    expect((await send(built, person, `/media/${id}/reanalyse`, body)).statusCode).toBe(202);
    await expect.poll(async () => (await itemOf(built, person, id)).processing).toBe(false);
    built.clock.advance(1);
  };
  const sampling = async (permille: number, who: Who = person) =>
    await send(built, who, '/quality/settings', { sample_permille: permille });
  const listed = async (status: string) => {
    const answer = await get(`/media?status=${status}`);
    return answer.json<{ data: { media_uploads: MediaUpload[] } }>().data.media_uploads.map(({ id }) => id);
  };
  const counts = async (query = '') =>
    (await get(`/media/counts${query}`)).json<{ data: { counts: Record<string, number> } }>().data.counts;

  it('says of an account without decisions that there are none, and nothing of a foreign one', async () => {
    expect(await report()).toMatchObject({ period: '30', judged: 0, decided: 0, recall: { state: 'off' } });
    const stranger = await createUploader(built, 10);
    await decide((await upload(0.9, stranger)).id, 'pass', {}, stranger);
    expect(await report('?period=all')).toMatchObject({ judged: 0, decided: 0, by_reason: [], days: [] });
    expect((await report('?period=all', stranger)).override).toMatchObject({ hits: 1, n: 1 });
    expect((await built.app.inject({ url: '/api/quality' })).statusCode).toBe(401);
    expect((await get('/quality?period=12')).statusCode).toBe(400);
  });

  it('counts what people confirmed, overturned and found, by reason and version', async () => {
    const confirmed = await upload(0.9);
    const overturned = await upload(0.9);
    await upload(0.9);
    version = 'two';
    const missed = await upload(0.6);
    const fine = await upload(0);
    await decide(confirmed.id, 'fail');
    await decide(overturned.id, 'pass');
    await decide(missed.id, 'fail');
    await decide(fine.id, 'pass');
    const found = await report('?period=7');
    expect(found).toMatchObject({
      judged: 5,
      decided: 4,
      override: { hits: 2, n: 4, estimate: null },
      precision: { hits: 1, n: 2 },
      by_reason: [{ reason: 'nudity', flagged: 3, precision: { hits: 1, n: 2 } }],
      by_analyser: [{ analyser: 'built-in', flagged: 3, precision: { hits: 1, n: 2 } }],
      by_analysis_version: [
        { version: 'one', judged: 3, override: { hits: 1, n: 2 } },
        { version: 'two', judged: 2, override: { hits: 1, n: 2 }, precision: { n: 0 } },
      ],
      by_policy_version: [{ judged: 5 }],
      misses: { in_review: 1, in_sample: 0, elsewhere: 0 },
    });
    expect(found.days).toHaveLength(7);
    expect(found.days.at(-1)).toMatchObject({ agreed: 2, overturned: 2 });
  });

  it('leaves out what was taken back or overruled, and what programs decided', async () => {
    const undone = await upload(0.9);
    const made = await decide(undone.id, 'pass', { hold_ms: 8_000 });
    expect((await report()).decided).toBe(1);
    await send(built, person, `/media/${undone.id}/undo`, { decision_id: made });
    expect(await report()).toMatchObject({ judged: 1, decided: 0 });

    const overruled = await upload(0.9);
    await decide(overruled.id, 'pass');
    await again(overruled.id, 0.9, { overrule: true });
    expect(await report()).toMatchObject({ judged: 2, decided: 0 });

    const authorization = `Bearer ${person.token}`;
    const url = `/api/v1/media/${undone.id}/pass`;
    expect((await built.app.inject({ method: 'POST', url, headers: { authorization } })).statusCode).toBe(200);
    expect(await report()).toMatchObject({ judged: 2, decided: 0, by_programs: 1 });
    // What a person says counts, whoever came first.
    await decide(undone.id, 'fail');
    built.clock.advance(1);
    await built.app.inject({ method: 'POST', url, headers: { authorization } });
    expect(await report()).toMatchObject({ decided: 1, by_programs: 0, precision: { hits: 1, n: 1 } });
  });

  it('holds a decision against the newest result before it, also when another analysis follows', async () => {
    const { id } = await upload(0.9);
    await again(id, 0);
    await decide(id, 'pass');
    expect(await report()).toMatchObject({ judged: 1, override: { hits: 0, n: 1 }, precision: { n: 0 } });
    // The decision outlasts this result, and says nothing of it.
    await again(id, 0.9);
    expect(await report()).toMatchObject({ judged: 1, override: { hits: 0, n: 1 } });
    await decide(id, 'pass');
    expect(await report()).toMatchObject({ judged: 1, override: { hits: 1, n: 1 }, precision: { hits: 0, n: 1 } });
  });

  it('tells known pictures from what was seen, and the analysers apart', async () => {
    digits = 'ab'.repeat(32);
    await decide((await upload(0)).id, 'fail');
    expect(await upload(0)).toMatchObject({ moderationFlagged: true, moderation: { match: { applied: true } } });
    digits = null;
    const run = {
      name: 'other',
      version: '2',
      place: 'remote',
      outcome: 'answered',
      fault: null,
      elapsed_ms: 1,
      cost_micros: null,
    } as const;
    asked = [{ ...run, scores: { nudity: 0.85 }, unmapped: [], raw: null }];
    await decide((await upload(0.85)).id, 'pass');
    await decide((await upload(0.95)).id, 'fail');
    const found = await report();
    expect(found.by_reason).toMatchObject([
      { reason: 'nudity', flagged: 2, precision: { hits: 1, n: 2 } },
      { reason: 'known', flagged: 1, precision: { n: 0 } },
    ]);
    expect(found.by_analyser).toMatchObject([
      { analyser: 'other 2', flagged: 2, precision: { hits: 1, n: 2 } },
      { analyser: 'built-in', flagged: 1, precision: { hits: 1, n: 1 } },
    ]);
  });

  it('counts in the period of the verdict, by days or by months', async () => {
    const first = await upload(0.9);
    await decide(first.id, 'fail');
    const at = new Date(built.clock.now().getTime() - 40 * dayMs);
    await built.context.db.update(machineVerdict).set({ at }).where(eq(machineVerdict.mediaId, first.id));
    expect(await report('?period=30')).toMatchObject({ judged: 0, decided: 0 });
    const longer = await report('?period=90');
    expect([longer.judged, longer.days.length]).toEqual([1, 90]);
    expect(longer.days.find(({ day }) => day === at.toISOString().slice(0, 10))?.agreed).toBe(1);
    const all = await report('?period=all');
    expect([all.since, all.days]).toEqual([null, [{ day: `${at.toISOString().slice(0, 7)}-01`, agreed: 1, overturned: 0 }]]);
  });

  describe('sampling', () => {
    it('is off until an editor turns it on, up to 5 %', async () => {
      const settings = async (who: Who = person) => (await get('/quality/settings', who)).json<{ data: unknown }>().data;
      expect(await settings()).toEqual({ quality_settings: { sample_permille: 0 } });
      drawn = 0;
      expect((await upload(0)).sampled).toBe(false);
      expect((await sampling(20)).statusCode).toBe(200);
      const viewer = await joinAccount(built, person.accountId, 'viewer');
      const moderator = await joinAccount(built, person.accountId, 'moderator');
      expect((await sampling(10, viewer)).statusCode).toBe(403);
      expect(await settings(viewer)).toEqual({ quality_settings: { sample_permille: 20 } });
      expect((await sampling(50, moderator)).statusCode).toBe(200);
      for (const wrong of [51, -1, 0.5]) expect((await sampling(wrong)).statusCode).toBe(400);
      expect(await settings()).toEqual({ quality_settings: { sample_permille: 50 } });
    });

    it('draws safe items at the chosen rate, none that is flagged or to be reviewed, and leaves the verdict as it is', async () => {
      const hook = { webhookUrl: 'https://hooks.example.com/clearframe' };
      expect((await send(built, person, '/webhooks', hook)).statusCode).toBe(200);
      await sampling(20);
      drawn = 0.02;
      expect(await upload(0)).toMatchObject({ sampled: false, moderationFlagged: false });
      drawn = 0.019;
      const item = await upload(0);
      expect(item).toMatchObject({ sampled: true, moderationFlagged: false, needs_review: false, moderation: { passed: true } });
      expect(await upload(0.6)).toMatchObject({ sampled: false, needs_review: true });
      expect(await upload(0.9)).toMatchObject({ sampled: false, moderationFlagged: true });
      const [told] = await built.context.db.select().from(delivery).where(eq(delivery.mediaId, item.id));
      const { data } = WebhookEnvelope.parse(JSON.parse(told?.body ?? ''));
      expect(data).toMatchObject({ moderation: { passed: true }, media_upload: { moderationFlagged: false } });
      expect(await listed('sample')).toEqual([item.id]);
      expect(await listed('safe')).toContain(item.id);
      await foldTally(built.context);
      expect(await counts()).toEqual({ safe: 3, flagged: 1, not_checked: 0, review: 1, sample: 1, undecided: 3 });
      expect(await counts('?type=image')).toEqual(await counts());
    });

    it('leaves the queue with a decision and comes back with its Undo; a Fail acts as any', async () => {
      await sampling(50);
      drawn = 0;
      const { id } = await upload(0);
      const hook = { webhookUrl: 'https://hooks.example.com/clearframe' };
      await send(built, person, '/webhooks', hook);
      const made = await decide(id, 'fail', { hold_ms: 8_000 });
      expect(await itemOf(built, person, id)).toMatchObject({ sampled: false, moderationFlagged: true });
      expect(await listed('sample')).toEqual([]);
      await send(built, person, `/media/${id}/undo`, { decision_id: made });
      expect(await itemOf(built, person, id)).toMatchObject({ sampled: true, moderationFlagged: false });
      expect(await listed('sample')).toEqual([id]);
      await decide(id, 'fail');
      const told = await built.context.db
        .select()
        .from(delivery)
        .where(and(eq(delivery.mediaId, id), eq(delivery.accountId, person.accountId)))
        .orderBy(desc(delivery.createdAt));
      expect(told.some(({ body }) => body?.includes('Failed by a moderator.'))).toBe(true);
      expect(await report()).toMatchObject({
        misses: { in_review: 0, in_sample: 1, elsewhere: 0 },
        recall: { decided: 1, missed: 1 },
      });
    });

    it('draws a new result anew, and none on which a decision stands', async () => {
      await sampling(50);
      drawn = 0;
      const { id } = await upload(0);
      drawn = 0.9;
      await again(id, 0);
      expect((await itemOf(built, person, id)).sampled).toBe(false);
      drawn = 0;
      await again(id, 0);
      expect((await itemOf(built, person, id)).sampled).toBe(true);
      await decide(id, 'pass');
      await again(id, 0);
      expect((await itemOf(built, person, id)).sampled).toBe(false);
      expect((await report()).recall).toMatchObject({ covered: 1, sampled: 1, decided: 1, missed: 0 });
    });

    it('tells what share of the bad items was found, once fifty are decided', async () => {
      await sampling(50);
      drawn = 0;
      const ids: string[] = [];
      for (let made = 0; made < 50; made += 1) ids.push((await upload(0)).id);
      for (let made = 0; made < 12; made += 1) await decide((await upload(0.9)).id, 'fail');
      drawn = 0.9;
      for (let made = 0; made < 30; made += 1) await upload(0);
      for (const [index, id] of ids.entries()) await decide(id, index < 3 ? 'fail' : 'pass');
      const { recall, precision, override } = await report();
      expect(precision.estimate).toMatchObject({ share: 1, high: 1 });
      expect(override).toMatchObject({ hits: 3, n: 62 });
      expect(recall).toMatchObject({ state: 'estimated', covered: 92, sampled: 50, decided: 50, missed: 3 });
      // 3 of 50 stand for 4.8 of 80.
      expect(recall.estimate?.share).toBeCloseTo(12 / (12 + 4.8), 10);
      expect(recall.estimate?.low).toBeLessThan(0.6);
      expect(recall.estimate?.high).toBeLessThanOrEqual(12 / 15);
    });
  });

  it('gives the figures as CSV to whom they belong', async () => {
    await decide((await upload(0.9)).id, 'fail');
    const answer = await send(built, person, '/quality/export', { period: '7' });
    expect(answer.statusCode, answer.body).toBe(200);
    const made = DataExport.parse(answer.json<{ data: { export: unknown } }>().data.export);
    await makeExport(built.context, made.id, new AbortController().signal);
    const stranger = await createUploader(built, 1);
    expect((await get(`/users/me/exports/${made.id}/download`, stranger)).statusCode).toBe(404);
    const { url } = (await get(`/users/me/exports/${made.id}/download`)).json<{ data: { url: string } }>().data;
    const { body, headers } = await built.app.inject({ url: url.replace(built.context.config.publicUrl, '') });
    expect(headers['content-disposition']).toContain('clearframe-quality-');
    const lines = body.replace('\uFEFF', '').split('\r\n');
    expect(lines).toContain('figure,of,n,hits,share,low_95,high_95');
    expect(lines).toContain('precision_by_reason,nudity,1,1,,,');
    expect(lines).toContain(`agreed,${built.clock.now().toISOString().slice(0, 10)},1,,,,`);
  });

  it('an item takes its verdicts along when it is deleted', async () => {
    const { id } = await upload(0);
    await send(built, person, `/media/${id}`, undefined, 'DELETE');
    expect(await built.context.db.select().from(machineVerdict).where(eq(machineVerdict.mediaId, id))).toEqual([]);
    // An item without any analysis that a person decides has no verdict to differ from.
    const unchecked = await writeItem(built, person.accountId, {
      moderationFlagged: null,
      moderationCheckedAt: null,
      state: 'failed',
    });
    await decide(unchecked, 'fail');
    expect(await report()).toMatchObject({ judged: 0, decided: 0 });
    expect(await built.context.db.select().from(media).where(eq(media.id, unchecked))).toHaveLength(1);
  });
});
