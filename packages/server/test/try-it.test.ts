import { limits, messages, type TryItProgress, type TryItTaken } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visitorAccountId } from '../src/accounts/visitor-account-id.ts';
import { account, media, membership, usageEntry, usagePeriod, webhook } from '../src/db/schema.ts';
import { removeVisitorChecks } from '../src/visitors/remove-visitor-checks.ts';
import { type Built, build } from './helpers/build.ts';
import {
  createUploader,
  dayMs,
  type FormFields,
  file,
  moderateNow,
  multipart,
  picture,
  quickExaminer,
  runQueuedModeration,
} from './helpers/uploads.ts';

let built: Built;
beforeAll(async () => {
  built = await build({ config: { rateLimitScale: 1 } });
});
afterAll(() => built.close());

const pears = { media: file(picture('formats/pears.png'), 'pears.png') };
let clients = 0;
const freshIp = () => `10.202.0.${++clients}`;

async function tryIt(fields: FormFields, ip = freshIp(), headers: Record<string, string> = {}, on = built) {
  const form = await multipart(fields);
  return await on.app.inject({
    method: 'POST',
    url: '/api/try-it',
    remoteAddress: ip,
    payload: form.payload,
    headers: { 'sec-fetch-site': 'same-origin', ...form.headers, ...headers },
  });
}

async function taken(fields: FormFields = pears): Promise<TryItTaken> {
  const answer = await tryIt(fields);
  if (answer.statusCode !== 202) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json<{ data: TryItTaken }>().data;
}

const read = (id: string, query = '') => built.app.inject({ url: `/api/try-it/${id}${query}`, remoteAddress: freshIp() });
const progressOf = async (id: string, query = '') => (await read(id, query)).json<{ data: TryItProgress }>().data;
const analyse = (id: string) => moderateNow(built.context, quickExaminer, { mediaId: id, attempt: 1 });
const rowsOf = (id: string) => built.context.db.select().from(media).where(eq(media.id, id));
const objectsOf = async (id: string) => {
  const keys: string[] = [];
  for await (const { key } of built.context.storage.list()) if (key.includes(id)) keys.push(key);
  return keys;
};
const removeAll = async () => {
  built.clock.advance(limits.tryItKeptMs);
  await removeVisitorChecks(built.context);
};

describe('try it: one picture of a visitor without an account', () => {
  it('UP-01 takes a picture in on the way of every upload, tells the stages and then the verdict', async () => {
    const { id, deleted_by } = await taken();
    expect(new Date(deleted_by).getTime() - built.clock.now().getTime()).toBe(limits.tryItGoneMs);
    expect(await progressOf(id)).toMatchObject({ stage: 'queued', media_upload: null });
    const later = progressOf(id, '?seen=queued');
    await analyse(id);
    expect(['analysis', 'keywords', 'verdict']).toContain((await later).stage);
    expect(await progressOf(id, '?seen=verdict')).toMatchObject({
      stage: 'verdict',
      media_upload: { id, originalFilename: 'pears.png', moderation: { passed: true }, moderationFlagged: false },
    });
    expect(await rowsOf(id)).toMatchObject([{ accountId: visitorAccountId, createdBy: null, accessTokenId: null }]);
    await removeAll();
  });

  it('charges each picture once, to frames that the server grants to an account without members', async () => {
    const { id } = await taken();
    await analyse(id);
    const { db } = built.context;
    expect(await db.select().from(membership).where(eq(membership.accountId, visitorAccountId))).toEqual([]);
    const periods = await db.select().from(usagePeriod).where(eq(usagePeriod.accountId, visitorAccountId));
    expect(periods).toMatchObject([{ subscriptionId: null, reserved: 0 }]);
    const entries = await db.select().from(usageEntry).where(eq(usageEntry.mediaId, id));
    expect(entries.map(({ kind, frames }) => [kind, frames])).toEqual([
      ['reserve', 1],
      ['commit', 1],
    ]);
    await removeAll();
  });

  it('grants again when the month is over or few frames are left, and once for visitors of the same moment', async () => {
    const { db } = built.context;
    const count = async () => (await db.select().from(usagePeriod).where(eq(usagePeriod.accountId, visitorAccountId))).length;
    const before = await count();
    built.clock.advance(40 * dayMs);
    await Promise.all([taken(), taken(), taken()]);
    expect(await count()).toBe(before + 1);
    await db.update(usagePeriod).set({ used: 9_950 }).where(eq(usagePeriod.accountId, visitorAccountId));
    await taken();
    expect(await count()).toBe(before + 2);
    await removeAll();
  });

  it('SEC-03 removes picture, copies and result in time, and says 404 from then on', async () => {
    const { id } = await taken();
    await analyse(id);
    expect((await objectsOf(id)).length).toBeGreaterThan(1);
    built.clock.advance(limits.tryItKeptMs - 1);
    await removeVisitorChecks(built.context);
    expect(await rowsOf(id)).toHaveLength(1);
    built.clock.advance(1);
    // Not told any more, whenever the sweep comes.
    expect((await read(id)).statusCode).toBe(404);
    expect(await removeVisitorChecks(built.context)).toBe(1);
    expect(await rowsOf(id)).toEqual([]);
    expect(await objectsOf(id)).toEqual([]);
    // The sweep runs each minute, so that much is left until the promise.
    expect(limits.tryItGoneMs - limits.tryItKeptMs).toBeGreaterThanOrEqual(60_000);
  });

  it('gives the frame back when a picture is removed before it was analysed', async () => {
    const { id } = await taken();
    await removeAll();
    const entries = await built.context.db.select().from(usageEntry).where(eq(usageEntry.mediaId, id));
    expect(entries.map(({ kind }) => kind)).toEqual(['reserve', 'release']);
    await analyse(id);
    expect(await rowsOf(id)).toEqual([]);
  });

  it('keeps what the operator withholds, and shows it to nobody', async () => {
    const { id } = await taken();
    await built.context.db.update(media).set({ legalHoldAt: built.clock.now() }).where(eq(media.id, id));
    await removeAll();
    expect(await rowsOf(id)).toHaveLength(1);
    expect((await read(id)).statusCode).toBe(404);
    await built.context.db.update(media).set({ legalHoldAt: null }).where(eq(media.id, id));
    await removeAll();
    expect(await rowsOf(id)).toEqual([]);
  });

  it('TOK-03 reads nothing of an account through it, and an account reads nothing of it', async () => {
    const owner = await createUploader(built);
    const hook = { accountId: owner.accountId, url: 'https://hooks.example/in', tokenSealed: 's', secretSealed: 's' };
    await built.context.db.insert(webhook).values(hook);
    const { id } = await taken();
    await analyse(id);
    expect((await owner.get(`/api/media/${id}`)).statusCode).toBe(404);
    expect((await owner.get('/api/media')).json()).toMatchObject({ data: { media_uploads: [] } });
    expect((await owner.apiUpload(pears, { query: '?wait=0' })).statusCode).toBe(202);
    const [item] = await built.context.db.select().from(media).where(eq(media.accountId, owner.accountId));
    expect((await read(item?.id ?? '')).statusCode).toBe(404);
    await removeAll();
  });

  it('takes no address, no video, no text and nothing too large, and keeps nothing of them', async () => {
    const large = Buffer.concat([picture('formats/pears.png'), Buffer.alloc(limits.dashboardUploadMaxBytes)]);
    const video = Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('mp42\0\0\0\0mp42isom')]);
    for (const [fields, message] of [
      [{}, messages.fileRequired],
      [{ media: 'https://example.com/pears.png' }, messages.fileRequired],
      [{ media: file(Buffer.from('no picture')) }, messages.fileUnsupported],
      [{ media: file(video) }, 'Upload videos through the API'],
      [{ media: file(large) }, messages.fileTooLarge],
    ] as const) {
      const answer = await tryIt(fields);
      expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(message)]);
    }
    expect(await built.context.db.select().from(media).where(eq(media.accountId, visitorAccountId))).toEqual([]);
    const { id } = await taken({ ...pears, title: 'a title', metadata: '{"a":1}' });
    expect(await rowsOf(id)).toMatchObject([{ title: null, metadata: null }]);
    await removeAll();
  });

  it('says of a damaged picture what is wrong with it', async () => {
    const { id } = await taken({ media: file(Buffer.concat([picture('formats/pears.png'), Buffer.from('broken')])) });
    await analyse(id);
    const answer = await read(id);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { status: 'error', data: null }]);
    await removeAll();
  });

  it('SEC-09 takes five pictures in ten minutes from one address, then says when to come back', async () => {
    const ip = freshIp();
    for (let time = 0; time < 5; time += 1) {
      const answer = await tryIt(pears, ip);
      expect([answer.statusCode, answer.headers.ratelimit]).toEqual([202, expect.stringContaining('try-it-address')]);
    }
    const refused = await tryIt(pears, ip);
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, 600]);
    built.clock.advance(600_000);
    await removeVisitorChecks(built.context);
    expect((await tryIt(pears, ip)).statusCode).toBe(202);
    await removeAll();
  });

  it('lets visitors wait outside when so many of their pictures wait already', async () => {
    for (let waiting = 0; waiting < limits.tryItWaitingMax; waiting += 1) await taken();
    const refused = await tryIt(pears);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
    await removeAll();
    await taken();
    await removeAll();
  });

  it('SEC-05 is refused when another site sends it', async () => {
    expect((await tryIt(pears, freshIp(), { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  });

  it('KEY-04 fails a picture in which the one word of the visitors’ list stands', async () => {
    const { id } = await taken();
    const examine: typeof quickExaminer.examine = async (...args) => {
      const seen = await quickExaminer.examine(...args);
      return { ...seen, analysis: { ...seen.analysis, text: 'CASINO NIGHT' } };
    };
    await moderateNow(built.context, { examine }, { mediaId: id, attempt: 1 });
    expect((await progressOf(id)).media_upload).toMatchObject({
      moderationFlagged: true,
      moderation: { passed: false, keyword_check: { foundForbidden: ['casino'] } },
    });
    await removeAll();
  });

  it('is not there with TRY_IT=off', async () => {
    const off = await build({ config: { tryIt: false } });
    try {
      expect((await tryIt(pears, freshIp(), {}, off)).statusCode).toBe(404);
      expect(await off.context.db.select().from(account)).toEqual([]);
    } finally {
      await off.close();
    }
  });
});

it('is analysed by the queue like every upload', async () => {
  await runQueuedModeration(built, quickExaminer);
  const { id } = await taken();
  let { stage, media_upload } = await progressOf(id);
  while (!media_upload) ({ stage, media_upload } = await progressOf(id, `?seen=${stage}`));
  expect(media_upload.moderation?.passed).toBe(true);
});
