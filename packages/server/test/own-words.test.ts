import { randomUUID } from 'node:crypto';
import type {
  AppealReceipt,
  AppealWords,
  Notice,
  NoticeReceipt,
  PublicNotice,
  ShownNoticeSettings,
  Statement,
  StatementSettings,
} from '@clearframe/contract';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appealMail } from '../src/mail/templates/appeal-mail.ts';
import { noticeReceivedMail } from '../src/mail/templates/notice-mails.ts';
import { writeStatements } from '../src/statements/write-statements.ts';
import { type Built, build } from './helpers/build.ts';
import { send, writeItem } from './helpers/review-team.ts';
import { createCookieBox, post } from './helpers/sign-in.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

describe('what people outside read, in words of the account', () => {
  let built: Built;
  let ada: Uploader;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
  });
  afterAll(() => built.close());
  beforeEach(async () => {
    ada = await createUploader(built);
  });

  const data = <T>(answer: LightMyRequestResponse): T => {
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json<{ data: T }>().data;
  };
  const address = () => `${randomUUID()}@example.com`;
  const body = async (url: string) => (await built.app.inject({ url: new URL(url).pathname })).body;
  const saveForm = async (change: object) =>
    data<{ notice_settings: ShownNoticeSettings }>(await send(built, ada, '/notice-settings', change)).notice_settings;
  const saveWords = async (change: object) =>
    data<{ statement_settings: StatementSettings }>(await send(built, ada, '/statement-settings', change)).statement_settings;
  const report = async (formId: string, email: string) => {
    const said = { kind: 'dsa', ground: 'illegal', explanation: 'Mine.', name: 'Nora', email, good_faith: true };
    const form = { ...said, item_url: 'https://shop.example/1', recaptchaToken: 'off' };
    return data<{ notice: NoticeReceipt }>(await post(built, `/api/notices/form/${formId}`, form, createCookieBox())).notice;
  };
  const stated = async (): Promise<Statement> => {
    const mediaId = await writeItem(built, ada.accountId);
    data(await send(built, ada, `/media/${mediaId}/fail`, {}));
    await writeStatements(built.context, new AbortController().signal);
    const [one] = data<{ statements: Statement[] }>(await ada.get(`/api/statements?media_id=${mediaId}`)).statements;
    if (!one) throw new Error('No statement was written');
    return one;
  };
  const appeal = async ({ url }: Statement, email: string) => {
    const path = `/api${new URL(url).pathname.replace('/statement/', '/public/statements/')}/appeal`;
    const answer = await built.app.inject({ method: 'POST', url: path, payload: { text: 'A cat.', email } });
    return data<{ appeal: AppealReceipt }>(answer).appeal.id;
  };
  const decide = async (id: string, outcome: string) =>
    data(await send(built, ada, `/appeals/${id}/decide`, { outcome, answer: 'We looked.' }));
  const typed = 'We <b>thank</b> you.\nThe team';
  const escaped = 'We &lt;b&gt;thank&lt;/b&gt; you.';

  it('TRUST-B4 acknowledges a notice in the account’s words: on receipt, in the mail, on the open status', async () => {
    const to = address();
    const { form_id } = await saveForm({ enabled: true, acknowledgement: typed });
    const receipt = await report(form_id, to);
    expect(receipt.acknowledgement).toBe(typed);
    const [mail] = await built.mailsTo(to);
    expect(mail?.text).toContain('We <b>thank</b> you.\n\nThe team\n\n');
    expect(mail?.text).toContain('Its number is 1.');
    const told = {
      to,
      accountName: 'Pears',
      number: 1,
      dueAt: new Date(),
      statusUrl: receipt.status_url,
      acknowledgement: typed,
    };
    expect(noticeReceivedMail(told).html).toContain(`${escaped}</p>`);
    const status = await body(receipt.status_url);
    expect(status).toContain(`<p class="typed">${escaped}\nThe team</p>`);
    const shown = await built.app.inject({ url: `/api/notices/status/${receipt.status_url.split('/').at(-1)}` });
    expect(data<{ notice: PublicNotice }>(shown).notice.acknowledgement).toBe(typed);
    const { notices } = data<{ notices: Notice[] }>(await ada.get('/api/notices'));
    data(await send(built, ada, `/notices/${notices[0]?.id}/decide`, { outcome: 'no_action', answer: 'It stays.' }));
    expect(await body(receipt.status_url)).not.toContain(escaped);
  });

  it('TRUST-B4 without own words acknowledges a notice as ever', async () => {
    const to = address();
    const receipt = await report((await saveForm({ enabled: true })).form_id, to);
    expect(receipt.acknowledgement).toBe('');
    expect((await built.mailsTo(to))[0]?.text).toMatch(
      /^We received your notice\n\n.+ received your notice\. Its number is 1\.\n/,
    );
    expect(await body(receipt.status_url)).toContain('<h1>Notice 1</h1><section');
  });

  it('TRUST-B4 a change of the form keeps what it leaves out', async () => {
    const whole = { enabled: true, notice_hours: 24, intro: 'Tell us.', acknowledgement: typed };
    await saveForm(whole);
    expect(await saveForm({ notice_hours: 48 })).toMatchObject({ ...whole, notice_hours: 48 });
    expect(await saveForm({ acknowledgement: '' })).toMatchObject({ ...whole, notice_hours: 48, acknowledgement: '' });
    expect(await saveForm({})).toMatchObject({ enabled: true, intro: 'Tell us.' });
  });

  const words: AppealWords = {
    appeal_intro: 'Tell us <i>calmly</i>.\nWe read it.',
    appeal_thanks: 'Thank <i>you</i>.',
    appeal_upheld: 'It <i>stays</i> down.\nSorry.',
    appeal_reversed: 'It is <i>back</i>.',
  };

  it('TRUST-B5 an appeal reads the account’s words above the form, after it, and with each outcome', async () => {
    await saveWords({ same_person_appeals: true, ...words });
    for (const [outcome, line, html] of [
      ['upheld', 'It <i>stays</i> down.\n\nSorry.\n\n', 'It &lt;i&gt;stays&lt;/i&gt; down.'],
      ['reversed', 'It is <i>back</i>.\n\n', 'It is &lt;i&gt;back&lt;/i&gt;.'],
    ] as const) {
      const one = await stated();
      const before = await body(one.url);
      expect(before).toContain('<p class="typed">Tell us &lt;i&gt;calmly&lt;/i&gt;.\nWe read it.</p><form');
      expect(before).not.toContain('Free of charge');
      const to = address();
      const id = await appeal(one, to);
      const after = await body(one.url);
      expect(after).toContain('<p class="typed">Thank &lt;i&gt;you&lt;/i&gt;.</p>');
      expect(after).not.toContain('We have your appeal.');
      await decide(id, outcome);
      const [mail] = await built.mailsTo(to);
      expect(mail?.text).toContain(line);
      expect(mail?.text).not.toContain('We looked');
      expect(await body(one.url)).toContain(html);
      const told = { to, platformName: 'Pears', outcome, words: words[`appeal_${outcome}`], url: one.url };
      expect(appealMail(told).html).toContain(`${html}</p>`);
    }
  });

  it('TRUST-B5 a statement keeps the words about appeals that it was written with, and its JSON tells them', async () => {
    const one = await stated();
    await saveWords(words);
    expect(await body(one.url)).toContain('Free of charge, once for each decision. A person decides.');
    const read = async ({ url }: Statement) =>
      data<{ words: AppealWords; statement: object }>(
        await built.app.inject({ url: `/api${new URL(url).pathname.replace('/statement/', '/public/statements/')}` }),
      );
    expect((await read(one)).words).toEqual({ appeal_intro: '', appeal_thanks: '', appeal_upheld: '', appeal_reversed: '' });
    const later = await read(await stated());
    expect(later.words).toEqual(words);
    expect(later.statement).not.toHaveProperty('words');
  });

  it('TRUST-B5 refuses words that are too long or hold control characters, and keeps what is left out', async () => {
    expect(await saveWords(words)).toMatchObject(words);
    expect(await saveWords({ appeal_thanks: '' })).toMatchObject({ ...words, appeal_thanks: '' });
    const fields = [
      ...['intro', 'acknowledgement'].map((field) => ['/notice-settings', field] as const),
      ...Object.keys(words).map((field) => ['/statement-settings', field] as const),
    ];
    for (const [path, field] of fields)
      for (const bad of ['a'.repeat(2_001), 'a\u0000b', 'a\u001bb', 'a\ud800']) {
        const answer = await send(built, ada, path, { [field]: bad });
        const paths = (answer.json<{ errors?: { path: string }[] }>().errors ?? []).map((one) => one.path);
        expect([answer.statusCode, paths], `${field} ${bad.slice(0, 3)}`).toEqual([400, [field]]);
      }
    expect((await saveWords({ appeal_thanks: 'a'.repeat(2_000) })).appeal_thanks).toHaveLength(2_000);
  });
});
