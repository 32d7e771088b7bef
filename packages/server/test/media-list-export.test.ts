import { DataExport } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decision } from '../src/db/schema.ts';
import { failExport, makeExport } from '../src/exports/make-export.ts';
import { type Built, build } from './helpers/build.ts';
import { joinAccount, send, writeItem } from './helpers/review-team.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

const signal = new AbortController().signal;

describe('the filtered list as CSV', () => {
  let built: Built;
  let person: Uploader;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
    person = await createUploader(built);
  });
  afterAll(() => built.close());

  type Who = Pick<Uploader, 'headers'>;
  const ask = async (filter: object, who: Who = person) => {
    const answer = await send(built, who, '/media/export', filter);
    expect(answer.statusCode, answer.body).toBe(200);
    return DataExport.parse(answer.json<{ data: { export: unknown } }>().data.export).id;
  };
  const get = (path: string, who: Who = person) => built.app.inject({ url: `/api${path}`, headers: who.headers });
  const file = async (id: string, who: Who = person) => {
    await makeExport(built.context, id, signal);
    const answer = await get(`/users/me/exports/${id}/download`, who);
    expect(answer.statusCode, answer.body).toBe(200);
    const { url } = answer.json<{ data: { url: string } }>().data;
    return await built.app.inject({ url: url.replace(built.context.config.publicUrl, '') });
  };
  const lines = async (filter: object, who: Who = person) =>
    (await file(await ask(filter, who), who)).body.split('\r\n').slice(1, -1);

  it('MED-02 holds what is on the list with its last decision, and makes no cell a formula', async () => {
    const tricky = { title: '=HYPERLINK("x")', tags: ['a', 'b'], moderationFlagged: true, originalFilename: 'Grüße, все.png' };
    const id = await writeItem(built, person.accountId, tricky);
    await writeItem(built, person.accountId, { title: 'left out' });
    const { db } = built.context;
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
    const { accountId, userId } = person;
    await db.insert(decision).values([
      { mediaId: id, accountId, userId, from: false, to: true, note: 'stands; "so"', at: at(1) },
      { mediaId: id, accountId, userId, from: true, to: false, at: at(2), undoneAt: at(3) },
    ]);
    const answer = await file(await ask({ status: 'flagged' }));
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="clearframe-media-\d{4}-\d\d-\d\d\.csv"/);
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, row, end, ...more] = answer.body.replace('\uFEFF', '').split('\r\n');
    expect([end, more]).toEqual(['', []]);
    expect(head).toMatch(/^id,created_at,title,file_name,.*,verdict,.*,decision,decided_by,decided_at,decision_note,/);
    expect(row).toContain(`${id},`);
    expect(row).toContain(`"'=HYPERLINK(""x"")","Grüße, все.png",image/png,10,dashboard,Flagged,no,`);
    expect(row).toContain(`Fail,Ada Example,${at(1).toISOString()},"stands; ""so""",,"a, b",`);
  });

  it('MED-02 walks every page in the order asked for, also where moments differ by microseconds or not at all', async () => {
    const many = await createUploader(built);
    await built.context.db.execute(sql`
      insert into media (account_id, source, filename, original_filename, tags, kind, mime_type, file_size_bytes, object_key, state,
        moderation_flagged, created_at)
      select ${many.accountId}, 'dashboard', n || '.png', 'bulk-' || n || '.png', '{}', 'png', 'image/png', 1, 'k', 'done', false,
        timestamptz '2026-01-01' + (n / 3) * interval '1 microsecond'
      from generate_series(1, 1201) n`);
    const newest = await lines({ search: 'bulk' }, many);
    const oldest = await lines({ sort: 'oldest' }, many);
    expect(new Set(newest).size).toBe(1201);
    // Three share each moment, and their ids are random.
    expect(newest[0]).toMatch(/bulk-120[01]\.png/);
    expect(oldest).toEqual(newest.toReversed());
    const exports = (await get('/users/me/exports', many)).json<{ data: { exports: unknown[] } }>().data.exports;
    expect(exports).toContainEqual(expect.objectContaining({ kind: 'media_list', state: 'done', done: 1201, total: 1201 }));
  });

  it('SEC-03 a viewer exports what they read; nobody fetches the file of another, nor items of other accounts', async () => {
    const viewer = await joinAccount(built, person.accountId, 'viewer');
    const id = await ask({}, viewer);
    const body = (await file(id, viewer)).body;
    expect(body).toContain('left out');
    expect(body).not.toContain('bulk-1.png');
    expect((await get(`/users/me/exports/${id}/download`)).statusCode).toBe(404);
    expect((await built.app.inject({ method: 'POST', url: '/api/media/export', payload: {} })).statusCode).toBe(401);
  });

  it('MED-02 makes one at a time, and another after one that failed', async () => {
    const id = await ask({});
    expect((await send(built, person, '/media/export', {})).statusCode).toBe(409);
    await failExport(built.context, id);
    expect((await get(`/users/me/exports/${id}/download`)).statusCode).toBe(409);
    expect(await lines({ search: 'left out' })).toHaveLength(1);
    expect((await send(built, person, '/media/export', { status: 'none' })).statusCode).toBe(400);
  });

  it('SEC-06 refuses a filter that cannot be stored, whatever half of a character it holds', async () => {
    for (const search of ['\ud800', 'a\udc00', '\0'])
      expect((await send(built, person, '/media/export', { search })).statusCode, JSON.stringify(search)).toBe(400);
  });
});
