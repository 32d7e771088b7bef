import { randomBytes } from 'node:crypto';
import type { PolicyDocument, WritingState } from '@clearframe/contract';
import { MediaError } from '@clearframe/engine/light';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noteFault } from '../src/db/database-fault.ts';
import { account, analysis as analysisTable, usagePeriod, writingBacklog } from '../src/db/schema.ts';
import { moderate } from '../src/moderation/analyse/moderate.ts';
import { reanalyse } from '../src/moderation/analyse/reanalyse.ts';
import { deleteMedia } from '../src/moderation/item/delete-media.ts';
import { originalPlace } from '../src/moderation/item/item-files.ts';
import { liftLegalHold, placeLegalHold } from '../src/moderation/item/legal-hold.ts';
import { findMedia } from '../src/moderation/item/media-row.ts';
import { readBacklog } from '../src/moderation/read/read-backlog.ts';
import { readItem } from '../src/moderation/read/read-item.ts';
import { resumeBacklogs } from '../src/moderation/read/resume-backlogs.ts';
import { StorageUnavailable } from '../src/storage/storage.ts';
import { type Built, build } from './helpers/build.ts';
import { fakeExaminer, fakeVideo, fakeVideoParts } from './helpers/fake-videos.ts';
import { itemOf, joinAccount, send } from './helpers/review-team.ts';
import {
  createUploader,
  file,
  moderateNow,
  pngHeader,
  resultOf,
  signs,
  type Uploader,
  wholeExaminer,
  writtenExaminer,
} from './helpers/uploads.ts';

let built: Built;
beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000 }, parts: fakeVideoParts });
});
afterAll(() => built.close());

const poster = writtenExaminer('GRAND CASINO');
const png = () => file(Buffer.concat([pngHeader, randomBytes(8)]));
const lists = (who: Uploader, forbidden: string[], required: string[] = []) =>
  send(built, who, '/keyword-settings', { forbidden_keywords: forbidden, required_keywords: required });
const choose = (who: Pick<Uploader, 'headers'>, read_writing: string) => send(built, who, '/policy/writing', { read_writing });
const policyOf = async (who: Uploader) => (await who.get('/api/policy')).json<{ data: { policy: PolicyDocument } }>().data.policy;

async function queued(who: Uploader): Promise<string> {
  return resultOf(await who.apiUpload({ media: png() }, { query: '?wait=0' })).media_upload.id;
}
async function judged(who: Uploader, examiner = poster) {
  const id = await queued(who);
  await moderateNow(built.context, examiner, { mediaId: id, attempt: 1 });
  return await itemOf(built, who, id);
}

/** A person whose account reads writing when something needs it. */
async function frugal(): Promise<Uploader> {
  const who = await createUploader(built);
  expect((await choose(who, 'when_needed')).statusCode).toBe(200);
  return who;
}

describe('the choice when writing is read', () => {
  it('is a version of the policy, which names the change and can be gone back on', async () => {
    const who = await frugal();
    expect((await choose(who, 'always')).json()).toMatchObject({ message: 'Your choice is saved' });
    const { name, content } = await policyOf(who);
    expect(content.read_writing).toBe('always');
    const history = (await who.get('/api/policy/versions')).json();
    expect(history.data.versions[0].changes).toEqual(['Writing is read always']);
    await lists(who, ['boot']);
    expect((await policyOf(who)).content).toMatchObject({ read_writing: 'always', keywords: { forbidden: [{ text: 'boot' }] } });
    await choose(who, 'when_needed');
    await send(built, who, `/policy/versions/${name}/restore`);
    expect((await policyOf(who)).content.read_writing).toBe('always');
  });

  it('is always for an account from before, and a version that lacks it reads as the account began', async () => {
    const who = await createUploader(built);
    await built.context.db.update(account).set({ readWriting: 'always' }).where(eq(account.id, who.accountId));
    expect((await policyOf(who)).content.read_writing).toBe('always');
    expect((await judged(who)).moderation?.ai_analysis).toMatchObject({ writing: 'read', text: 'GRAND CASINO' });
    await lists(who, ['boot']);
    await built.context.db.execute(
      sql`update policy set content = content - 'read_writing' where account_id = ${who.accountId}::uuid`,
    );
    expect((await policyOf(who)).content.read_writing).toBe('always');
    expect((await who.get('/api/policy/versions')).json().data.versions[0].changes).toEqual(['Forbidden keywords added: “boot”']);
    await send(built, who, '/policy/versions/account-1/restore');
    expect((await policyOf(who)).content.read_writing).toBe('always');
  });

  it('is for people who may change limits', async () => {
    const who = await createUploader(built);
    const viewer = await joinAccount(built, who.accountId, 'viewer');
    expect((await choose(viewer, 'always')).statusCode).toBe(403);
    expect((await choose(who, 'sometimes')).statusCode).toBe(400);
  });
});

describe('writing that nothing judges', () => {
  it('is not read, and the result says so', async () => {
    const { moderation } = await judged(await frugal());
    expect(moderation).toMatchObject({ passed: true, ai_analysis: { writing: 'not_read', text: '' } });
  });

  it('is read for a forbidden list and for a required one', async () => {
    const who = await frugal();
    await lists(who, ['casino']);
    expect((await judged(who)).moderation).toMatchObject({ passed: false, ai_analysis: { writing: 'read' } });
    await lists(who, [], ['casino']);
    expect((await judged(who)).moderation).toMatchObject({ passed: true, ai_analysis: { writing: 'read' } });
    await lists(who, []);
    expect((await judged(who)).moderation?.ai_analysis.writing).toBe('not_read');
  });

  it('never passes a list: a look that was to read and did not is a failure', async () => {
    const who = await frugal();
    await lists(who, [], ['sale']);
    const id = await queued(who);
    const careless: typeof poster = { examine: (bytes) => poster.examine(bytes, { readWriting: false }) };
    await expect(moderateNow(built.context, careless, { mediaId: id, attempt: 1 })).rejects.toThrow('was not read');
    expect(await itemOf(built, who, id)).toMatchObject({ processing: true, moderation: null });
  });

  it('is read for an analyser that judges text', async () => {
    const who = await frugal();
    const id = await queued(who);
    const judge = { name: 'judge', place: 'remote', judgesText: true } as const;
    const analysers = { ...built.context.analysers, members: [judge], consult: async <T>(analysis: T) => analysis };
    await moderateNow({ ...built.context, analysers }, poster, { mediaId: id, attempt: 1 });
    expect((await itemOf(built, who, id)).moderation?.ai_analysis.writing).toBe('read');
  });
});

const isRead = async (who: Uploader, id: string) => (await itemOf(built, who, id)).moderation?.ai_analysis.writing === 'read';
const stateOf = async (who: Uploader) => (await who.get('/api/policy/writing')).json<{ data: WritingState }>().data;
const open = (who: Pick<Uploader, 'headers'>, id: string) => send(built, who, `/media/${id}/read-writing`);
type Payload = { mediaId: string } | { accountId: string; run: string };
/** Jobs that wait for a quiet moment, in the order in which they are taken. */
async function waiting(name = 'read-writing'): Promise<{ id: string; data: Payload }[]> {
  const { rows } = await built.database.pool.query<{ id: string; data: Payload }>(
    "select id, data from pgboss.job where name = $1 and state < 'active' order by priority desc, created_on",
    [name],
  );
  return rows;
}
const examinerOf = (text = 'GRAND CASINO') => wholeExaminer(writtenExaminer(text));
const table = (examiner = examinerOf(), context = built.context) => ({
  item: (id: string) => readItem(context, examiner, id, signs),
  backlog: (run: { accountId: string; run: string }) => readBacklog(context, examiner, run, signs),
});
/** Does one job after the other until none waits; the queue's own loop is not needed for what they do. */
async function readAll(examiner = examinerOf()): Promise<number> {
  let done = 0;
  for (;;) {
    const [next] = [...(await waiting('read-video')), ...(await waiting())];
    if (!next || done > 50) return done;
    if ('mediaId' in next.data) await table(examiner).item(next.data.mediaId);
    else await table(examiner).backlog(next.data);
    await built.database.pool.query("update pgboss.job set state = 'completed', completed_on = now() where id = $1", [next.id]);
    done += 1;
  }
}
const rowOf = async (id: string) => {
  const item = await findMedia(built.context.db, id);
  if (!item) throw new Error('The item is gone');
  return item;
};
const triesOf = async (id: string) => (await findMedia(built.context.db, id))?.writingTries;
const framesUsed = async (who: Uploader) => {
  const [period] = await built.context.db.select().from(usagePeriod).where(eq(usagePeriod.accountId, who.accountId));
  return { used: period?.used, reserved: period?.reserved };
};

const forget = async (): Promise<void> => {
  await built.database.pool.query("delete from pgboss.job where name in ('read-writing', 'read-video')");
  await built.context.db.delete(writingBacklog);
};

describe('writing is read later', () => {
  beforeEach(forget);

  it('when a person opens the item: the verdict stays, no frame is charged, and the item says what today’s lists make of it', async () => {
    const who = await frugal();
    const viewer = await joinAccount(built, who.accountId, 'viewer');
    const before = await judged(who);
    const frames = await framesUsed(who);
    expect((await open(viewer, before.id)).json()).toMatchObject({ data: { state: 'reading' } });
    expect((await open(who, before.id)).json()).toMatchObject({ data: { state: 'reading' } });
    expect(await waiting()).toHaveLength(1);
    await readAll();
    const after = await itemOf(built, who, before.id);
    expect(after.moderation).toMatchObject({
      passed: true,
      policy_version: before.moderation?.policy_version,
      keyword_check: before.moderation?.keyword_check,
      ai_analysis: { writing: 'read', text: 'GRAND CASINO', description: 'A small picture. It says: “GRAND CASINO”.' },
      read_later: { policy_version: 'default-1', keyword_check: { passed: true } },
    });
    expect({ ...after, moderation: null, moderationResult: null }).toEqual({
      ...before,
      moderation: null,
      moderationResult: null,
      signedUrl: after.signedUrl,
    });
    expect(await framesUsed(who)).toEqual(frames);
    expect((await open(who, before.id)).json()).toMatchObject({ data: { state: 'read' } });
  });

  it('never for a program: a GET with a token starts nothing, and it cannot ask', async () => {
    const who = await frugal();
    const { id } = await judged(who);
    const bearer = { authorization: `Bearer ${who.token}` };
    const seen = await built.app.inject({ url: `/api/v1/media/${id}`, headers: bearer });
    expect(seen.json()).toMatchObject({ data: { media_upload: { moderation: { ai_analysis: { writing: 'not_read' } } } } });
    await built.app.inject({ url: '/api/v1/media', headers: bearer });
    await who.get(`/api/media/${id}`);
    const asked = await built.app.inject({ method: 'POST', url: `/api/media/${id}/read-writing`, headers: bearer });
    expect(asked.statusCode).toBe(401);
    expect(await waiting()).toEqual([]);
    expect((await open(await createUploader(built), id)).statusCode).toBe(404);
  });

  it('when a list is switched on: all that exists, with its progress, and says which verdicts would differ', async () => {
    const who = await frugal();
    const ids = [(await judged(who)).id, (await judged(who)).id, (await judged(who)).id];
    expect(await stateOf(who)).toEqual({ not_read: 3, capped: false, unreadable: 0, reading: null });
    await lists(who, ['casino']);
    expect(await stateOf(who)).toEqual({ not_read: 3, capped: false, unreadable: 0, reading: { done: 0, total: 3 } });
    await readAll();
    expect(await stateOf(who)).toEqual({ not_read: 0, capped: false, unreadable: 0, reading: null });
    for (const id of ids)
      expect(await itemOf(built, who, id)).toMatchObject({
        moderationFlagged: false,
        moderation: { passed: true, read_later: { policy_version: 'account-1', keyword_check: { foundForbidden: ['casino'] } } },
      });
    const tried = await send(built, who, '/policy/what-if', {
      items: 100,
      keywords: { forbidden_keywords: [], required_keywords: [] },
    });
    expect(tried.json()).toMatchObject({ data: { not_read: 0, flips: [{ from: 'flagged', to: 'safe', items: 3 }] } });
  });

  it('when always is chosen; what-if counts what is not read until then', async () => {
    const who = await frugal();
    const { id } = await judged(who);
    const tried = await send(built, who, '/policy/what-if', {
      items: 100,
      keywords: { forbidden_keywords: ['casino'], required_keywords: [] },
    });
    expect(tried.json()).toMatchObject({ data: { items_checked: 1, not_read: 1, flips: [] } });
    await choose(who, 'always');
    await readAll();
    expect(await isRead(who, id)).toBe(true);
  });

  it('also of an item whose analysis began before the list and ended after it', async () => {
    const who = await frugal();
    const id = await queued(who);
    const slow: typeof poster = {
      async examine(bytes, how) {
        await lists(who, ['casino']);
        const [job] = await waiting();
        if (!job || 'mediaId' in job.data) throw new Error('A job of the backlog is expected');
        await table().backlog(job.data);
        await built.database.pool.query("update pgboss.job set state = 'completed' where id = $1", [job.id]);
        return await poster.examine(bytes, how);
      },
    };
    await moderateNow(built.context, slow, { mediaId: id, attempt: 1 });
    expect(await isRead(who, id)).toBe(false);
    await readAll();
    expect((await itemOf(built, who, id)).moderation?.read_later?.keyword_check.passed).toBe(false);
    expect((await stateOf(who)).reading).toBeNull();
  });

  it('no longer once the account wants none', async () => {
    const who = await frugal();
    const { id } = await judged(who);
    await lists(who, ['casino']);
    await lists(who, []);
    expect(await readAll()).toBe(1);
    expect(await isRead(who, id)).toBe(false);
    expect((await stateOf(who)).reading).toBeNull();
  });

  it('of videos by jobs of their own, and a run that was cut off goes on with what is left', async () => {
    const who = await frugal();
    const film = resultOf(await who.apiUpload({ media: file(fakeVideo(3), 'film.mp4') })).media_upload.id;
    await moderate(built.context, fakeExaminer(), { mediaId: film, attempt: 1 }, signs);
    const { id } = await judged(who);
    expect(await triesOf(film)).toBe(0);
    await lists(who, ['casino']);
    const reader = { ...fakeExaminer(), analyse: examinerOf().analyse };
    const [first] = await waiting();
    if (!first || 'mediaId' in first.data) throw new Error('A job of the backlog is expected');
    await table(reader).backlog(first.data);
    expect([await isRead(who, id), await isRead(who, film)]).toEqual([true, false]);
    // The same job again, as after a crash that came before the queue heard of its end: it hands over no second time.
    await table(reader).backlog(first.data);
    expect((await waiting()).filter(({ data }) => 'run' in data)).toHaveLength(2);
    await built.database.pool.query("update pgboss.job set state = 'completed' where id = $1", [first.id]);
    expect(await waiting('read-video')).toHaveLength(1);
    await readAll(reader);
    expect(await isRead(who, film)).toBe(true);
    expect((await stateOf(who)).reading).toBeNull();
  });
});

describe('a reading that fails', () => {
  beforeEach(forget);
  const failing = (error: Error) => ({ ...examinerOf(), analyse: () => Promise.reject(error) });

  it('is tried three times by itself, then the item says so, and the others are read', async () => {
    const who = await frugal();
    const [bad, good] = [(await judged(who)).id, (await judged(who)).id];
    await lists(who, ['casino']);
    const bytes = (await findMedia(built.context.db, bad))?.fileSizeBytes;
    const { key, range } = originalPlace(await rowOf(bad));
    const own = Buffer.from(await built.context.storage.get(key, range));
    expect(own.length).toBe(bytes);
    const picky = {
      ...examinerOf(),
      analyse: async (given: Uint8Array) => {
        if (own.equals(Buffer.from(given))) throw new Error('The decoder ended');
        return await examinerOf().analyse(given);
      },
    };
    await readAll(picky);
    expect([await isRead(who, bad), await isRead(who, good)]).toEqual([false, true]);
    expect(await triesOf(bad)).toBe(3);
    expect(await stateOf(who)).toMatchObject({ not_read: 1, unreadable: 1, reading: null });
    expect((await open(who, bad)).json()).toMatchObject({ data: { state: 'unreadable' } });
  });

  it('costs no try where the storage is away or the process stops', async () => {
    const who = await frugal();
    const { id } = await judged(who);
    for (const fault of [new StorageUnavailable('away'), new Error('stopped')]) {
      const stopping = fault instanceof StorageUnavailable ? signs.stopping : AbortSignal.abort(fault);
      await expect(readItem(built.context, failing(fault), id, { ...signs, stopping })).rejects.toBe(fault);
      expect(await triesOf(id)).toBe(0);
    }
  });

  it('costs no try where the database is away or too slow, even if the try can be taken back only later', async () => {
    const who = await frugal();
    const { id } = await judged(who);
    const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
    await expect(readItem(built.context, failing(locked), id, signs)).rejects.toBe(locked);
    expect(await triesOf(id)).toBe(0);

    const fault = new Error('Connection terminated unexpectedly');
    noteFault(fault);
    let isAway = false;
    const db = new Proxy(built.context.db, {
      get(target, name) {
        if (isAway && name === 'update') throw fault;
        return Reflect.get(target, name);
      },
    });
    const later: (() => Promise<void>)[] = [];
    const presence = { ...built.context.presence, whenBack: (work: () => Promise<void>) => void later.push(work) };
    const analyse = () => {
      isAway = true;
      return Promise.reject(fault);
    };
    await expect(readItem({ ...built.context, db, presence }, { ...examinerOf(), analyse }, id, signs)).rejects.toBe(fault);
    isAway = false;
    expect(await triesOf(id)).toBe(1);
    for (const work of later) await work();
    expect(await triesOf(id)).toBe(0);
  });

  it('counts a try of a process that died with it', async () => {
    const who = await frugal();
    const { id } = await judged(who);
    const died = Promise.withResolvers<never>();
    void readItem(built.context, { ...examinerOf(), analyse: () => died.promise }, id, signs).catch(() => undefined);
    await expect.poll(() => triesOf(id)).toBe(1);
    await readItem(built.context, examinerOf(), id, signs);
    expect(await isRead(who, id)).toBe(true);
    died.reject(new Error('late'));
  });

  it('gives a run whose job is gone another one', async () => {
    const who = await frugal();
    const { id } = await judged(who);
    await lists(who, ['casino']);
    expect(await resumeBacklogs(built.context)).toBe(0);
    await built.database.pool.query("delete from pgboss.job where name = 'read-writing'");
    expect(await resumeBacklogs(built.context)).toBe(1);
    expect(await resumeBacklogs(built.context)).toBe(0);
    await readAll();
    expect(await isRead(who, id)).toBe(true);
  });
});

describe('a reading beside what others do', () => {
  beforeEach(forget);
  /** An examiner during whose look something else happens. */
  const during = (happens: () => Promise<unknown>) => ({
    ...examinerOf(),
    analyse: async (bytes: Uint8Array) => {
      await happens();
      return await examinerOf().analyse(bytes);
    },
  });

  it('by another process is written once', async () => {
    const who = await frugal();
    const { id } = await judged(who);
    await readItem(
      built.context,
      during(() => readItem(built.context, examinerOf('FIRST'), id, signs)),
      id,
      signs,
    );
    expect((await itemOf(built, who, id)).moderation?.ai_analysis.text).toBe('FIRST');
  });

  it('leaves an item alone that was deleted, or is analysed again', async () => {
    const who = await frugal();
    const [gone, again] = [(await judged(who)).id, (await judged(who)).id];
    await readItem(
      built.context,
      during(() => deleteMedia(built.context, who, gone)),
      gone,
      signs,
    );
    expect(await findMedia(built.context.db, gone)).toBeUndefined();
    await readItem(
      built.context,
      during(() => reanalyse(built.context, who, again, false)),
      again,
      signs,
    );
    expect((await itemOf(built, who, again)).moderation?.ai_analysis.writing).toBe('not_read');
    await moderateNow(built.context, poster, { mediaId: again, attempt: 2 });
    expect(await triesOf(again)).toBe(0);
  });

  it('reads nothing under legal hold, neither before nor while it is set', async () => {
    const who = await frugal();
    const { id } = await judged(who);
    const held = { mediaId: id, reason: 'order 1' };
    await readItem(
      built.context,
      during(() => placeLegalHold(built.context, held)),
      id,
      signs,
    );
    expect([await isRead(who, id), await triesOf(id)]).toEqual([false, 0]);
    expect((await open(who, id)).json()).toMatchObject({ data: { state: 'withheld' } });
    await lists(who, ['casino']);
    await readAll();
    expect(await isRead(who, id)).toBe(false);
    expect((await stateOf(who)).reading).toBeNull();
  });

  it('asked for again after a hold, whose job found nothing that it might read', async () => {
    const who = await frugal();
    const { id } = await judged(who);
    expect((await open(who, id)).json()).toMatchObject({ data: { state: 'reading' } });
    await placeLegalHold(built.context, { mediaId: id, reason: 'order 2' });
    await readAll();
    await liftLegalHold(built.context, { mediaId: id, reason: 'order 2 ended' });
    expect((await open(who, id)).json()).toMatchObject({ data: { state: 'reading' } });
    await open(who, id);
    expect(await waiting()).toHaveLength(1);
    await readAll();
    expect(await isRead(who, id)).toBe(true);
  });

  it('that finds the file at fault says nothing of a later analysis, nor of what another process read', async () => {
    const who = await frugal();
    const [again, read] = [(await judged(who)).id, (await judged(who)).id];
    const fails = (happens: () => Promise<unknown>) => ({
      ...examinerOf(),
      analyse: async () => {
        await happens();
        throw new MediaError('undecodable');
      },
    });
    const analysedAgain = async () => {
      await reanalyse(built.context, who, again, false);
      await moderateNow(built.context, poster, { mediaId: again, attempt: 2 });
    };
    await readItem(built.context, fails(analysedAgain), again, signs);
    expect(await triesOf(again)).toBe(0);
    await readItem(
      built.context,
      fails(() => readItem(built.context, examinerOf(), read, signs)),
      read,
      signs,
    );
    expect([await isRead(who, read), await triesOf(read)]).toEqual([true, null]);
  });

  it('forgets what there is no result for any more', async () => {
    const who = await frugal();
    const { id } = await judged(who);
    await built.context.db.delete(analysisTable).where(eq(analysisTable.mediaId, id));
    await readItem(built.context, examinerOf(), id, signs);
    expect(await triesOf(id)).toBeNull();
    expect((await itemOf(built, who, id)).moderation).toBeNull();
  });

  it('keeps what a person decided', async () => {
    const who = await frugal();
    const { id } = await judged(who);
    await send(built, who, `/media/${id}/fail`, {});
    await lists(who, ['casino']);
    await readAll();
    expect(await itemOf(built, who, id)).toMatchObject({
      moderationFlagged: true,
      moderation: { ai_analysis: { writing: 'read' } },
    });
  });
});
