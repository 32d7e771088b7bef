import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Notice, NoticeList, NoticeReceipt, PublicNotice, ShownNoticeSettings } from '@clearframe/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../src/app.ts';
import { decision, knownPicture, media, notice } from '../src/db/schema.ts';
import { advanceTrust } from '../src/notices/advance-trust.ts';
import { decideNotice } from '../src/notices/decide-notice.ts';
import { linkNotice, searchCopies } from '../src/notices/link-notice.ts';
import { type Built, build } from './helpers/build.ts';
import { lockWaiters } from './helpers/lock-waiters.ts';
import { joinAccount, send } from './helpers/review-team.ts';
import { createCookieBox, post } from './helpers/sign-in.ts';
import { createUploader, file, moderateNow, picture, quickExaminer, resultOf, type Uploader } from './helpers/uploads.ts';

const hourMs = 3_600_000;
const digits = (text: string) => createHash('sha256').update(text).digest('hex');
/** The same hash with some bits of its end turned over. */
const near = (hash: string, bits: number) => {
  const bytes = Buffer.from(hash, 'hex');
  for (let bit = 0; bit < bits; bit++) bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return bytes.toString('hex');
};

describe('notices from outside', () => {
  let built: Built;
  let ada: Uploader;
  let clients = 0;
  const freshIp = () => `10.77.${clients >> 8}.${++clients & 255}`;
  beforeAll(async () => {
    built = await build({ config: { rateLimitScale: 1, throughputScale: 1000 } });
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    ada = await createUploader(built);
  });

  const upload = async (hash: string, mirrored = digits(randomUUID()), who = ada): Promise<string> => {
    const { id } = resultOf(
      await who.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0' }),
    ).media_upload;
    const examine: typeof quickExaminer.examine = async (...given) => {
      const result = await quickExaminer.examine(...given);
      return { ...result, analysis: { ...result.analysis, hash: { pdq: hash, mirrored, quality: 100 } } };
    };
    await moderateNow(built.context, { ...quickExaminer, examine }, { mediaId: id, attempt: 1 });
    return id;
  };
  /** More items than a search compares at a time. */
  const addMany = () =>
    built.context.db.execute(sql`
      insert into media (id, account_id, source, filename, original_filename, tags, kind, mime_type, file_size_bytes, object_key, state)
      select gen_random_uuid(), ${ada.accountId}::uuid, 'api', 'f', 'f', '{}', 'png', 'image/png', 1, gen_random_uuid()::text, 'done'
      from generate_series(1, 2100)`);
  const email = () => `${randomUUID()}@example.com`;
  const said = (more: object = {}) => ({
    kind: 'dsa',
    ground: 'illegal',
    explanation: 'This picture was made by me.',
    name: 'Nora Notifier',
    email: email(),
    good_faith: true,
    ...more,
  });
  const noticeIn = (answer: LightMyRequestResponse): Notice => {
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<{ data: { notice: Notice } }>().data.notice;
  };
  const api = (method: 'GET' | 'POST', path: string, body?: object, who = ada) =>
    built.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${who.token}` },
      ...(body ? { payload: body } : {}),
    });
  const fileOne = async (more: object) => noticeIn(await api('POST', '/notices', said(more)));
  const decide = (id: string, body: object, who: Pick<Uploader, 'headers'> = ada) =>
    send(built, who, `/notices/${id}/decide`, body);
  const flagged = async (id: string) =>
    (await built.context.db.select().from(media).where(eq(media.id, id)))[0]?.moderationFlagged;
  const openForm = async (): Promise<ShownNoticeSettings> => {
    const answer = await send(built, ada, '/notice-settings', { enabled: true, notice_hours: 24, intro: 'Tell us.' });
    return answer.json<{ data: { notice_settings: ShownNoticeSettings } }>().data.notice_settings;
  };
  const byForm = (formId: string, body: object, ip = freshIp()) =>
    post(built, `/api/notices/form/${formId}`, { ...body, recaptchaToken: 'off' }, createCookieBox(), ip);

  it('TRUST-B4 a program files a notice about an item, and the notifier has an acknowledgement with a status link', async () => {
    const id = await upload(digits('one'));
    const to = email();
    const filed = await fileOne({ media_id: id, email: to });
    expect(filed).toMatchObject({ number: 1, kind: 'dsa', source: 'article_16', status: 'open', overdue: false, decision: null });
    expect(filed.media?.id).toBe(id);
    expect(filed.notifier).toEqual({ name: 'Nora Notifier', email: to, on_behalf_of: null });
    expect(Date.parse(filed.due_at) - Date.parse(filed.received_at)).toBe(168 * hourMs);
    const [mail] = await built.mailsTo(to);
    expect(mail?.subject).toBe('Notice 1 received');
    expect(mail?.text).not.toContain('made by me');
    const token = /notice\/status\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const status = await built.app.inject({ url: `/api/notices/status/${token}` });
    expect(status.json<{ data: { notice: PublicNotice } }>().data.notice).toEqual({
      number: 1,
      received_at: filed.received_at,
      due_at: filed.due_at,
      status: 'open',
      outcome: null,
      answer: null,
      acknowledgement: '',
    });
    const page = await built.app.inject({ url: `/notice/status/${token}` });
    expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'x-robots-tag': 'noindex' });
    expect(page.body).toContain('Waiting for a decision.');
    const due = new Date(filed.due_at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
    expect(page.body).toContain(`<time datetime="${filed.due_at}">${due} UTC</time>`);
    expect(mail?.text).toContain(`Expect a decision by ${due} UTC.`);
    expect([...(mail?.text ?? '').matchAll(/The platform received/g)]).toHaveLength(1);
    await decide(filed.id, { outcome: 'no_action', answer: 'It <stays>.' });
    const answered = await built.app.inject({ url: `/notice/status/${token}` });
    expect(answered.body).toContain('No action was taken.');
    expect(answered.body).toContain('It &lt;stays&gt;.');
    expect((await built.app.inject({ url: '/notice/status/nothing' })).statusCode).toBe(404);
    for (const wrong of [`${filed.id}.AAAA`, filed.id, 'nothing', `${randomUUID()}.${token.split('.')[1]}`])
      expect((await built.app.inject({ url: `/api/notices/status/${wrong}` })).statusCode, wrong).toBe(404);
    expect((await fileOne({ media_id: id })).number).toBe(2);
  });

  it('TRUST-B4 finds the item by its address, and says which fields are missing', async () => {
    const id = await upload(digits('address'));
    await built.context.db
      .update(media)
      .set({ metadata: { url: 'https://shop.example/p/1' } })
      .where(eq(media.id, id));
    expect((await fileOne({ item_url: 'https://shop.example/p/1' })).media?.id).toBe(id);
    expect((await fileOne({ item_url: 'https://shop.example/p/2' })).media).toBeNull();
    const other = await createUploader(built);
    const foreign = await upload(digits('foreign'), undefined, other);
    expect((await api('POST', '/notices', said({ media_id: foreign }))).statusCode).toBe(404);
    const refused: [object, string][] = [
      [said(), 'item_url'],
      [said({ media_id: id, good_faith: false }), 'good_faith'],
      [said({ media_id: id, name: undefined }), 'name'],
      [said({ media_id: id, kind: 'take_it_down' }), 'signature'],
      [said({ item_url: 'ftp://shop.example/1' }), 'item_url'],
    ];
    for (const [body, path] of refused) {
      const answer = await api('POST', '/notices', body);
      const paths = (answer.json<{ errors?: { path: string }[] }>().errors ?? []).map((one) => one.path);
      expect([answer.statusCode, paths]).toEqual([400, [path]]);
    }
    const anonymous = { media_id: id, kind: 'child_safety', name: undefined, email: undefined };
    expect((await fileOne(anonymous)).notifier).toBeNull();
  });

  it('TRUST-B4 a visitor sends a notice by the form while it is open, and its limits tell nothing of who exists', async () => {
    const { form_id, form_url, enabled } = await openForm();
    expect([enabled, form_url.endsWith(`/notice/${form_id}`)]).toEqual([true, true]);
    const id = await upload(digits('form'));
    const shown = await built.app.inject({ url: `/api/notices/form/${form_id}`, remoteAddress: freshIp() });
    expect(shown.json<{ data: object }>().data).toEqual({ account_name: 'this platform', intro: 'Tell us.' });
    await send(built, ada, '/statement-settings', { platform_name: 'Pears Market' });
    const named = await built.app.inject({ url: `/api/notices/form/${form_id}`, remoteAddress: freshIp() });
    expect(named.json<{ data: object }>().data).toMatchObject({ account_name: 'Pears Market' });
    const answer = await byForm(form_id, said({ media_id: id }));
    const { notice: receipt } = answer.json<{ data: { notice: NoticeReceipt } }>().data;
    expect(receipt).toMatchObject({ number: 1 });
    expect(Date.parse(receipt.due_at) - Date.parse(receipt.received_at)).toBe(24 * hourMs);
    const [stored] = await built.context.db.select().from(notice).where(eq(notice.accountId, ada.accountId));
    expect(stored?.source).toBe('article_16');
    // The same answer for an item that exists nowhere, and for one of another account.
    const nowhere = randomUUID();
    const foreign = await upload(digits('form-foreign'), undefined, await createUploader(built));
    for (const media_id of [nowhere, foreign]) expect((await byForm(form_id, said({ media_id }))).statusCode).toBe(200);
    const all = await built.context.db.select().from(notice).where(eq(notice.accountId, ada.accountId));
    const meant = all.map(({ itemUrl, mediaId }) => [mediaId, itemUrl]);
    expect(meant).toEqual(
      expect.arrayContaining([
        [null, `urn:uuid:${nowhere}`],
        [null, `urn:uuid:${foreign}`],
      ]),
    );
    const ip = freshIp();
    const unknown = [];
    for (let n = 0; n < 6; n++) unknown.push((await byForm('unknown', said({ media_id: id }), ip)).statusCode);
    expect(unknown).toEqual([404, 404, 404, 404, 404, 429]);
    const to = email();
    const mails = [];
    for (let n = 0; n < 4; n++) mails.push((await byForm(form_id, said({ media_id: id, email: to }))).statusCode);
    expect(mails).toEqual([200, 200, 200, 429]);
    await send(built, ada, '/notice-settings', { enabled: false });
    expect((await byForm(form_id, said({ media_id: id }))).statusCode).toBe(404);
  });

  it('TRUST-B4 has a page for an open form alone, and a closed one looks like one that never was', async () => {
    const { form_id } = await openForm();
    const pages = await mkdtemp(join(tmpdir(), 'clearframe-pages-'));
    await mkdir(join(pages, 'notice'));
    await writeFile(join(pages, 'notice/index.html'), '<html><head></head><body>The form</body></html>');
    await writeFile(join(pages, '404.html'), '<html><head></head><body>Missing</body></html>');
    const app = await createApp(built.context, pages);
    const open = (id: string, ip = freshIp()) => app.inject({ url: `/notice/${id}`, remoteAddress: ip });
    const shown = await open(form_id);
    expect([shown.statusCode, shown.headers['x-robots-tag']]).toEqual([200, 'noindex']);
    expect(shown.body).toContain('The form');
    await send(built, ada, '/notice-settings', { enabled: false });
    const [closed, unknown] = [await open(form_id), await open('unknown')];
    expect([closed.statusCode, unknown.statusCode]).toEqual([404, 404]);
    expect([closed.body, closed.body]).toEqual([unknown.body, expect.stringContaining('Missing')]);
    await app.close();
    await rm(pages, { recursive: true });
  });

  it('TRUST-B4 names every missing field at once', async () => {
    const { form_id } = await openForm();
    const answer = await byForm(form_id, { kind: 'take_it_down', explanation: '', good_faith: false });
    const { errors } = answer.json<{ errors: { path: string; message: string }[] }>();
    expect(Object.fromEntries(errors.map(({ path, message }) => [path, message]))).toEqual({
      item_url: 'Say which item: its address or its id',
      ground: 'Choose why it should not stay',
      explanation: 'Explain what is wrong with it',
      name: 'Enter your name',
      email: 'Enter your email address',
      good_faith: 'Confirm that the notice is accurate and complete',
      signature: 'Sign with your name',
    });
  });

  it('TRUST-B4 finds copies within 31 bits, mirrored ones too, and searches again for another item', async () => {
    const [hash, mirror] = [digits(randomUUID()), digits(randomUUID())];
    const id = await upload(hash, mirror);
    const smaller = await upload(near(hash, 12));
    const mirrored = await upload(near(mirror, 31));
    await upload(near(hash, 32));
    const filed = await fileOne({ kind: 'other', item_url: 'https://elsewhere.example/' });
    expect(filed.copies).toEqual([]);
    const answer = await send(built, ada, `/notices/${filed.id}/link`, { media_id: id });
    const linked = noticeIn(answer);
    expect(linked.copies).toEqual([
      { media_id: smaller, distance: 12, mirrored: false, flagged: false },
      { media_id: mirrored, distance: 31, mirrored: true, flagged: false },
    ]);
    const viewer = await joinAccount(built, ada.accountId, 'viewer');
    expect((await send(built, viewer, `/notices/${filed.id}/link`, { media_id: id })).statusCode).toBe(403);
    // The queued search runs after a crash, or twice, without harm.
    await searchCopies(built.context, filed.id);
    expect(noticeIn(await api('GET', `/notices/${filed.id}`)).copies).toEqual(linked.copies);
  });

  it('TRUST-B4 a search for copies that runs out of time says so, keeps what it found, and a longer one completes it', async () => {
    const hash = digits(randomUUID());
    const id = await upload(hash);
    await upload(near(hash, 12));
    await addMany();
    const filed = await fileOne({ kind: 'other', media_id: id });
    expect(filed).toMatchObject({ copies_complete: true, copies: [{ distance: 12 }] });
    await searchCopies(built.context, filed.id, 0);
    expect(noticeIn(await api('GET', `/notices/${filed.id}`)).copies_complete).toBe(false);
    await searchCopies(built.context, filed.id);
    expect(noticeIn(await api('GET', `/notices/${filed.id}`))).toMatchObject({
      copies_complete: true,
      copies: [{ distance: 12 }],
    });
  });

  it('TRUST-B4 says that copies are not complete until somebody has searched, also after a link', async () => {
    const [id, other] = [await upload(digits(randomUUID())), await upload(digits(randomUUID()))];
    const { form_id } = await openForm();
    expect((await byForm(form_id, said({ item_url: `https://elsewhere.example/${id}` }))).statusCode).toBe(200);
    const [row] = await built.context.db.select().from(notice).where(eq(notice.accountId, ada.accountId));
    if (!row) throw new Error('No notice');
    const shown = async () => noticeIn(await api('GET', `/notices/${row.id}`));
    expect(await shown()).toMatchObject({ media: null, copies: [], copies_searched: false, copies_complete: false });
    expect(noticeIn(await send(built, ada, `/notices/${row.id}/link`, { media_id: id })).copies_complete).toBe(true);
    const { db } = built.context;
    const dies: typeof db = Object.assign(Object.create(db), {
      select: () => {
        throw new Error('The process died before it searched');
      },
    });
    await expect(linkNotice({ ...built.context, db: dies }, ada, row.id, other)).rejects.toThrow('died before');
    expect(await shown()).toMatchObject({ media: { id: other }, copies: [], copies_searched: false, copies_complete: false });
    await searchCopies(built.context, row.id);
    expect(await shown()).toMatchObject({ media: { id: other }, copies: [], copies_searched: true, copies_complete: true });
  });

  it('TRUST-B4 decides a take-down whose search is cut short, and one of whose copies was deleted since', async () => {
    const hash = digits(randomUUID());
    const [id, copy, gone] = [await upload(hash), await upload(near(hash, 12)), await upload(near(hash, 9))];
    await addMany();
    const filed = await fileOne({ kind: 'take_it_down', signature: 'Nora', media_id: id });
    expect(filed.copies.map(({ media_id }) => media_id)).toEqual([gone, copy]);
    expect((await send(built, ada, `/media/${gone}`, undefined, 'DELETE')).statusCode).toBe(200);
    // Every look at the clock is half a minute after the one before.
    let readings = 0;
    const clock = { now: () => new Date(built.context.clock.now().getTime() + 30_000 * readings++) };
    await decideNotice({ ...built.context, clock }, ada, filed.id, { outcome: 'removed', answer: 'It is gone.' });
    const decided = noticeIn(await api('GET', `/notices/${filed.id}`));
    expect(decided).toMatchObject({ status: 'decided', copies_searched: true, copies_complete: false });
    expect(decided.decision?.media_ids).toEqual([copy, id].sort());
    expect(await Promise.all([id, copy].map(flagged))).toEqual([true, true]);
  });

  it('TRUST-B4 keeps what a decision found where nobody had searched before', async () => {
    const hash = digits(randomUUID());
    const [id, copy] = [await upload(hash), await upload(near(hash, 12))];
    const filed = await fileOne({ kind: 'take_it_down', signature: 'Nora', media_id: id });
    await built.context.db.update(notice).set({ copies: null }).where(eq(notice.id, filed.id));
    expect((await decide(filed.id, { outcome: 'removed', answer: 'It is gone.' })).statusCode).toBe(200);
    const decided = noticeIn(await api('GET', `/notices/${filed.id}`));
    expect(decided).toMatchObject({ copies_complete: true, copies: [{ media_id: copy, distance: 12, flagged: true }] });
  });

  it('TRUST-B4 take_it_down has 48 hours, fails all copies, blocks the hash for good, and mails the answer once', async () => {
    await openForm();
    const hash = digits(randomUUID());
    const id = await upload(hash);
    const copy = await upload(near(hash, 20));
    const to = email();
    const filed = await fileOne({ kind: 'take_it_down', signature: 'Nora', media_id: id, email: to });
    expect(Date.parse(filed.due_at) - Date.parse(filed.received_at)).toBe(48 * hourMs);
    expect(filed.source).toBe('other');
    const late = await upload(near(hash, 3));
    const foreign = await upload(digits('else'), undefined, await createUploader(built));
    const both = { outcome: 'removed', media_ids: [id, foreign], answer: 'Removed.' };
    expect((await decide(filed.id, both)).statusCode).toBe(404);
    expect([await flagged(id), noticeIn(await api('GET', `/notices/${filed.id}`)).decision]).toEqual([false, null]);
    const answers = await Promise.all([1, 2].map(() => decide(filed.id, { outcome: 'removed', answer: 'It is gone.' })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const decided = noticeIn(await api('GET', `/notices/${filed.id}`));
    expect(decided.decision).toMatchObject({ outcome: 'removed', label: { key: 'other' }, answer: 'It is gone.' });
    expect(decided.decision?.media_ids).toEqual([copy, id, late].sort());
    expect(await Promise.all([id, copy, late].map(flagged))).toEqual([true, true, true]);
    const { db } = built.context;
    const made = await db.select().from(decision).where(eq(decision.accountId, ada.accountId));
    expect(made.map(({ source, note }) => [source, note])).toEqual(Array(3).fill(['other', 'Notice 1']));
    const kept = and(eq(knownPicture.accountId, ada.accountId), isNull(knownPicture.mediaId), eq(knownPicture.list, 'block'));
    expect((await db.select().from(knownPicture).where(kept)).map(({ pdq }) => pdq.toString('hex'))).toEqual([hash]);
    const subjects = (await built.mailsTo(to, 2)).map(({ subject }) => subject).sort();
    expect(subjects).toEqual(['Notice 1 received', 'Notice 1: decision']);
  });

  it('TRUST-B4 a program answers a notice without touching an item, and removed needs one', async () => {
    const filed = await fileOne({ item_url: 'https://elsewhere.example/' });
    const act = (body: object) => api('POST', `/notices/${filed.id}/decide`, body);
    expect((await act({ outcome: 'removed', answer: 'x' })).statusCode).toBe(400);
    expect((await act({ outcome: 'no_action', answer: 'x', label: 'adult' })).statusCode).toBe(400);
    expect(noticeIn(await act({ outcome: 'not_found', answer: 'We have no such item.' })).status).toBe('decided');
    expect((await act({ outcome: 'no_action', answer: 'x' })).statusCode).toBe(409);
    const again = await decide(filed.id, { outcome: 'no_action', answer: 'x' });
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'notice_decided']);
    const open = await fileOne({ item_url: 'https://elsewhere.example/2' });
    const list = async (query: string) => {
      const { notices } = (await api('GET', `/notices${query}`)).json<{ data: NoticeList }>().data;
      return notices.map(({ number }) => number);
    };
    expect([await list(''), await list('?status=open'), await list('?status=decided')]).toEqual([[2, 1], [2], [1]]);
    expect(await list('?kind=copyright')).toEqual([]);
    expect(open.number).toBe(2);
  });

  it('TRUST-B4 reminds owner and moderators at half, three quarters and the end, each once, until it is decided', async () => {
    await built.context.db.delete(notice);
    const moderator = await joinAccount(built, ada.accountId, 'moderator');
    const viewer = await joinAccount(built, ada.accountId, 'viewer');
    const id = await upload(digits(randomUUID()));
    const filed = await fileOne({ kind: 'take_it_down', signature: 'Nora', media_id: id });
    const reminders = [];
    for (const hours of [23, 1, 0, 12, 12, 12])
      reminders.push((await advanceTrust(built.context, Math.max(1, hours * hourMs))).reminders);
    expect(reminders).toEqual([0, 1, 0, 1, 1, 0]);
    const told = async (to: string, count: number) =>
      (await built.mailsTo(to, count)).map(({ subject }) => subject).filter((subject) => subject.startsWith('Notice'));
    const all = ['Notice 1 is overdue', 'Notice 1 waits for a decision', 'Notice 1 waits for a decision'];
    // Before them came the code of the registration, and for an owner the news of a token.
    expect((await told(moderator.email, 4)).sort()).toEqual(all);
    expect((await told(ada.email, 5)).sort()).toEqual(all);
    const texts = (await built.mailsTo(moderator.email, 4)).filter(({ subject }) => subject.startsWith('Notice'));
    for (const { subject, text } of texts) {
      expect(text).toContain(`${built.context.config.publicUrl}/dashboard/notices/${filed.id}`);
      expect(text).toContain(subject.endsWith('overdue') ? 'It was due by' : 'It is due by');
    }
    expect((await built.mailsTo(viewer.email)).filter(({ subject }) => subject.startsWith('Notice'))).toEqual([]);
    const { notices } = (await api('GET', '/notices?status=overdue')).json<{ data: NoticeList }>().data;
    expect(notices.map((one) => [one.id, one.overdue])).toEqual([[filed.id, true]]);
    const inTime = await fileOne({ media_id: id });
    const about = async (item: string) =>
      (await api('GET', `/notices?status=open&media_id=${item}`)).json<{ data: NoticeList }>().data.notices.map((one) => one.id);
    expect(await about(id)).toEqual([filed.id, inTime.id]);
    expect(await about(randomUUID())).toEqual([]);
    for (const who of [ada, viewer]) {
      const counted = await built.app.inject({ url: '/api/notices/count', headers: who.headers });
      expect(counted.json()).toMatchObject({ data: { notice_counts: { open: 2, overdue: 1 } } });
    }
    await decide(inTime.id, { outcome: 'no_action', answer: 'It stays.' });
    const decided = await fileOne({ kind: 'take_it_down', signature: 'Nora', media_id: id });
    await decide(decided.id, { outcome: 'no_action', answer: 'It stays.' });
    expect((await advanceTrust(built.context, 100 * hourMs)).reminders).toBe(0);
  });

  it('TRUST-B4 a search for copies waits in no circle with whoever decides the notice', async () => {
    const item = await upload(digits('circle'));
    const copy = await upload(digits('circle'));
    const { id } = await fileOne({ media_id: item, kind: 'take_it_down', signature: 'Nora Notifier' });
    const { db } = built.context;
    const waiters = () => lockWaiters(db);
    const release = Promise.withResolvers<void>();
    const holding = db.transaction(async (tx) => {
      await tx.select().from(notice).where(eq(notice.id, id)).for('update');
      await release.promise;
    });
    const decider = { accountId: ada.accountId, userId: ada.userId };
    const deciding = decideNotice(built.context, decider, id, { outcome: 'removed', answer: 'It went.' });
    await expect.poll(waiters).toBe(1);
    const searching = searchCopies(built.context, id);
    await expect.poll(waiters).toBe(2);
    release.resolve();
    const ends = await Promise.allSettled([holding, deciding, searching]);
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect([await flagged(item), await flagged(copy)]).toEqual([true, true]);
  });
});
