import type { MediaCounts, MediaNeighbours, MediaRoll } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { author } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { send, writeItem } from './helpers/review-team.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

describe('counts and neighbours', () => {
  let built: Built;
  let person: Uploader;
  const ids: string[] = [];
  const dayMs = 24 * 3_600_000;

  /** 0 safe, 1 flagged, 2 to review, 3 not checked and of the API, 4 flagged: each a day after the one before. */
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
    person = await createUploader(built);
    const start = Date.parse('2026-03-01T12:00:00Z');
    const item = async (values: Parameters<typeof writeItem>[2]) =>
      ids.push(await writeItem(built, person.accountId, { ...values, createdAt: new Date(start + ids.length * dayMs) }));
    await item({ moderationFlagged: false, title: 'Stoneware pair' });
    await item({ moderationFlagged: true, tags: ['wine', 'Red Shoes'] });
    await item({ moderationFlagged: false, needsReview: true, caption: 'stone bench' });
    await item({ moderationFlagged: null, source: 'api' });
    await item({ moderationFlagged: true, originalFilename: 'keystone.png' });
    await writeItem(built, (await createUploader(built)).accountId, { title: 'Stone of others' });
  });
  afterAll(() => built.close());

  const counts = async (query = '') => (await person.get(`/api/media/counts${query}`)).json<{ data: MediaCounts }>().data;

  it.each([
    ['', { safe: 2, flagged: 2, not_checked: 1, review: 1, sample: 0, undecided: 3 }],
    ['?from=2026-03-02&to=2026-03-04', { safe: 1, flagged: 1, not_checked: 1, review: 1, sample: 0, undecided: 2 }],
    ['?source=dashboard', { safe: 2, flagged: 2, not_checked: 0, review: 1, sample: 0, undecided: 3 }],
    ['?search=STONE', { safe: 2, flagged: 1, not_checked: 0, review: 1, sample: 0, undecided: 2 }],
    ['?search=st', { safe: 2, flagged: 1, not_checked: 0, review: 1, sample: 0, undecided: 2 }],
    ['?type=video', { safe: 0, flagged: 0, not_checked: 0, review: 0, sample: 0, undecided: 0 }],
  ])('MED-02 counts the verdicts under %j', async (query, expected) => {
    expect(await counts(query)).toEqual({ counts: expected, capped: false });
  });

  it('MED-02 the counts are those of the lists', async () => {
    for (const filter of ['', 'search=stone', 'source=api', 'from=2026-03-03'])
      for (const status of ['flagged', 'safe', 'not_checked', 'review', 'undecided'] as const) {
        const list = await person.get(`/api/media?status=${status}&${filter}`);
        const { pagination, media_uploads } = list.json<{
          data: { pagination: { total: number }; media_uploads: unknown[] };
        }>().data;
        expect(media_uploads, `${status} ${filter}`).toHaveLength(pagination.total);
        expect((await counts(`?${filter}`)).counts[status]).toBe(pagination.total);
      }
  });

  const beside = async (index: number, query = '') => {
    const { data } = (await person.get(`/api/media/${ids[index]}/neighbours${query}`)).json<{ data: MediaNeighbours }>();
    return [data.previous, data.next].map((id) => (id === null ? null : ids.indexOf(id)));
  };

  it.each([
    [2, '', [3, 1]],
    [4, '', [null, 3]],
    [0, '', [1, null]],
    [2, '?sort=oldest', [1, 3]],
    [2, '?status=flagged', [4, 1]],
    [1, '?status=flagged', [4, null]],
    [0, '?search=stone', [2, null]],
    [2, '?type=video', [null, null]],
  ])('MED-04 beside item %i under %j stand %j', async (index, query, expected) => {
    expect(await beside(index, query)).toEqual(expected);
  });

  const rollOf = async (index: number, query = '') => {
    const { data } = (await person.get(`/api/media/${ids[index]}/roll${query}`)).json<{ data: MediaRoll }>();
    return [data.before, data.after].map((items) => items.map(({ id }) => ids.indexOf(id)));
  };

  it.each([
    [
      2,
      '',
      [
        [4, 3],
        [1, 0],
      ],
    ],
    [4, '', [[], [3, 2, 1, 0]]],
    [0, '', [[3, 2, 1], []]],
    [
      2,
      '?sort=oldest',
      [
        [0, 1],
        [3, 4],
      ],
    ],
    [1, '?status=flagged', [[4], []]],
    [0, '?search=stone', [[4, 2], []]],
    [2, '?type=video', [[], []]],
  ])('MED-04 the roll around item %i under %j has %j', async (index, query, expected) => {
    expect(await rollOf(index, query)).toEqual(expected);
  });

  it('MED-06 SEC-03 a stranger learns of no neighbours and counts nothing of others', async () => {
    const stranger = await createUploader(built);
    expect((await stranger.get(`/api/media/${ids[1]}/neighbours`)).statusCode).toBe(404);
    expect((await stranger.get(`/api/media/${ids[1]}/roll`)).statusCode).toBe(404);
    const answer = await stranger.get('/api/media/counts?search=stone');
    expect(answer.json<{ data: MediaCounts }>().data.counts).toEqual({
      safe: 0,
      flagged: 0,
      not_checked: 0,
      review: 0,
      sample: 0,
      undecided: 0,
    });
    expect((await send(built, stranger, `/media/${ids[1]}`, undefined, 'DELETE')).statusCode).toBe(404);
    expect((await send(built, stranger, `/media/${ids[1]}/reanalyse`)).statusCode).toBe(404);
  });

  it('MED-02 counts no further than a thousand under a search, and says so', async () => {
    const many = await createUploader(built);
    await built.context.db.execute(sql`
      insert into media (account_id, source, filename, original_filename, tags, kind, mime_type, file_size_bytes, object_key,
      state, moderation_flagged)
      select ${many.accountId}, 'dashboard', n || '.png', 'bulk-' || n || '.png', '{}', 'png', 'image/png', 1, 'k', 'done', n % 2 = 0
      from generate_series(1, 2400) n`);
    const { data } = (await many.get('/api/media/counts?search=bulk')).json<{ data: MediaCounts }>();
    expect(data).toEqual({
      counts: { safe: 1000, flagged: 1000, not_checked: 0, review: 0, sample: 0, undecided: 1000 },
      capped: true,
    });
    const list = (await many.get('/api/media?search=bulk')).json<{ data: { pagination: object } }>();
    expect(list.data.pagination).toMatchObject({ page: 1, limit: 12, total: 1000, capped: true });
    const whole = (await many.get('/api/media')).json<{ data: { pagination: object } }>();
    expect(whole.data.pagination).toMatchObject({ page: 1, limit: 12, total: 2400, capped: false });
  });

  it('MED-02 SEC-03 counts the verdicts of an author, all of them by their sums, and of no namesake elsewhere', async () => {
    const [many, stranger] = [await createUploader(built), await createUploader(built)];
    const { db } = built.context;
    const ids = await db
      .insert(author)
      .values(
        [many, stranger].map(({ accountId }) => ({
          accountId,
          externalId: 'ada',
          firstSeenAt: new Date(),
          lastSeenAt: new Date(),
        })),
      )
      .returning({ id: author.id });
    const write = (accountId: string, authorId: string | undefined, count: number) =>
      db.execute(sql`
        insert into media (account_id, author_id, source, filename, original_filename, tags, kind, mime_type, file_size_bytes, object_key,
          state, moderation_flagged, needs_review, kept)
        select ${accountId}, ${authorId}, 'api', n, 'n', '{}', 'png', 'image/png', 1, 'k', 'done', n % 2 = 0, n % 3 = 1, n % 10 > 0
        from generate_series(1, ${count}::int) n`);
    const of = async (person: Uploader, query: string) =>
      (await person.get(`/api/media/counts?${query}`)).json<{ data: MediaCounts }>().data;
    await write(many.accountId, ids[0]?.id, 60);
    await write(stranger.accountId, ids[1]?.id, 7);
    const counts = { safe: 30, flagged: 24, not_checked: 0, review: 10, sample: 0, undecided: 34 };
    expect(await of(many, 'author=ada')).toEqual({ counts, capped: false });
    expect((await of(stranger, 'author=ada')).counts).toMatchObject({ safe: 4, flagged: 3 });
    expect((await of(many, 'author=nobody')).counts).toMatchObject({ safe: 0, flagged: 0 });
    await write(many.accountId, ids[0]?.id, 6000);
    const all = { safe: 3030, flagged: 2424, not_checked: 0, review: 1010, sample: 0, undecided: 3434 };
    expect(await of(many, 'author=ada')).toEqual({ counts: all, capped: false });
    expect((await of(many, 'author=ada&type=video')).counts).toMatchObject({ safe: 0, flagged: 0 });
    const list = (await many.get('/api/media?author=ada&status=review')).json<{ data: { pagination: object } }>();
    expect(list.data.pagination).toMatchObject({ total: 1010, capped: false });
  });

  it('MED-02 looks for one or two letters in the newest thousand items only, and for longer words in all', async () => {
    const many = await createUploader(built);
    await built.context.db.execute(sql`
      insert into media (account_id, source, filename, original_filename, title, tags, kind, mime_type, file_size_bytes,
      object_key, state, created_at)
      select ${many.accountId}, 'dashboard', n || '.png', n || '.png', case when n in (1, 1000, 1001) then 'zqx' end,
      '{}', 'png', 'image/png',
        1, 'k', 'done', now() - n * interval '1 minute'
      from generate_series(1, 1100) n`);
    const found = async (words: string) => {
      const answer = await many.get(`/api/media?search=${words}`);
      const { data } = answer.json<{ data: { media_uploads: { filename: string }[] } }>();
      return data.media_uploads.map(({ filename }) => filename);
    };
    expect(await found('zq')).toEqual(['1.png', '1000.png']);
    expect(await found('zqx')).toEqual(['1.png', '1000.png', '1001.png']);
    const { data } = (await many.get('/api/media/counts?search=zq')).json<{ data: MediaCounts }>();
    expect(data).toEqual({ counts: { safe: 0, flagged: 0, not_checked: 2, review: 0, sample: 0, undecided: 0 }, capped: false });
  });
});
