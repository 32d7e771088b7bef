import { randomUUID } from 'node:crypto';
import { MediaQuery, MediaUpload, type Pagination } from '@clearframe/contract';
import { and, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as tables from '../src/db/schema.ts';
import { presentMedia } from '../src/moderation/item/present.ts';
import { listMedia } from '../src/moderation/list/find-media.ts';

import { type Built, build } from './helpers/build.ts';
import { createUploader, file, picture, quickExaminer, resultOf, runQueuedModeration, type Uploader } from './helpers/uploads.ts';

describe('the list of items', () => {
  let built: Built;
  let person: Uploader;
  let stranger: Uploader;
  const ids: string[] = [];
  const minuteMs = 60_000;

  /** Five items, a minute apart: safe, flagged by keyword, to review, not checked, and one of the API. */
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
    person = await createUploader(built);
    stranger = await createUploader(built);
    await runQueuedModeration(built, quickExaminer);
    const add = async (name: string, fields: Record<string, string>, viaApi = false) => {
      const form = { media: file(picture('formats/pears.png'), name), ...fields };
      const answer = viaApi ? await person.apiUpload(form) : await person.upload(form);
      const { id } = resultOf(answer).media_upload;
      ids.push(id);
      built.clock.advance(minuteMs);
      return id;
    };
    await add('harmless.png', { title: 'A 100% safe one' });
    const flagged = await add('second.png', { caption: 'under_score' });
    await built.context.db.update(tables.media).set({ moderationFlagged: true }).where(eq(tables.media.id, flagged));
    const review = await add('third.png', { tags: 'Red Shoes,hat' });
    await built.context.db.update(tables.media).set({ needsReview: true }).where(eq(tables.media.id, review));
    const unchecked = await add('fourth.png', { title: 'back\\slash' });
    await built.context.db.update(tables.media).set({ moderationFlagged: null }).where(eq(tables.media.id, unchecked));
    await add('fifth.png', { description: 'not searched: zebra' }, true);
    await stranger.upload({ media: file(picture('formats/pears.png')) });
  });
  afterAll(() => built.close());

  it('MED-06 is not added to by a viewer of the account', async () => {
    const viewer = await createUploader(built);
    await built.context.db.update(tables.membership).set({ role: 'viewer' }).where(eq(tables.membership.userId, viewer.userId));
    const answer = await viewer.upload({ media: file(picture('formats/pears.png')) });
    expect(answer.statusCode).toBe(403);
    expect((await list('', viewer)).pagination.total).toBe(0);
  });

  const list = async (query: string, who = person) => {
    const answer = await who.get(`/api/media${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    const { data } = answer.json<{ data: { media_uploads: MediaUpload[]; pagination: Pagination } }>();
    return { ...data, at: data.media_uploads.map(({ id }) => ids.indexOf(id)) };
  };

  it('MED-02 MED-06 shows the account’s own items, newest first, in the shape of the contract', async () => {
    const { media_uploads, pagination, at } = await list('');
    expect(at).toEqual([4, 3, 2, 1, 0]);
    expect(pagination).toEqual({ page: 1, limit: 12, total: 5, capped: false, next_cursor: null });
    for (const item of media_uploads) expect(MediaUpload.parse(item)).toEqual(item);
    expect((await list('', stranger)).pagination.total).toBe(1);
  });

  it('MED-02 pages and sorts', async () => {
    expect((await list('?limit=2')).at).toEqual([4, 3]);
    expect(await list('?limit=2&page=3')).toMatchObject({ at: [0], pagination: { page: 3, limit: 2, total: 5 } });
    expect((await list('?limit=2&page=4')).at).toEqual([]);
    expect((await list('?sort=oldest')).at).toEqual([0, 1, 2, 3, 4]);
  });

  it.each([
    ['?status=flagged', [1]],
    ['?status=safe', [4, 2, 0]],
    ['?status=review', [2]],
    ['?status=not_checked', [3]],
    ['?type=image', [4, 3, 2, 1, 0]],
    ['?type=video', []],
    ['?source=api', [4]],
    ['?source=dashboard&status=safe', [2, 0]],
    ['?search=FOURTH', [3]],
    ['?search=safe', [0]],
    ['?search=red%20sho', [2]],
    ['?search=zebra', []],
    ['?search=%25', [0]],
    ['?search=_', [1]],
    ['?search=%5C', [3]],
    ['?search=%00', [4, 3, 2, 1, 0]],
    ["?search='%3B--", []],
  ])('MED-02 %s finds the right ones, and what is typed stands for itself', async (query, expected) => {
    const found = await list(query);
    expect(found.at).toEqual(expected);
    expect(found.pagination.total).toBe(expected.length);
  });

  it('MED-02 takes days whole, in UTC', async () => {
    const today = built.clock.now().toISOString().slice(0, 10);
    const first = (await list('?sort=oldest&limit=1')).media_uploads[0]?.createdAt.slice(0, 10) ?? '';
    expect((await list(`?from=${first}&to=${today}`)).pagination.total).toBe(5);
    expect((await list('?to=2001-01-01')).pagination.total).toBe(0);
    expect((await list('?from=2999-01-01')).pagination.total).toBe(0);
    expect((await list('?from=0001-01-01&to=9999-12-31')).pagination.total).toBe(5);
  });

  it.each([
    '?page=0',
    '?limit=101',
    '?limit=x',
    '?status=bad',
    '?from=yesterday',
    '?to=0000-01-01',
    '?sort=up',
    `?search=${'x'.repeat(201)}`,
  ])('SEC-06 refuses %s', async (query) => {
    expect((await person.get(`/api/media${query}`)).statusCode).toBe(400);
  });

  it('MED-02 asks the database as often for a full page as for one item', async () => {
    const asked: string[] = [];
    const logger = { logQuery: (text: string) => void asked.push(text) };
    const db = drizzle(built.database.pool, { schema: tables, casing: 'snake_case', logger });
    const countFor = async (query: object) => {
      asked.length = 0;
      await listMedia({ ...built.context, db }, person, MediaQuery.parse(query));
      return asked.length;
    };
    expect(await countFor({ limit: 1 })).toBe(3);
    expect(await countFor({ limit: 5 })).toBe(3);
  });

  it('MED-08 gives an address that opens, also when the name must be cut in the middle of a character', async () => {
    const other = await createUploader(built);
    const sent = await other.upload({ media: file(picture('formats/pears.png'), `${'🍐'.repeat(126)}.png`) });
    const address = new URL(resultOf(sent).media_upload.signedUrl ?? '');
    const longest = await other.upload({ media: file(picture('formats/pears.png'), '🍐'.repeat(127)) });
    const cut = new URL(resultOf(longest).media_upload.signedUrl ?? '');
    for (const { pathname, search } of [address, cut])
      expect((await built.app.inject({ url: `${pathname}${search}` })).statusCode).toBe(200);
  });

  it('MED-05 reads one item', async () => {
    const answer = await person.get(`/api/media/${ids[0]}`);
    expect(answer.json<{ data: { media_upload: MediaUpload } }>().data.media_upload).toMatchObject({
      id: ids[0],
      title: 'A 100% safe one',
      moderation: { passed: true },
      analysis_metadata: { analysis_version: 'quick', frames_analysed: 1 },
    });
  });

  it('MED-05 MED-07 shows who decided what', async () => {
    const id = ids[2] ?? '';
    const at = new Date('2026-01-02T03:04:05.000Z');
    const { accountId, userId } = person;
    await built.context.db
      .insert(tables.decision)
      .values({ mediaId: id, accountId, userId, from: false, to: true, note: 'no', at });
    const { data } = (await person.get(`/api/media/${id}`)).json<{ data: { media_upload: MediaUpload } }>();
    expect(data.media_upload.decisions).toEqual([
      {
        id: expect.any(String),
        at: at.toISOString(),
        user: { id: person.userId, name: 'Ada Example' },
        from: false,
        to: true,
        note: 'no',
        label: null,
        state: 'final',
        token: null,
        undone_at: null,
        overruled_at: null,
      },
    ]);
  });

  it('MED-06 SEC-03 answers 404 for another account’s item as for none, on both doors', async () => {
    const bearer = { authorization: `Bearer ${stranger.token}` };
    for (const id of [ids[0], randomUUID()]) {
      for (const answer of [
        await stranger.get(`/api/media/${id}`),
        await built.app.inject({ url: `/api/v1/media/${id}`, headers: bearer }),
      ]) {
        expect(answer.statusCode).toBe(404);
        expect(answer.json()).toEqual({ status: 'error', message: 'Media not found', data: null });
      }
    }
    const own = { authorization: `Bearer ${person.token}` };
    expect((await built.app.inject({ url: `/api/v1/media/${ids[0]}`, headers: own })).statusCode).toBe(200);
    expect((await person.get('/api/media/no-uuid')).statusCode).toBe(400);
  });

  it('MED-07 says nothing of a verdict that came after the item was read, but what was known of it before', async () => {
    const { db } = built.context;
    const [row] = await db
      .select()
      .from(tables.media)
      .where(eq(tables.media.id, ids[0] ?? ''));
    if (!row) throw new Error('There is no item');
    const readEarlier = { ...row, state: 'queued' as const, pack: null, moderationFlagged: null, moderationCheckedAt: null };
    const [first] = await presentMedia(built.context, [readEarlier]);
    expect(first).toMatchObject({ processing: true, moderation: null, moderationResult: null, analysis_metadata: null });
    const again = { ...row, state: 'queued' as const, attempt: row.attempt + 1 };
    const [known] = await presentMedia(built.context, [again]);
    expect(known).toMatchObject({ processing: true, moderation: { passed: true } });
    const [made] = await db.select().from(tables.analysis).where(eq(tables.analysis.mediaId, row.id));
    if (!made) throw new Error('There is no result');
    const second = { ...made, attempt: again.attempt, moderation: { ...made.moderation, passed: false } };
    await db.insert(tables.analysis).values({ ...second, id: undefined });
    const [settledMeanwhile] = await presentMedia(built.context, [again]);
    expect(settledMeanwhile).toMatchObject({ processing: true, moderation: { passed: true } });
    await db.delete(tables.analysis).where(and(eq(tables.analysis.mediaId, row.id), eq(tables.analysis.attempt, again.attempt)));
  });

  it('MED-08 gives the same address of a file for a quarter of an hour, and one that lives 45 minutes more', async () => {
    const readUrl = async () => {
      // Not over HTTP: the session would end before the quarter does.
      const [row] = await built.context.db
        .select()
        .from(tables.media)
        .where(eq(tables.media.id, ids[0] ?? ''));
      const [shown] = await presentMedia(built.context, row ? [row] : []);
      return shown?.signedThumbnailUrl ?? '';
    };
    const quarterMs = 15 * minuteMs;
    // To the begin of a quarter.
    built.clock.advance(quarterMs - (built.clock.now().getTime() % quarterMs));
    const address = await readUrl();
    built.clock.advance(quarterMs - 1);
    expect(await readUrl()).toBe(address);
    built.clock.advance(1);
    expect(await readUrl()).not.toBe(address);
    const { pathname, search } = new URL(address);
    const open = () => built.app.inject({ url: `${pathname}${search}` });
    built.clock.advance(3 * quarterMs - 1);
    expect((await open()).statusCode).toBe(200);
    built.clock.advance(1);
    expect((await open()).statusCode).toBe(403);
  });
});
