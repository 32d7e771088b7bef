import { randomUUID } from 'node:crypto';
import type { Author, AuthorList, Batch, MediaUpload } from '@clearframe/contract';
import { eq, sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readBatch } from '../src/batches/read-batch.ts';
import { runBatch } from '../src/batches/run-batch.ts';
import { author, decision, delivery, media, usageEntry } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { itemOf, joinAccount, send } from './helpers/review-team.ts';
import type { SignedInBrowser } from './helpers/sign-in.ts';
import { createUploader, file, moderateNow, picture, quickExaminer, resultOf, type Uploader } from './helpers/uploads.ts';

type Who = Pick<SignedInBrowser, 'headers'>;

describe('authors', () => {
  let built: Built;
  let ada: Uploader;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    ada = await createUploader(built);
  });

  const upload = async (said: object | string, door: 'api' | 'form' = 'api'): Promise<MediaUpload> => {
    const fields = { media: file(picture('formats/pears.png')), author: typeof said === 'string' ? said : JSON.stringify(said) };
    if (door === 'form') return resultOf(await ada.upload(fields)).media_upload;
    return resultOf(await ada.apiUpload(fields, { query: '?wait=0' })).media_upload;
  };
  const analysed = async (said: object): Promise<string> => {
    const { id } = await upload(said);
    await moderateNow(built.context, quickExaminer, { mediaId: id, attempt: 1 });
    return id;
  };
  const ask = (who: Who, id: string) => built.app.inject({ url: `/api/authors/${encodeURIComponent(id)}`, headers: who.headers });
  const authorIn = (answer: LightMyRequestResponse): Author => {
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<{ data: { author: Author } }>().data.author;
  };
  const one = async (id: string) => authorIn(await ask(ada, id));
  const act = (who: Who, id: string, body: object) => send(built, who, `/authors/${encodeURIComponent(id)}/action`, body);
  const all = async (query = '') => (await ada.get(`/api/authors${query}`)).json<{ data: AuthorList }>().data;
  const faults = (answer: LightMyRequestResponse) => [
    answer.statusCode,
    (answer.json<{ errors?: { path: string }[] }>().errors ?? []).map(({ path }) => path),
  ];

  it('TRUST-B1 an upload names who made it, by any id, and the item and the list say so', async () => {
    const id = 'user/42 ?#ü';
    const said = { id, name: 'Bob', url: 'https://example.com/bob', created_at: '2020-01-02T03:04:05.000Z' };
    const item = await upload(said);
    expect(item.author).toEqual({ ...said, action: 'none' });
    await upload({ id: 'other' });
    expect(await one(id)).toMatchObject({ ...said, action: 'none', action_by: null, counts: { total: 1, flagged: 0 } });
    const list = await ada.get(`/api/media?author=${encodeURIComponent(id)}`);
    const { media_uploads: items, pagination } = list.json<{ data: { media_uploads: MediaUpload[]; pagination: object } }>().data;
    expect(items.map((found) => found.id)).toEqual([item.id]);
    expect(pagination).toMatchObject({ total: 1 });
    expect((await ada.get('/api/media?author=nobody')).json<{ data: { media_uploads: unknown[] } }>().data.media_uploads).toEqual(
      [],
    );
    const bearer = { authorization: `Bearer ${ada.token}` };
    const byToken = await built.app.inject({ url: `/api/v1/authors/${encodeURIComponent(id)}`, headers: bearer });
    expect(authorIn(byToken)).toEqual(await one(id));
  });

  it('TRUST-B1 an id of 255 characters of four bytes is found by its address', async () => {
    const id = '🍐'.repeat(127);
    await upload({ id });
    expect((await one(id)).id).toBe(id);
  });

  it('TRUST-B1 a later upload adds what it says and keeps what it leaves out, also when ten arrive at once', async () => {
    await upload({ id: 'u', name: 'Bob', url: 'https://example.com/bob' });
    await upload({ id: 'u', name: 'Bobby' });
    expect(await one('u')).toMatchObject({ name: 'Bobby', url: 'https://example.com/bob', counts: { total: 2 } });
    await Promise.all(Array.from({ length: 10 }, () => upload({ id: 'many' })));
    expect(await one('many')).toMatchObject({ counts: { total: 10, not_checked: 10, undecided: 0 } });
    expect((await all()).pagination.total).toBe(2);
  });

  it.each([
    ['{', 'author'],
    ['[]', 'author'],
    ['"u"', 'author'],
    [{}, 'author.id'],
    [{ id: '' }, 'author.id'],
    [{ id: 7 }, 'author.id'],
    [{ id: 'x'.repeat(256) }, 'author.id'],
    [{ id: 'a\u0000b' }, 'author.id'],
    [{ id: 'u', url: 'javascript:alert(1)' }, 'author.url'],
    [{ id: 'u', name: 'x'.repeat(101) }, 'author.name'],
    [{ id: 'u', created_at: 'yesterday' }, 'author.created_at'],
  ])('TRUST-B1 refuses the author %j and names the field; nothing is kept', async (said, path) => {
    const text = typeof said === 'string' ? said : JSON.stringify(said);
    const answer = await ada.apiUpload({ media: file(picture('formats/pears.png')), author: text });
    expect(faults(answer)).toEqual([400, [path]]);
    expect(await built.context.db.$count(media, eq(media.accountId, ada.accountId))).toBe(0);
    expect((await all()).authors).toEqual([]);
  });

  it('TRUST-B1 an item of a blocked author is flagged at once, free, and told; nothing analyses it', async () => {
    await analysed({ id: 'u' });
    expect(faults(await act(ada, 'u', { action: 'block' }))).toEqual([400, ['reason']]);
    const blocked = authorIn(await act(ada, 'u', { action: 'block', reason: 'Spam' }));
    expect(blocked).toMatchObject({ action: 'block', action_reason: 'Spam', action_by: { type: 'person', id: ada.userId } });
    await send(built, ada, '/webhooks', { webhookUrl: 'https://hooks.example/in' });
    const { id } = await upload({ id: 'u' }, 'form');
    const item = await itemOf(built, ada, id);
    expect(item).toMatchObject({
      moderationFlagged: true,
      processing: false,
      author: { id: 'u', action: 'block' },
      moderation: {
        passed: false,
        author_rule: 'blocked',
        label: 'other',
        ai_analysis: { flagged: true, coverage: { gore: 'not_assessed' } },
      },
    });
    expect(item.moderation?.reason).toMatch(/^The author is blocked/);
    const { db } = built.context;
    expect(await db.$count(usageEntry, eq(usageEntry.mediaId, id))).toBe(0);
    expect(await db.$count(delivery, eq(delivery.mediaId, id))).toBe(1);
    const { rows } = await db.execute(sql`select from pgboss.job where data ->> 'mediaId' = ${id}`).catch(() => ({ rows: [] }));
    expect(rows).toEqual([]);
    const waiting = (await ada.get('/api/media?status=undecided')).json<{ data: { media_uploads: MediaUpload[] } }>().data
      .media_uploads;
    expect(waiting.map((found) => found.id)).toEqual([id]);
    await send(built, ada, `/media/${id}/pass`);
    expect(await itemOf(built, ada, id)).toMatchObject({ moderationFlagged: false });
  });

  it('TRUST-B1 a repeat under the same key gets the blocked item again, and another author under it is another request', async () => {
    await upload({ id: 'u' });
    await act(ada, 'u', { action: 'block', reason: 'Spam' });
    const key = { 'idempotency-key': randomUUID() };
    const form = (id: string) => ({ media: file(picture('formats/pears.png')), author: JSON.stringify({ id }) });
    const first = resultOf(await ada.apiUpload(form('u'), { headers: key }));
    const again = resultOf(await ada.apiUpload(form('u'), { headers: key }));
    expect([again.media_upload.id, first.status, first.usage.frames_charged]).toEqual([first.media_upload.id, 'complete', 0]);
    expect((await ada.apiUpload(form('v'), { headers: key })).statusCode).toBe(422);
  });

  it('TRUST-B1 what a watched author sends goes to a person, until it ends', async () => {
    await upload({ id: 'u' });
    const until = new Date(Date.now() + 3_600_000).toISOString();
    authorIn(await act(ada, 'u', { action: 'watch', until }));
    expect(await itemOf(built, ada, await analysed({ id: 'u' }))).toMatchObject({ needs_review: true, moderationFlagged: false });
    await built.context.db.update(author).set({ actionUntil: sql`now()` }).where(eq(author.accountId, ada.accountId));
    expect(await one('u')).toMatchObject({ action: 'none', action_by: null });
    expect(await itemOf(built, ada, await analysed({ id: 'u' }))).toMatchObject({ needs_review: false });
    expect(faults(await act(ada, 'u', { action: 'watch', until: '2020-01-01T00:00:00Z' }))).toEqual([400, ['until']]);
  });

  it('TRUST-B1 strikes come from Fails whose label strikes, go with an undo, and end by days', async () => {
    const [first, second] = [await analysed({ id: 'u' }), await analysed({ id: 'u' })];
    await send(built, ada, `/media/${first}/fail`, { label: 'adult' });
    await send(built, ada, `/media/${first}/fail`, { label: 'hate' });
    built.clock.advance(1_000);
    const undoable = await send(built, ada, `/media/${second}/fail`, { label: 'adult', hold_ms: 8_000 });
    const strikes = async () => (await one('u')).strikes;
    expect(await strikes()).toMatchObject({ active: 2, list: [{ media_id: second }, { media_id: first, label: 'hate' }] });
    const { decision_id } = undoable.json<{ data: { decision_id: string } }>().data;
    await send(built, ada, `/media/${second}/undo`, { decision_id });
    expect((await strikes()).active).toBe(1);
    await built.context.db.update(decision).set({ at: sql`now() - interval '91 days'` }).where(eq(decision.mediaId, first));
    expect(await strikes()).toEqual({ active: 0, list: [] });
  });

  it('TRUST-B1 strikes act by themselves at the account’s thresholds, and what they did ends with them', async () => {
    const settings = { strike_days: 30, strikes_to_watch: 1, strikes_to_block: 2 };
    const saved = await send(built, ada, '/author-settings', settings);
    expect(saved.json<{ data: { author_settings: object } }>().data.author_settings).toEqual(settings);
    const [first, second] = [await analysed({ id: 'u' }), await analysed({ id: 'u' })];
    await send(built, ada, `/media/${first}/fail`);
    expect(await one('u')).toMatchObject({ action: 'watch', action_by: { type: 'rule' }, action_reason: '1 strike' });
    await send(built, ada, `/media/${second}/fail`);
    expect(await one('u')).toMatchObject({ action: 'block', action_by: { type: 'rule' } });
    expect((await upload({ id: 'u' }, 'form')).moderation).toMatchObject({ author_rule: 'blocked' });
    await send(built, ada, `/media/${second}/pass`);
    expect(await one('u')).toMatchObject({ action: 'watch' });
    authorIn(await act(ada, 'u', { action: 'trust' }));
    expect(await one('u')).toMatchObject({ action: 'trust', action_by: { type: 'person' } });
    await act(ada, 'u', { action: 'none' });
    await send(built, ada, `/media/${first}/pass`);
    expect(await one('u')).toMatchObject({ action: 'none', action_by: null, strikes: { active: 0 } });
  });

  it('TRUST-B1 a Fail that waits for a second person is no strike yet', async () => {
    const terms = { key: 'grave', name: 'Grave', text: 'No.', ground: 'terms', terms_reference: 'Rules', second_review: true };
    await send(built, ada, '/labels', terms);
    const ines = await joinAccount(built, ada.accountId, 'moderator');
    const id = await analysed({ id: 'u' });
    await send(built, ada, `/media/${id}/fail`, { label: 'grave' });
    expect((await one('u')).strikes.active).toBe(0);
    await send(built, ines, `/media/${id}/fail`);
    expect((await one('u')).strikes.active).toBe(1);
  });

  it('TRUST-B1 lists the newest first or those with most flags, and finds by id and name as they are typed', async () => {
    const flagged = await analysed({ id: 'a', name: 'Ann 100%' });
    await analysed({ id: 'b', name: 'Bob' });
    await send(built, ada, `/media/${flagged}/fail`);
    const ids = async (query: string) => (await all(query)).authors.map(({ id }) => id);
    expect(await ids('')).toEqual(['b', 'a']);
    expect(await ids('?sort=most_failed')).toEqual(['a', 'b']);
    expect(await ids('?search=bo')).toEqual(['b']);
    expect(await ids('?search=%25')).toEqual(['a']);
    expect(await ids('?limit=1&page=2')).toEqual(['a']);
    await act(ada, 'b', { action: 'watch' });
    expect(await ids('?action=watch')).toEqual(['b']);
    expect(await one('a')).toMatchObject({ counts: { total: 1, flagged: 1, safe: 0 }, fail_rate: { hits: 1, n: 1 } });
  });

  it('TRUST-B1 each address of a batch names its own author, and a bad one refuses the batch', async () => {
    const headers = { authorization: `Bearer ${ada.token}` };
    const post = (items: object[]) => built.app.inject({ method: 'POST', url: '/api/v1/batches', headers, payload: { items } });
    expect((await post([{ url: 'https://example.com/a.png', author: { id: '' } }])).statusCode).toBe(400);
    const made = (await post([{ url: 'http://127.0.0.1:9/a.png', author: { id: 'u' } }])).json<{ data: { batch: Batch } }>().data
      .batch;
    await runBatch(built.context, made.id, new AbortController().signal);
    const { items } = await readBatch(built.context, { accountId: ada.accountId }, made.id);
    expect(items[0]?.status).toBe('failed');
    // What was refused made nobody known.
    expect((await all()).authors).toEqual([]);
  });

  it('SEC-03 MED-06 another account has authors of its own under the same id; a viewer reads and a moderator acts', async () => {
    await upload({ id: 'u', name: 'Ours' });
    const stranger = await createUploader(built);
    expect((await ask(stranger, 'u')).statusCode).toBe(404);
    expect((await act(stranger, 'u', { action: 'trust' })).statusCode).toBe(404);
    const viewer = await joinAccount(built, ada.accountId, 'viewer');
    const moderator = await joinAccount(built, ada.accountId, 'moderator');
    expect((await ask(viewer, 'u')).statusCode).toBe(200);
    expect((await act(viewer, 'u', { action: 'trust' })).statusCode).toBe(403);
    expect((await act(moderator, 'u', { action: 'trust' })).statusCode).toBe(200);
    expect((await send(built, moderator, '/author-settings', { strike_days: 1 })).statusCode).toBe(403);
    const headers = { authorization: `Bearer ${ada.token}` };
    const url = '/api/v1/authors/u/action';
    const byToken = await built.app.inject({ method: 'POST', url, headers, payload: { action: 'watch' } });
    expect(authorIn(byToken)).toMatchObject({ action: 'watch', action_by: { type: 'token', name: 'test' } });
  });
});
