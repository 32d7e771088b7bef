import type { AuthorErasure, DataExport, Statement } from '@clearframe/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  analysis,
  author,
  authorErasure,
  decision,
  delivery,
  deliveryAttempt,
  knownPicture,
  knownState,
  media,
  savedView,
  statement,
  tusUpload,
} from '../src/db/schema.ts';
import { leaseUpload } from '../src/doors/tus/tus-lease.ts';
import { eraseAuthor, resumeErasures } from '../src/erasures/erase-author.ts';
import { eraseItems } from '../src/erasures/erase-items.ts';
import { makeExport } from '../src/exports/make-export.ts';
import { decideNotice } from '../src/notices/decide-notice.ts';
import { fileNotice } from '../src/notices/receive-notice.ts';
import { writeStatements } from '../src/statements/write-statements.ts';
import { type Built, build } from './helpers/build.ts';
import { lockWaiters } from './helpers/lock-waiters.ts';
import { joinAccount, send, writeItem } from './helpers/review-team.ts';
import { createUploader, file, moderateNow, picture, quickExaminer, resultOf, type Uploader } from './helpers/uploads.ts';

const never = new AbortController().signal;
/** Stands in everything that says who somebody is; another one in each test. */
let marker = '';
let id = '';
let tests = 0;

describe('TRUST-B1 erasing and exporting an author', () => {
  let built: Built;
  let ada: Uploader;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    ada = await createUploader(built);
    tests += 1;
    marker = `kumquat${tests}`;
    id = `${marker}/1 ?`;
  });

  const data = <T>(answer: LightMyRequestResponse, status = 200): T => {
    if (answer.statusCode !== status) throw new Error(answer.body);
    return answer.json<{ data: T }>().data;
  };
  const codeOf = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json<{ code?: string }>().code];
  const upload = async (of: string = id) => {
    const said = JSON.stringify({ id: of, name: `${marker} K`, url: `https://example.com/${marker}` });
    const { id: made } = resultOf(
      await ada.apiUpload({ media: file(picture('formats/pears.png')), author: said }, { query: '?wait=0' }),
    ).media_upload;
    await moderateNow(built.context, quickExaminer, { mediaId: made, attempt: 1 });
    return made;
  };
  const fail = async (mediaId: string) => data(await send(built, ada, `/media/${mediaId}/fail`, {}));
  const stated = async (mediaId: string): Promise<Statement> => {
    await fail(mediaId);
    await writeStatements(built.context, never);
    const [one] = data<{ statements: Statement[] }>(await ada.get(`/api/statements?media_id=${mediaId}`)).statements;
    if (!one) throw new Error('No statement was written');
    return one;
  };
  const appealTo = (one: Statement) =>
    built.app.inject({
      method: 'POST',
      url: `/api/v1/statements/${one.id}/appeal`,
      headers: { authorization: `Bearer ${ada.token}` },
      payload: { text: `I am ${marker}.`, email: `${marker}@example.com` },
    });
  const path = (call: string, of: string = id) => `/authors/${encodeURIComponent(of)}/${call}`;
  const ask = async (items: AuthorErasure['items']) =>
    data<{ erasure: AuthorErasure }>(await send(built, ada, path('erase'), { items }), 202).erasure;
  const work = (one: AuthorErasure) => eraseAuthor(built.context, one.id, never);
  const read = async (one: AuthorErasure) =>
    data<{ erasure: AuthorErasure }>(await ada.get(`/api/author-erasures/${one.id}`)).erasure;
  const hook = async () =>
    data(
      await send(built, ada, '/webhooks', {
        webhookUrl: 'https://hooks.example/in',
        events: ['media.analysis.completed', 'statement.created', 'appeal.received', 'erasure.done'],
      }),
      200,
    );
  const waiters = () => lockWaiters(built.context.db);
  const isThere = async (mediaId: string) => (await built.context.db.$count(media, eq(media.id, mediaId))) > 0;
  /** Every row of every table in which the marker stands, by table. The queue's own tables lie in another schema. */
  const mentions = async () => {
    const { rows: tables } = await built.context.db.execute<{ name: string }>(
      sql`select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await built.context.db.execute(
        sql`select 1 from ${sql.identifier(name)} t where to_jsonb(t)::text like ${`%${marker}%`} limit 1`,
      );
      if (rows.length > 0) found.push(name);
    }
    return found.sort();
  };

  it('removes items with files, hashes, strikes and what webhooks were told, and no table knows the person any more', async () => {
    await hook();
    const items = [await upload(), await upload(), await upload()];
    const other = await upload('somebody else');
    await built.context.db.update(author).set({ name: null, url: null }).where(eq(author.externalId, 'somebody else'));
    const one = await stated(items[0] ?? '');
    await appealTo(one);
    const bob = await joinAccount(built, ada.accountId, 'moderator');
    const [appeal] = data<{ appeals: { id: string }[] }>(await ada.get('/api/appeals')).appeals;
    data(await send(built, bob, `/appeals/${appeal?.id}/decide`, { outcome: 'upheld', answer: 'We looked.' }));
    await built.context.db.insert(savedView).values({
      accountId: ada.accountId,
      userId: ada.userId,
      name: 'Theirs',
      filter: { sort: 'newest', author: id },
      shared: true,
    });
    // What was told to hooks about somebody else's item holds nothing of theirs.
    await built.context.db.delete(delivery).where(eq(delivery.mediaId, other));
    expect(await mentions()).toEqual(['appeal', 'author', 'delivery', 'saved_view', 'statement']);

    const erasure = await ask('delete');
    expect(erasure).toMatchObject({ state: 'queued', items: 'delete', items_total: 3, items_done: 0, withheld: 0 });
    expect((await ada.get(`/api/authors/${encodeURIComponent(id)}`)).statusCode).toBe(404);
    expect(codeOf(await send(built, ada, path('erase'), { items: 'delete' }))).toEqual([404, undefined]);
    await work(erasure);
    expect(await read(erasure)).toMatchObject({ state: 'done', items_done: 3, withheld: 0 });
    expect(await Promise.all(items.map(isThere))).toEqual([false, false, false]);
    expect(await isThere(other)).toBe(true);
    expect(await built.context.db.$count(knownPicture, eq(knownPicture.accountId, ada.accountId))).toBe(0);
    expect(await mentions()).toEqual([]);
    const [told] = await built.context.db
      .select()
      .from(delivery)
      .where(and(eq(delivery.accountId, ada.accountId), eq(delivery.event, 'erasure.done')));
    expect(JSON.parse(told?.body ?? '{}')).toMatchObject({ data: { erasure: { id: erasure.id, state: 'done' } } });
    // Their statement stays, and its number with it.
    expect(data<{ statement: Statement }>(await ada.get(`/api/statements/${one.id}`)).statement).toMatchObject({
      author_id: null,
      number: one.number,
    });
    // A second run of the job finds nothing to do.
    await work(erasure);
    const { entries } = data<{ entries: { action: string; subject: { id: string } }[] }>(await ada.get('/api/audit'));
    const acts = entries.filter(({ action }) => action.startsWith('author.eras'));
    expect(acts.map(({ action }) => action)).toEqual(['author.erased', 'author.erasure_requested']);
    expect(JSON.stringify(acts)).not.toContain(marker);
  });

  it('anonymise keeps the items and takes who made them, also out of an event that waits', async () => {
    await hook();
    const item = await upload();
    await stated(item);
    const ofItem = eq(delivery.mediaId, item);
    const told = await built.context.db.select().from(delivery).where(ofItem);
    // A failed attempt's answer may repeat what it was sent.
    for (const { id: deliveryId } of told) {
      const attempt = { deliveryId, number: 1, at: built.clock.now(), durationMs: 1, status: 500, response: marker };
      await built.context.db.insert(deliveryAttempt).values(attempt);
    }
    // A decision cancelled it, and may be taken back.
    const [verdict] = await built.context.db
      .update(delivery)
      .set({ state: 'cancelled', cancelledBy: item })
      .where(and(ofItem, eq(delivery.event, 'media.analysis.completed')))
      .returning();
    if (!verdict) throw new Error('Nothing was told of the verdict');
    const erasure = await ask('anonymise');
    await work(erasure);
    expect(await read(erasure)).toMatchObject({ state: 'done', items: 'anonymise', items_total: 1, items_done: 1, withheld: 0 });
    const answer = data<{ media_upload: { author: unknown; moderationFlagged: boolean } }>(await ada.get(`/api/media/${item}`));
    expect(answer.media_upload).toMatchObject({ author: null, moderationFlagged: true });
    expect(await mentions()).toEqual([]);
    const waiting = await built.context.db.select().from(delivery).where(eq(delivery.mediaId, item));
    expect(waiting.map(({ event, state }) => [event, state])).toContainEqual(['statement.created', 'waiting']);
    for (const { body } of waiting)
      expect(JSON.parse(body ?? '')).toMatchObject({ data: { media_upload: { id: item, author: null } } });
  });

  it('leaves what is held, noticed or appealed, without its author, and erases an open appeal once it is decided', async () => {
    const [held, noticed, appealed, free] = [await upload(), await upload(), await upload(), await upload()];
    await built.context.db
      .update(media)
      .set({ legalHoldAt: built.clock.now(), legalHoldReason: 'court' })
      .where(eq(media.id, held));
    const said = { kind: 'dsa', ground: 'illegal', explanation: 'It is mine.', name: 'N', email: 'n@example.com' } as const;
    const by = { accountId: ada.accountId, tokenName: 'a' };
    await fileNotice(built.context, by, { ...said, good_faith: true, media_id: noticed });
    const one = await stated(appealed);
    await appealTo(one);
    const erasure = await ask('delete');
    await work(erasure);
    expect(await read(erasure)).toMatchObject({ items_total: 4, items_done: 4, withheld: 3 });
    expect(await Promise.all([held, noticed, appealed, free].map(isThere))).toEqual([true, true, true, false]);
    expect(await mentions()).toEqual(['appeal']);
    const [open] = data<{ appeals: { id: string; text: string }[] }>(await ada.get('/api/appeals')).appeals;
    expect(open?.text).toBe(`I am ${marker}.`);
    const bob = await joinAccount(built, ada.accountId, 'moderator');
    data(await send(built, bob, `/appeals/${open?.id}/decide`, { outcome: 'reversed', answer: 'You were right.' }));
    expect(await built.mailsTo(`${marker}@example.com`)).toHaveLength(1);
    expect(await mentions()).toEqual([]);
  });

  it.each(['delete', 'anonymise'] as const)(
    'erases an open appeal that nobody can decide, as its decision was undone (%s)',
    async (items) => {
      const one = await stated(await upload());
      await appealTo(one);
      await built.context.db.update(decision).set({ undoneAt: built.clock.now() }).where(eq(decision.mediaId, one.media_id));
      await work(await ask(items));
      expect(await mentions()).toEqual([]);
    },
  );

  it('a new upload under the same id is by somebody new, whom a job under way leaves alone', async () => {
    await upload();
    const erasure = await ask('delete');
    built.clock.advance(1_000);
    const later = await upload();
    const one = await stated(later);
    await work(erasure);
    expect(await isThere(later)).toBe(true);
    expect((await ada.get(`/api/authors/${encodeURIComponent(id)}`)).statusCode).toBe(200);
    const [kept] = await built.context.db.select().from(statement).where(eq(statement.id, one.id));
    expect(kept?.authorId).toBe(id);
  });

  it.each([
    ['whose clock was ahead', 60_000],
    ['whose clock was behind', -60_000],
  ])('erases what they were told before and nothing of who came after, by a machine %s', async (_whose, ms) => {
    const before = await stated(await upload());
    const erasure = await ask('anonymise');
    const after = await stated(await upload());
    const { db } = built.context;
    const at = new Date(Date.parse(erasure.created_at) + ms);
    for (const { id: which } of [before, after]) await db.update(statement).set({ createdAt: at }).where(eq(statement.id, which));
    await work(erasure);
    const rows = await db.select().from(statement).where(eq(statement.accountId, ada.accountId)).orderBy(statement.number);
    expect(rows.map(({ authorId }) => authorId)).toEqual([null, id]);
  });

  it('goes by the time of an erasure that the version before began', async () => {
    const before = await stated(await upload());
    const erasure = await ask('anonymise');
    built.clock.advance(1_000);
    const after = await stated(await upload());
    const { db } = built.context;
    await db.update(authorErasure).set({ lastStatement: null }).where(eq(authorErasure.id, erasure.id));
    await work(erasure);
    const rows = await db.select().from(statement).where(eq(statement.accountId, ada.accountId)).orderBy(statement.number);
    expect(rows.map((row) => [row.id, row.authorId])).toEqual([
      [before.id, null],
      [after.id, id],
    ]);
  });

  it('waits in no circle with a notice that fails several items of which one is theirs', async () => {
    const { db } = built.context;
    const theirs = [await upload(), await upload()].sort();
    const [first = '', second = ''] = theirs;
    const reads = { hash: { pdq: '0f'.repeat(32), mirrored: 'f0'.repeat(32), quality: 100 } };
    await db
      .update(analysis)
      .set({ analysis: sql`${analysis.analysis} || ${JSON.stringify(reads)}::jsonb` })
      .where(inArray(analysis.mediaId, theirs));
    // The first is of somebody else.
    await db.update(media).set({ authorId: null }).where(eq(media.id, first));
    await fail(second);
    const filed = await fileNotice(
      built.context,
      { accountId: ada.accountId, tokenName: 'a' },
      {
        kind: 'dsa',
        ground: 'illegal',
        explanation: 'It is mine.',
        name: 'N',
        email: 'n@example.com',
        good_faith: true,
      },
    );
    const asked = await ask('delete');
    const [erasure] = await db.select().from(authorErasure).where(eq(authorErasure.accountId, ada.accountId));
    if (!erasure) throw new Error('No erasure');
    const release = Promise.withResolvers<void>();
    const holding = db.transaction(async (tx) => {
      await tx.select().from(knownState).where(eq(knownState.accountId, ada.accountId)).for('update');
      await release.promise;
    });
    const deciding = decideNotice(built.context, { accountId: ada.accountId, userId: ada.userId }, filed, {
      outcome: 'removed',
      media_ids: theirs,
      answer: 'It went.',
    });
    await expect.poll(waiters).toBe(1);
    const erasing = eraseItems(built.context, erasure);
    await expect.poll(waiters).toBe(2);
    release.resolve();
    const ends = await Promise.allSettled([holding, deciding, erasing]);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(await built.context.db.$count(media, eq(media.id, second))).toBe(0);
    await work(asked);
  });

  it('goes on where a run was cut off, also when two run at once, and counts each item once', async () => {
    const of = { accountId: ada.accountId, externalId: 'many' };
    const [row] = await built.context.db.insert(author).values(of).returning();
    for (let n = 0; n < 120; n += 1) await writeItem(built, ada.accountId, { authorId: row?.id ?? '' });
    const erasure = data<{ erasure: AuthorErasure }>(
      await send(built, ada, path('erase', 'many'), { items: 'delete' }),
      202,
    ).erasure;
    const [begun] = await built.context.db.select().from(authorErasure).where(eq(authorErasure.id, erasure.id));
    if (!begun) throw new Error('No row');
    expect(await eraseItems(built.context, begun)).toBe(50);
    expect(await read(erasure)).toMatchObject({ state: 'running', items_total: 120, items_done: 50 });
    await Promise.all([work(erasure), work(erasure)]);
    expect(await read(erasure)).toMatchObject({ state: 'done', items_done: 120, withheld: 0 });
    const done = and(eq(delivery.accountId, ada.accountId), eq(delivery.event, 'erasure.done'));
    expect(await built.context.db.$count(delivery, done)).toBe(0);
  });

  it('takes them out of a resumable upload under way, which makes nobody of them again, and ends the lease of who sends it', async () => {
    await upload();
    const bytes = picture('formats/pears.png');
    const of64 = (text: string) => Buffer.from(text).toString('base64');
    const begin = async (of: string) => {
      const said = `filename ${of64('p.png')},author ${of64(JSON.stringify({ id: of, name: marker }))},title ${of64('T')}`;
      const headers = {
        authorization: `Bearer ${ada.token}`,
        'tus-resumable': '1.0.0',
        'upload-length': String(bytes.length),
        'upload-metadata': said,
      };
      const created = await built.app.inject({ method: 'POST', url: '/api/v1/tus', headers });
      expect(created.statusCode).toBe(201);
      return new URL(String(created.headers['location']), 'http://localhost').pathname;
    };
    const send = (url: string) => {
      const headers = {
        authorization: `Bearer ${ada.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      };
      return built.app.inject({ method: 'PATCH', url, headers, payload: bytes });
    };
    const [ended, open, leased, others] = [await begin(id), await begin(id), await begin(id), await begin('somebody else')];
    expect((await send(ended)).statusCode).toBe(204);
    const { db } = built.context;
    const lease = await leaseUpload(built.context, { accountId: ada.accountId }, leased.split('/').at(-1) ?? '');
    expect(lease.upload.fields['author']).toContain(marker);
    await db.update(author).set({ name: null }).where(eq(author.externalId, 'somebody else'));
    const erasure = await ask('delete');
    const held = await db.update(tusUpload).set({ leaseId: null }).where(lease.isHeld).returning();
    await lease.end();
    expect(held).toEqual([]);
    const [first] = await db
      .select()
      .from(tusUpload)
      .where(eq(tusUpload.id, open.split('/').at(-1) ?? ''));
    expect(first).toMatchObject({ fields: { filename: 'p.png', title: 'T' } });
    expect(first?.sentMetadata).toBe(`filename ${of64('p.png')},title ${of64('T')}`);
    await work(erasure);
    const finished = await send(open);
    expect(finished.statusCode).toBe(204);
    expect((await ada.get(`/api/authors/${encodeURIComponent(id)}`)).statusCode).toBe(404);
    const rows = await db.select().from(tusUpload).where(eq(tusUpload.accountId, ada.accountId));
    const named = rows.filter(({ fields }) => fields['author'] !== undefined);
    expect(named.map((row) => row.id)).toEqual([others.split('/').at(-1)]);
    const [made] = await db
      .select()
      .from(media)
      .where(eq(media.id, String(finished.headers['x-clearframe-media-id'])));
    expect(made).toMatchObject({ authorId: null, title: 'T' });
  });

  it('the sweep has an erasure done whose job is gone', async () => {
    await upload();
    await ask('delete');
    await built.context.db.execute(sql`delete from pgboss.job where name = 'erase-author'`);
    expect(await resumeErasures(built.context)).toBe(0);
    built.clock.advance(16 * 60_000);
    expect(await resumeErasures(built.context)).toBe(1);
    expect(await resumeErasures(built.context)).toBe(0);
  });

  it('asks an owner for a fresh proof, and lets no moderator erase or export', async () => {
    await upload();
    const bob = await joinAccount(built, ada.accountId, 'moderator');
    expect((await send(built, bob, path('erase'), { items: 'delete' })).statusCode).toBe(403);
    expect((await send(built, bob, path('export'))).statusCode).toBe(403);
    built.clock.advance(11 * 60_000);
    expect(codeOf(await send(built, ada, path('erase'), { items: 'delete' }))).toEqual([403, 'confirmation_required']);
  });

  it('a program exports an author: items, results, decisions, strikes, statements and files, and erasing removes the file', async () => {
    const item = await upload();
    await upload('somebody else');
    const one = await stated(item);
    await appealTo(one);
    await built.context.db.update(decision).set({ note: 'internal' }).where(eq(decision.mediaId, item));
    const byAda = { type: 'person', id: ada.userId, name: 'internal' } as const;
    const set = { action: 'watch', actionReason: 'internal', actionBy: byAda } as const;
    await built.context.db.update(author).set(set).where(eq(author.externalId, id));
    const bearer = { authorization: `Bearer ${ada.token}` };
    const call = (method: 'GET' | 'POST', url: string) => built.app.inject({ method, url: `/api/v1${url}`, headers: bearer });
    const asked = data<{ export: DataExport }>(await call('POST', path('export')), 202).export;
    expect(asked).toMatchObject({ kind: 'author', state: 'queued' });
    expect(codeOf(await call('POST', path('export')))).toEqual([409, undefined]);
    expect(data<{ url: string | null }>(await call('GET', `/exports/${asked.id}`)).url).toBeNull();
    await makeExport(built.context, asked.id, never);
    const made = data<{ export: DataExport; url: string }>(await call('GET', `/exports/${asked.id}`));
    expect(made.export).toMatchObject({ state: 'done', done: 1, total: 1 });
    const fetched = await built.app.inject({ url: made.url.replace(built.context.config.publicUrl, '') });
    const files = unzipSync(fetched.rawPayload);
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    const names = Object.keys(files).sort();
    expect(names).toHaveLength(7);
    expect(names.filter((name) => name.startsWith('files/'))).toHaveLength(1);
    expect(JSON.parse(text('author.json'))).toMatchObject({ id, strikes: { active: 1 } });
    expect(JSON.parse(text('strikes.jsonl'))).toMatchObject({ media_id: item });
    expect(JSON.parse(text('media.jsonl'))).toMatchObject({ id: item, results: [{}], decisions: [{ to: true }] });
    expect(JSON.parse(text('statements.jsonl'))).toMatchObject({ id: one.id, appeal: { text: `I am ${marker}.` } });
    // A platform hands it to the author: it neither names those who moderate nor tells what they wrote for each other.
    for (const name of names.filter((one) => !one.startsWith('files/')))
      for (const word of [
        'internal',
        ada.userId,
        ada.accountId,
        '"by"',
        '"byToken"',
        '"note"',
        'deciders',
        'decidedBy',
        'action_by',
      ])
        expect(text(name).includes(word), `${word} in ${name}`).toBe(false);
    // An owner's own ones are theirs alone.
    expect(
      (await call('GET', `/exports/${data<{ export: DataExport }>(await send(built, ada, path('export')), 202).export.id}`))
        .statusCode,
    ).toBe(404);
    data(await send(built, ada, path('erase'), { items: 'delete' }), 202);
    expect((await call('GET', `/exports/${asked.id}`)).statusCode).toBe(404);
  });
});
