import {
  bareCredentials,
  DsaStatement,
  type Statement,
  type StatementList,
  type TransparencyPreview,
  type TransparencySettings,
} from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { account, author, decision, media, membership, notice, transparencySettings, user } from '../src/db/schema.ts';
import { writeStatements } from '../src/statements/write-statements.ts';
import { type Built, build } from './helpers/build.ts';
import { joinAccount, send, writeItem } from './helpers/review-team.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

const never = new AbortController().signal;

describe('TRUST-B6 what the transparency database is told', () => {
  let built: Built;
  let ada: Uploader;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000, allowPrivateTargets: ['127.0.0.1:9'] } });
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    ada = await createUploader(built);
  });

  const data = <T>(answer: LightMyRequestResponse, status = 200): T => {
    if (answer.statusCode !== status) throw new Error(answer.body);
    return answer.json<{ data: T }>().data;
  };
  const settingsOf = (answer: LightMyRequestResponse) =>
    data<{ transparency_settings: TransparencySettings }>(answer).transparency_settings;
  const save = (settings: object) => send(built, ada, '/transparency/settings', settings);
  const preview = async (query = '') => data<TransparencyPreview>(await ada.get(`/api/transparency/preview${query}`));
  const fail = async (mediaId: string, body: object = {}) => data(await send(built, ada, `/media/${mediaId}/fail`, body));
  const stated = async (mediaId: string): Promise<Statement> => {
    await writeStatements(built.context, never);
    const { statements } = data<StatementList>(await ada.get(`/api/statements?media_id=${mediaId}`));
    const [found] = statements;
    if (!found) throw new Error('No statement was written');
    return found;
  };

  it('begins switched off with the address of the EU, keeps what is left out, and never shows the token', async () => {
    const defaults = {
      enabled: false,
      api_url: 'https://transparency.dsa.ec.europa.eu',
      territorial_scope: [],
      content_language: null,
      has_token: false,
    };
    expect(settingsOf(await ada.get('/api/transparency/settings'))).toEqual(defaults);
    const saved = await save({ api_token: 'SECRET-7', territorial_scope: ['DE', 'AT'], content_language: 'DE' });
    expect(saved.body).not.toContain('SECRET-7');
    const told = { territorial_scope: ['DE', 'AT'], content_language: 'DE', has_token: true };
    expect(settingsOf(saved)).toEqual({ ...defaults, ...told });
    expect(settingsOf(await save({ enabled: true, content_language: null }))).toEqual({
      ...defaults,
      ...told,
      enabled: true,
      content_language: null,
    });
    const [row] = await built.context.db
      .select()
      .from(transparencySettings)
      .where(eq(transparencySettings.accountId, ada.accountId));
    expect(row?.tokenSealed).not.toContain('SECRET-7');
    expect(settingsOf(await save({ api_token: null }))).toMatchObject({ has_token: false, enabled: true });
  });

  it('sends a token to the address alone that it was entered for', async () => {
    await save({ api_token: 'SECRET-7' });
    expect(settingsOf(await save({ api_url: 'https://transparency.dsa.ec.europa.eu/' }))).toMatchObject({
      api_url: 'https://transparency.dsa.ec.europa.eu',
      has_token: true,
    });
    expect(settingsOf(await save({ api_url: 'https://elsewhere.example' })).has_token).toBe(false);
    expect(settingsOf(await save({ api_url: 'https://sandbox.example', api_token: 'b' })).has_token).toBe(true);
  });

  it.each([
    'http://transparency.example',
    'http://127.0.0.1:10/',
    'https://127.0.0.1/',
    'https://10.0.0.7',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://ada:secret@transparency.example/',
    'https://transparency.example/?a=1',
    'ftp://transparency.example',
    'transparency.example',
  ])('refuses the address %s', async (url) => {
    expect((await save({ api_url: url })).statusCode).toBe(400);
    expect(settingsOf(await ada.get('/api/transparency/settings')).api_url).toBe('https://transparency.dsa.ec.europa.eu');
  });

  it('takes a private address that the operator lists', async () => {
    expect(settingsOf(await save({ api_url: 'http://127.0.0.1:9/' })).api_url).toBe('http://127.0.0.1:9');
  });

  it.each([
    { territorial_scope: ['UK'] },
    { territorial_scope: ['DE', 'DE'] },
    { content_language: 'de' },
    { api_token: 'two words' },
    { api_token: '' },
    { enabled: 'yes' },
  ])('refuses %j', async (change) => {
    expect((await save(change)).statusCode).toBe(400);
  });

  it('is for owners alone', async () => {
    const mod = await joinAccount(built, ada.accountId, 'moderator');
    for (const path of ['settings', 'preview'])
      expect((await built.app.inject({ url: `/api/transparency/${path}`, headers: mod.headers })).statusCode).toBe(403);
    expect((await send(built, mod, '/transparency/settings', { enabled: true })).statusCode).toBe(403);
  });

  it('previews what was not sent, oldest first, in the shape of the EU and page by page', async () => {
    await save({ territorial_scope: ['DE'], content_language: 'DE' });
    const ids: string[] = [];
    for (let made = 0; made < 22; made += 1) {
      const uploaded = new Date(built.clock.now().getTime() - 86_400_000);
      const id = await writeItem(built, ada.accountId, { createdAt: uploaded });
      await fail(id, { label: made === 0 ? 'violence' : 'adult' });
      ids.push((await stated(id)).id);
    }
    const first = await preview();
    expect(first.pagination).toEqual({ page: 1, limit: 20, total: 22 });
    expect(first.invalid).toEqual([]);
    for (const one of first.statements) expect(DsaStatement.parse(one)).toEqual(one);
    const second = await preview('?page=2');
    expect([...first.statements, ...second.statements].map(({ puid }) => puid)).toEqual(ids);
    expect(first.statements[0]).toMatchObject({
      category: 'STATEMENT_CATEGORY_VIOLENCE',
      category_specification: ['KEYWORD_OTHER'],
      category_specification_other: 'violent imagery',
      territorial_scope: ['DE'],
      content_language: 'DE',
      content_date: new Date(built.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10),
      application_date: built.clock.now().toISOString().slice(0, 10),
    });
    const now = built.clock.now().getTime();
    const later = new Date(now + 60_000).toISOString();
    expect((await preview(`?from=${later}`)).pagination.total).toBe(0);
    expect((await preview(`?to=${later}`)).pagination.total).toBe(22);
  });

  it('names what breaks a rule, and why, and takes an undone decision back', async () => {
    const old = await writeItem(built, ada.accountId, { createdAt: new Date('1999-12-31T12:00:00Z') });
    await fail(old);
    const { id, number } = await stated(old);
    expect((await preview()).invalid).toEqual([
      {
        statement_id: id,
        number,
        label: 'other',
        errors: [{ path: 'content_date', message: 'Use a day from 2000-01-01 to 2038-01-01' }],
      },
    ]);
    const { db } = built.context;
    await db.update(decision).set({ undoneAt: built.clock.now() }).where(eq(decision.mediaId, old));
    expect((await preview()).pagination.total).toBe(0);
  });

  it('TRUST-B7 names what declared itself synthetic, also when the item is gone, and tells nobody else', async () => {
    const contentCredentials = { ...bareCredentials('untrusted'), synthetic: 'declared' as const };
    const mediaId = await writeItem(built, ada.accountId, { contentCredentials });
    await fail(mediaId);
    const told = await stated(mediaId);
    expect(told).not.toHaveProperty('synthetic');
    await built.context.db.delete(media).where(eq(media.id, mediaId));
    const [one] = (await preview()).statements;
    expect(one?.content_type).toEqual(['CONTENT_TYPE_IMAGE', 'CONTENT_TYPE_SYNTHETIC_MEDIA']);
  });

  it('tells of an item that is gone what its statement knows', async () => {
    const mediaId = '01990000-0000-7000-8000-00000000abcd';
    const size = { width: 10, height: 10, rotation: 0 } as const;
    const video = { kind: 'mp4', durationMs: 900, seconds: 1, ...size, codec: 'h264', frameRate: null } as const;
    await writeItem(built, ada.accountId, { id: mediaId, video });
    await fail(mediaId);
    await stated(mediaId);
    await built.context.db.delete(media).where(eq(media.id, mediaId));
    const [one] = (await preview()).statements;
    expect(one).toMatchObject({ content_type: ['CONTENT_TYPE_VIDEO'], content_date: '2025-08-31' });
  });

  it('holds nothing that anybody typed about a case: not one of the marked fields is in it', async () => {
    const { db } = built.context;
    const { accountId, userId } = ada;
    const mark = (field: string) => `MARKER-${field}`;
    await db
      .update(account)
      .set({ name: mark('account') })
      .where(eq(account.id, accountId));
    await db
      .update(user)
      .set({ name: mark('user') })
      .where(eq(user.id, userId));
    const [maker] = await db
      .insert(author)
      .values({ accountId, externalId: mark('author-id'), name: mark('author'), url: `https://a.example/${mark('url')}` })
      .returning();
    const texts = ['filename', 'originalFilename', 'title', 'description', 'caption'] as const;
    const mediaId = await writeItem(built, accountId, {
      ...Object.fromEntries(texts.map((field) => [field, mark(field)])),
      originalUrl: `https://a.example/${mark('address')}`,
      tags: [mark('tag')],
      metadata: { [mark('key')]: mark('metadata') },
      authorId: maker?.id ?? null,
    });
    await send(built, ada, '/statement-settings', {
      platform_name: mark('platform'),
      contact: mark('contact'),
      out_of_court: mark('court'),
    });
    const of = { accountId, number: 1, kind: 'dsa', source: 'article_16', ground: 'illegal' } as const;
    const said = { legalReference: mark('law'), explanation: mark('notice'), itemUrl: `https://a.example/${mark('item')}` };
    const who = { name: mark('notifier'), email: 'marker@example.com', signature: mark('signed') };
    const times = { receivedAt: built.clock.now(), dueAt: built.clock.now() };
    await db.insert(notice).values({ mediaId, ...of, ...said, ...who, ...times });
    const [{ id: noticeId } = { id: '' }] = await db.select().from(notice).where(eq(notice.accountId, accountId));
    await fail(await writeItem(built, accountId, { title: mark('other') }), { note: mark('note') });
    data(await send(built, ada, `/notices/${noticeId}/decide`, { outcome: 'removed', label: 'adult', answer: mark('answer') }));
    const { id } = await stated(mediaId);
    const list = data<StatementList>(await ada.get(`/api/statements?media_id=${mediaId}`));
    const token = list.statements[0]?.url.split('/').at(-1);
    await built.app.inject({
      method: 'POST',
      url: `/api/public/statements/${token}/appeal`,
      payload: { text: mark('appeal'), email: 'marker@example.com' },
    });
    const shown = await preview();
    expect(shown.statements).toHaveLength(2);
    expect(shown.statements.find(({ puid }) => puid === id)).toMatchObject({ source_type: 'SOURCE_ARTICLE_16' });
    expect(JSON.stringify(shown)).not.toMatch(/marker/i);
    expect(await db.$count(membership, eq(membership.accountId, accountId))).toBe(1);
  });
});
