import { AppError, type MediaList, MediaQuery } from '@clearframe/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMedia } from '../src/moderation/list/find-media.ts';
import { mediaNeighbours } from '../src/moderation/list/neighbours.ts';
import { type Built, build } from './helpers/build.ts';
import { writeItem } from './helpers/review-team.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

describe('lists that are longer than pages go', () => {
  let built: Built;
  let person: Uploader;
  /** Newest first. Three items of each moment; the database has finer ones than a Date. */
  let ids: string[];
  const count = 23;

  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
    person = await createUploader(built);
    for (let n = 0; n < count; n += 1) {
      const createdAt = new Date(Date.parse('2026-03-01T12:00:00Z') + Math.floor(n / 3));
      await writeItem(built, person.accountId, { createdAt, moderationFlagged: n % 2 === 0 });
    }
    const { pool } = built.database;
    await pool.query("update media set created_at = created_at + interval '7 microseconds' where moderation_flagged");
    const { rows } = await pool.query<{ id: string }>('select id from media order by created_at desc, id');
    ids = rows.map(({ id }) => id);
  });
  afterAll(() => built.close());

  const list = async (query: string): Promise<MediaList> =>
    (await person.get(`/api/media?${query}`)).json<{ data: MediaList }>().data;
  const idsIn = ({ media_uploads }: MediaList) => media_uploads.map(({ id }) => id);

  it.each([
    ['newest', (all: string[]) => all],
    ['oldest', (all: string[]) => all.toReversed()],
  ])('MED-02 walks the list, %s first, from cursor to cursor', async (sort, ordered) => {
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`sort=${sort}&limit=4${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
      expect(page.pagination).toMatchObject({ page: 1, limit: 4, total: count, capped: false });
      found.push(...idsIn(page));
      cursor = page.pagination.next_cursor;
    }
    expect(found).toEqual(ordered(ids));
  });

  it.each(['newest', 'oldest'] as const)(
    'MED-02 MED-04 what is not checked has the order of every list, %s first',
    async (sort) => {
      const other = await createUploader(built);
      for (let n = 0; n < 12; n += 1)
        await writeItem(built, other.accountId, {
          createdAt: new Date(Date.parse('2026-03-01T12:00:00Z') + Math.floor(n / 3)),
          moderationFlagged: n % 4 === 0 ? true : null,
        });
      const query = MediaQuery.parse({ status: 'not_checked', sort, limit: 2 });
      const { rows } = await built.database.pool.query<{ id: string }>(
        'select id from media where account_id = $1 and moderation_flagged is null order by created_at desc, id',
        [other.accountId],
      );
      const all = rows.map(({ id }) => id);
      const ordered = sort === 'newest' ? all : all.toReversed();
      const paging = { pagedItems: 4, refusesFar: false };
      const pages = [1, 2, 3, 4, 5].map((page) => listMedia(built.context, other, { ...query, page }, paging));
      expect((await Promise.all(pages)).flatMap(idsIn)).toEqual(ordered);
      const { next_cursor } = (await listMedia(built.context, other, query)).pagination;
      expect(idsIn(await listMedia(built.context, other, { ...query, cursor: next_cursor ?? '' }))).toEqual(ordered.slice(2, 4));
      const beside = await mediaNeighbours(built.context, other, ordered[4] ?? '', { status: 'not_checked', sort });
      expect(beside).toEqual({ previous: ordered[3], next: ordered[5] });
    },
  );

  it('MED-02 MED-06 is read once for all who ask for the same at one moment, and for each account by itself', async () => {
    const other = await createUploader(built);
    const query = MediaQuery.parse({ limit: 4 });
    const asked = [person, person, other].map((caller) => listMedia(built.context, caller, query));
    const [first, second, foreign] = await Promise.all(asked);
    expect(second).toBe(first);
    expect(idsIn(first ?? (await list('')))).toEqual(ids.slice(0, 4));
    expect(foreign?.media_uploads).toEqual([]);
    const later = await listMedia(built.context, person, query);
    expect(later).not.toBe(first);
    expect(later).toEqual(first);
  });

  it('MED-02 an item that arrives meanwhile moves nothing', async () => {
    const first = await list('limit=10&to=2026-12-31');
    const arrived = await writeItem(built, person.accountId, { createdAt: new Date('2026-06-01T00:00:00Z') });
    const next = await list(`limit=10&cursor=${encodeURIComponent(first.pagination.next_cursor ?? '')}`);
    expect([...idsIn(first), ...idsIn(next)]).toEqual(ids.slice(0, 20));
    await built.database.pool.query('delete from media where id = $1', [arrived]);
  });

  it('MED-02 the end of a list has no cursor', async () => {
    expect((await list(`limit=${count}`)).pagination.next_cursor).toBeNull();
    expect((await list(`limit=${count - 1}`)).pagination.next_cursor).not.toBeNull();
  });

  it.each(['newest', 'oldest'] as const)('MED-02 pages at both ends are those of the whole list, %s first', async (sort) => {
    const ordered = sort === 'newest' ? ids : ids.toReversed();
    const refused: number[] = [];
    for (const refusesFar of [false, true])
      for (let page = 1; page <= 7; page += 1) {
        const asked = listMedia(built.context, person, MediaQuery.parse({ page, limit: 4, sort }), { pagedItems: 8, refusesFar });
        const shown = await asked.then(idsIn, (error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 'list_page_too_far') throw error;
          refused.push(page);
          return null;
        });
        if (shown) expect(shown, `page ${page}`).toEqual(ordered.slice((page - 1) * 4, page * 4));
      }
    // They begin behind the first 8 of 23 items, and before the last 8.
    expect(refused).toEqual([3, 4]);
  });

  it('MED-02 what refuses a page says where to go on', async () => {
    const query = MediaQuery.parse({ page: 3, limit: 4, status: 'flagged', to: '2026-12-31' });
    const asked = listMedia(built.context, person, query, { pagedItems: 3, refusesFar: true });
    const error = await asked.then(
      () => null,
      (refused: unknown) => refused,
    );
    if (!(error instanceof AppError)) throw new Error('It was not refused');
    expect(error.status).toBe(400);
    const [, next = ''] = /^<\?(.*)>; rel="next"$/.exec(error.headers?.link ?? '') ?? [];
    const flagged = await list('status=flagged&limit=100');
    expect(idsIn(await list(next))).toEqual(idsIn(flagged).slice(3, 7));
    expect(error.errors?.[0]?.path).toBe('page');
  });

  it('SEC-03 a cursor is good for its account and order alone, and as it was given', async () => {
    const cursor = (await list('limit=4')).pagination.next_cursor ?? '';
    const stranger = await createUploader(built);
    const statusOf = async (who: Uploader, query: string) => (await who.get(`/api/media?${query}`)).statusCode;
    expect(await statusOf(person, `cursor=${cursor}`)).toBe(200);
    expect(await statusOf(stranger, `cursor=${cursor}`)).toBe(400);
    expect(await statusOf(person, `cursor=${cursor}&sort=oldest`)).toBe(400);
    expect(await statusOf(person, `cursor=${cursor}&page=2`)).toBe(400);
    for (const changed of ['x', '.', `${cursor}.x`, cursor.slice(0, -1), `W${cursor}`])
      expect(await statusOf(person, `cursor=${encodeURIComponent(changed)}`), changed).toBe(400);
  });
});
