import { type CheckList, defaultDoorSettings, limits } from '@clearframe/contract';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkLine,
  delivery,
  knownState,
  machineVerdict,
  media,
  mediaTally,
  objectRemoval,
  usageEntry,
  usagePeriod,
  webhook,
} from '../../src/db/schema.ts';
import { failModeration } from '../../src/moderation/analyse/fail-moderation.ts';
import type { Examiner } from '../../src/moderation/analyse/moderate.ts';
import { forgetCheckLines } from '../../src/moderation/check/check-lines.ts';
import { readDoorSettings, saveDoorSettings } from '../../src/moderation/check/door-settings.ts';
import { finishChecks } from '../../src/moderation/check/finish-checks.ts';
import { runChecks } from '../../src/moderation/check/run-checks.ts';
import { sweepChecks } from '../../src/moderation/check/sweep-checks.ts';
import { type CheckPicture, type CheckRequest, takePictures } from '../../src/moderation/check/take-pictures.ts';
import { type Built, build } from '../helpers/build.ts';
import { send } from '../helpers/review-team.ts';
import {
  createUploader,
  dayMs,
  moderateNow,
  picture,
  quickExaminer,
  type Uploader,
  writtenExaminer,
} from '../helpers/uploads.ts';

let built: Built;
let person: Uploader;
beforeAll(async () => {
  built = await build();
  person = await createUploader(built);
});
afterAll(() => built.close());

async function* bytesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
const pears = (): CheckPicture => ({ bytes: bytesOf(picture('formats/pears.png')) });
const broken = (): CheckPicture => ({ bytes: bytesOf(Buffer.concat([picture('formats/pears.png'), Buffer.from('broken')])) });

const requestOf = (on: Uploader, more: Partial<CheckRequest> = {}): CheckRequest => ({
  accountId: on.accountId,
  tokenId: null,
  door: 'openai',
  pictures: [pears()],
  keep: 'none',
  waitMs: 20_000,
  signal: new AbortController().signal,
  ...more,
});
const check = (more: Partial<CheckRequest> = {}, on = person) => runChecks(built.context, requestOf(on, more));

const itemsOf = (on: Uploader) => built.context.db.select().from(media).where(eq(media.accountId, on.accountId));
/** Waits until so many checks are queued: what it is about happens while they wait. */
async function queued(on: Uploader, count = 1): Promise<string[]> {
  for (;;) {
    const rows = (await itemsOf(on)).filter(({ state, kept }) => state === 'queued' && !kept);
    if (rows.length >= count) return rows.map(({ id }) => id);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
const periodOf = async (on: Uploader) => {
  const [period] = await built.context.db.select().from(usagePeriod).where(eq(usagePeriod.accountId, on.accountId));
  return { used: period?.used, reserved: period?.reserved };
};
/** `bare` as the queue tells it of what nobody keeps. */
const analyse = async (ids: readonly string[], examiner = quickExaminer, bare = false) => {
  for (const mediaId of ids) await moderateNow(built.context, examiner, { mediaId, attempt: 1, bare });
};
const linesOf = async (on: Uploader) =>
  (await on.get('/api/checks')).json<{ data: CheckList }>().data.checks.map(({ verdict, door }) => `${door} ${verdict}`);
const objects = async (on: Uploader) => {
  const keys: string[] = [];
  for await (const { key } of built.context.storage.list()) if (key.startsWith(on.accountId)) keys.push(key);
  return keys;
};

describe('a check: judged, and kept by nobody', () => {
  it('DOOR-0 answers a verdict for each picture, charges one frame each, and leaves a line and nothing else', async () => {
    const owner = await createUploader(built);
    const answer = check({ pictures: [pears(), pears()] }, owner);
    await analyse(await queued(owner, 2));
    const checked = await answer;
    expect(checked.map(({ moderation, framesCharged, mediaId }) => [moderation.passed, framesCharged, mediaId])).toEqual([
      [true, 1, null],
      [true, 1, null],
    ]);
    expect(await periodOf(owner)).toEqual({ used: 2, reserved: 0 });
    expect(await itemsOf(owner)).toEqual([]);
    expect(await objects(owner)).toEqual([]);
    expect(await linesOf(owner)).toEqual(['openai pass', 'openai pass']);
    const usage = await owner.get('/api/subscriptions/usage/history');
    expect(usage.json()).toMatchObject({
      data: { total: 2, days: expect.arrayContaining([expect.objectContaining({ check: 2, api: 0 })]) },
    });
  });

  it('DOOR-0 makes nothing to look at of what nobody keeps, and a hash only where the account knows pictures', async () => {
    const owner = await createUploader(built);
    const asked: unknown[] = [];
    const examiner: typeof quickExaminer & Pick<Examiner, 'assess'> = {
      examine: () => Promise.reject(new Error('no copies are wanted')),
      async assess(bytes, how) {
        asked.push(how);
        const { analysis, shown } = await quickExaminer.examine(bytes);
        return { analysis, shown };
      },
    };
    const judge = async () => {
      const answer = check({}, owner);
      const [id = ''] = await queued(owner);
      const before = await objects(owner);
      await moderateNow(built.context, examiner, { mediaId: id, attempt: 1, bare: true });
      expect(await objects(owner)).toEqual(before);
      const [checked] = await answer;
      expect([checked?.moderation.passed, checked?.framesCharged]).toEqual([true, 1]);
      expect([await objects(owner), await itemsOf(owner)]).toEqual([[], []]);
      return id;
    };
    const id = await judge();
    await built.context.db.insert(knownState).values({ accountId: owner.accountId });
    await judge();
    expect(asked).toEqual([
      { readWriting: false, recognise: false },
      { readWriting: false, recognise: true },
    ]);
    expect(await linesOf(owner)).toEqual(['openai pass', 'openai pass']);
    expect(await periodOf(owner)).toEqual({ used: 2, reserved: 0 });
    const left = await built.context.db
      .select()
      .from(objectRemoval)
      .where(like(objectRemoval.key, `%${id}%`));
    expect(left).toEqual([]);
  });

  it('DOOR-0 stays, bare as it is, when the operator holds it while it is judged', async () => {
    const owner = await createUploader(built);
    const answer = check({}, owner);
    const [mediaId = ''] = await queued(owner);
    await built.context.db.update(media).set({ legalHoldAt: new Date() }).where(eq(media.id, mediaId));
    await analyse([mediaId], quickExaminer, true);
    expect((await answer)[0]?.mediaId).toBe(mediaId);
    expect(await itemsOf(owner)).toMatchObject([{ state: 'done', kept: true, pack: null }]);
    expect(await objects(owner)).toHaveLength(1);
  });

  it('DOOR-0 is in no list, count, search, export, queue, figure or address while it waits and when it is settled', async () => {
    const owner = await createUploader(built);
    await built.context.db
      .insert(webhook)
      .values({ accountId: owner.accountId, url: 'https://hooks.example/in', tokenSealed: 's', secretSealed: 's' });
    const forbidden = { required_keywords: [], forbidden_keywords: ['small'] };
    await built.app.inject({ method: 'POST', url: '/api/keyword-settings', headers: owner.headers, payload: forbidden });
    const heard: string[] = [];
    const leave = built.context.live.subscribe(owner.accountId, ({ type }) => heard.push(type));
    const request = requestOf(owner);
    const [id = ''] = await takePictures(built.context, request);
    const nowhere = async () => {
      for (const path of [`/api/media/${id}`, `/api/media/${id}/neighbours`, `/api/media/${id}/deliveries`])
        expect([path, (await owner.get(path)).statusCode]).toEqual([path, 404]);
      for (const path of ['/api/media', '/api/media?status=undecided', '/api/media?search=pears', '/api/media?source=api'])
        expect((await owner.get(path)).json(), path).toMatchObject({ data: { media_uploads: [], pagination: { total: 0 } } });
      expect((await owner.get('/api/media/counts')).json().data).toMatchObject({
        counts: { flagged: 0, not_checked: 0, undecided: 0 },
      });
      const next = { method: 'POST', url: '/api/queue/next', headers: owner.headers, payload: {} } as const;
      expect((await built.app.inject(next)).json()).toMatchObject({ data: { media_upload: null } });
      const fail = { method: 'POST', url: `/api/media/${id}/fail`, headers: owner.headers, payload: {} } as const;
      expect((await built.app.inject(fail)).statusCode).toBe(404);
      const headers = { authorization: `Bearer ${owner.token}` };
      expect((await built.app.inject({ url: `/api/v1/media/${id}`, headers })).statusCode).toBe(404);
      expect((await built.app.inject({ url: '/api/v1/media', headers })).json()).toMatchObject({ data: { media_uploads: [] } });
    };
    await nowhere();
    await analyse([id]);
    await nowhere();
    expect((await finishChecks(built.context, request, [id]))[0]?.moderation).toMatchObject({ passed: false });
    await nowhere();
    leave();
    expect(heard.filter((type) => type.startsWith('media.'))).toEqual([]);
    expect(await built.context.db.select().from(delivery).where(eq(delivery.accountId, owner.accountId))).toEqual([]);
    expect(await built.context.db.select().from(machineVerdict).where(eq(machineVerdict.accountId, owner.accountId))).toEqual([]);
    expect(await built.context.db.select().from(mediaTally).where(eq(mediaTally.accountId, owner.accountId))).toEqual([]);
    expect(await linesOf(owner)).toEqual(['openai fail']);
  });

  it('DOOR-0 keeps what the settings say, as an item of Content Review that is told of like any other', async () => {
    const owner = await createUploader(built);
    await built.context.db
      .insert(webhook)
      .values({ accountId: owner.accountId, url: 'https://hooks.example/in', tokenSealed: 's', secretSealed: 's' });
    const forbidden = { required_keywords: [], forbidden_keywords: ['casino'] };
    await built.app.inject({ method: 'POST', url: '/api/keyword-settings', headers: owner.headers, payload: forbidden });
    const harmless = check({ keep: 'flagged' }, owner);
    await analyse(await queued(owner));
    expect((await harmless)[0]?.mediaId).toBeNull();
    const flagged = check({ keep: 'flagged' }, owner);
    await analyse(await queued(owner), writtenExaminer('casino'));
    const [kept] = await flagged;
    expect(kept).toMatchObject({ framesCharged: 1, mediaId: expect.any(String) });
    expect((await owner.get('/api/media?status=undecided')).json()).toMatchObject({
      data: { media_uploads: [{ id: kept?.mediaId, source: 'api', metadata: { door: 'openai' }, moderationFlagged: true }] },
    });
    expect((await owner.get('/api/media/counts')).json()).toMatchObject({
      data: { counts: { flagged: 1, undecided: 1, safe: 0 } },
    });
    expect(await built.context.db.select().from(delivery).where(eq(delivery.accountId, owner.accountId))).toHaveLength(1);
    const all = check({ keep: 'all' }, owner);
    await analyse(await queued(owner));
    expect((await all)[0]?.mediaId).not.toBeNull();
    expect((await owner.get('/api/media/counts')).json()).toMatchObject({ data: { counts: { flagged: 1, safe: 1 } } });
    expect(await periodOf(owner)).toEqual({ used: 3, reserved: 0 });
  });

  it('DOOR-0 charges nothing of a request in which one picture is damaged, and says which', async () => {
    const owner = await createUploader(built);
    const answer = check({ pictures: [pears(), broken()] }, owner).catch((error: unknown) => error);
    await analyse(await queued(owner, 2));
    expect(await answer).toMatchObject({ name: 'PictureRefused', index: 1, cause: { code: 'file_undecodable' } });
    expect(await periodOf(owner)).toEqual({ used: 0, reserved: 0 });
    expect(await itemsOf(owner)).toEqual([]);
    expect(await linesOf(owner)).toEqual(['openai none', 'openai none']);
  });

  it('DOOR-0 holds the frames of a request together, all or none', async () => {
    const owner = await createUploader(built, 3);
    await expect(check({ pictures: [pears(), pears(), pears(), pears()] }, owner)).rejects.toMatchObject({
      code: 'frames_exhausted',
    });
    expect(await periodOf(owner)).toEqual({ used: 0, reserved: 0 });
    expect(await itemsOf(owner)).toEqual([]);
    expect(await objects(owner)).toEqual([]);
  });

  it.each([
    ['late', { waitMs: 0 }],
    ['asked for by a caller who is gone', { signal: AbortSignal.abort() }],
  ])('DOOR-0 is never Safe and charges nothing when it is %s', async (_how, more) => {
    const owner = await createUploader(built);
    await expect(check(more, owner)).rejects.toMatchObject({ code: 'analysis_unavailable' });
    expect(await periodOf(owner)).toEqual({ used: 0, reserved: 0 });
    expect(await itemsOf(owner)).toEqual([]);
    expect(await linesOf(owner)).toEqual(['openai none']);
  });

  it('DOOR-0 is never Safe when its analysis fails for good, whatever the policy does with failed uploads', async () => {
    const owner = await createUploader(built);
    const answer = check({}, owner).catch((error: unknown) => error);
    const [mediaId = ''] = await queued(owner);
    await failModeration(built.context, { mediaId, attempt: 1 });
    expect(await answer).toMatchObject({ code: 'analysis_unavailable' });
    expect(await periodOf(owner)).toEqual({ used: 0, reserved: 0 });
    expect(await itemsOf(owner)).toEqual([]);
  });

  it('DOOR-0 goes by the sweep, uncharged, when the process died that waited for it', async () => {
    const owner = await createUploader(built);
    const stop = new AbortController();
    const dead = { ...built.context, live: { ...built.context.live, subscribe: () => () => {} } };
    const request = requestOf(owner, { door: 'misskey', keep: 'all', waitMs: 3_600_000, signal: stop.signal });
    const answer = runChecks(dead, request).catch((error: unknown) => error);
    const [id = ''] = await queued(owner);
    built.clock.advance(limits.checkKeptMs - 1);
    await sweepChecks(built.context);
    expect(await itemsOf(owner)).toHaveLength(1);
    built.clock.advance(1);
    expect(await sweepChecks(built.context)).toBe(1);
    expect(await itemsOf(owner)).toEqual([]);
    expect(await periodOf(owner)).toEqual({ used: 0, reserved: 0 });
    const entries = await built.context.db.select().from(usageEntry).where(eq(usageEntry.mediaId, id));
    expect(entries.map(({ kind }) => kind)).toEqual(['reserve', 'release']);
    stop.abort();
    // Whoever was only thought dead is told of no verdict.
    expect(await answer).toMatchObject({ code: 'analysis_unavailable' });
    expect(await linesOf(owner)).toEqual(['misskey none']);
    await analyse([id]);
    expect(await itemsOf(owner)).toEqual([]);
  });

  it('DOOR-0 lists lines by door and day for the owner of the account alone, and forgets them after 30 days', async () => {
    const owner = await createUploader(built);
    const other = await createUploader(built);
    const at = built.clock.now();
    await built.context.db.insert(checkLine).values([
      {
        accountId: owner.accountId,
        door: 'checker',
        at,
        verdict: 'review',
        flaggedCategories: ['gore'],
        policyVersion: 'default-1',
      },
      { accountId: owner.accountId, door: 'oip', at: new Date(at.getTime() - 2 * dayMs), verdict: 'none', flaggedCategories: [] },
    ]);
    expect(await linesOf(owner)).toEqual(['checker review', 'oip none']);
    expect(await linesOf(other)).toEqual([]);
    const day = at.toISOString().slice(0, 10);
    const list = async (query: string) => (await owner.get(`/api/checks?${query}`)).json();
    expect(await list(`from=${day}`)).toMatchObject({
      data: { checks: [{ door: 'checker', token: null }], pagination: { total: 1 } },
    });
    expect(await list('door=oip')).toMatchObject({ data: { checks: [{ verdict: 'none' }], pagination: { total: 1 } } });
    built.clock.advance(29 * dayMs);
    expect(await forgetCheckLines(built.context)).toBeGreaterThanOrEqual(1);
    const left = await built.context.db.select().from(checkLine).where(eq(checkLine.accountId, owner.accountId));
    expect(left.map(({ verdict }) => verdict)).toEqual(['review']);
  });

  it('keeps each of two settings that are saved at the same moment', async () => {
    const { accountId } = await createUploader(built);
    await Promise.all([
      saveDoorSettings(built.context, accountId, { keep: 'all' }),
      saveDoorSettings(built.context, accountId, { on_review: 'flag' }),
    ]);
    expect(await readDoorSettings(built.context.db, accountId)).toMatchObject({ keep: 'all', on_review: 'flag' });
  });

  it('DOOR-0 refuses a setting that there is not, and saves nothing of that request', async () => {
    const owner = await createUploader(built);
    const save = (body: object) => send(built, owner, '/doors/settings', body);
    const answer = await save({ keep: 'all', on_reveiw: 'flag' });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { status: 'error', message: expect.stringContaining('on_reveiw') },
    ]);
    expect(await readDoorSettings(built.context.db, owner.accountId)).toEqual(defaultDoorSettings);
    expect((await save({ keep: 'all', on_review: 'flag' })).statusCode).toBe(200);
  });
});
