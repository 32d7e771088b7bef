import type { Appeal, AppealReceipt, AuditEntry, Label, Notice, ShownNoticeSettings, Statement } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditPages } from '../src/audit/read-audit.ts';
import { appeal, auditWaiting, notice } from '../src/db/schema.ts';
import { searchCopies } from '../src/notices/link-notice.ts';
import { fileNotice } from '../src/notices/receive-notice.ts';
import { writeStatements } from '../src/statements/write-statements.ts';
import { type Built, build } from './helpers/build.ts';
import { joinAccount, send, writeItem } from './helpers/review-team.ts';
import { createCookieBox, post } from './helpers/sign-in.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

const never = new AbortController().signal;
const marker = 'kumquat';
const email = `${marker}@example.com`;

describe('the audit log of trust', () => {
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
  const whole = async () => {
    const entries: AuditEntry[] = [];
    for await (const page of auditPages(built.context, ada.accountId)) entries.push(...page);
    return entries;
  };
  const api = (path: string, payload: object) =>
    built.app.inject({ method: 'POST', url: `/api/v1${path}`, headers: { authorization: `Bearer ${ada.token}` }, payload });
  const said = (more: object) => ({
    kind: 'dsa',
    ground: 'illegal',
    legal_reference: marker,
    explanation: marker,
    name: marker,
    email,
    on_behalf_of: marker,
    signature: marker,
    good_faith: true,
    ...more,
  });
  const stated = async (): Promise<Statement> => {
    const mediaId = await writeItem(built, ada.accountId, { title: marker });
    data(await send(built, ada, `/media/${mediaId}/fail`, { note: marker }));
    await writeStatements(built.context, never);
    const [one] = data<{ statements: Statement[] }>(await ada.get(`/api/statements?media_id=${mediaId}`)).statements;
    if (!one) throw new Error('No statement was written');
    return one;
  };

  it('TRUST-B8 records notices, appeals and settings of trust, and nothing that anybody typed', async () => {
    const { accountId } = ada;
    const label = { key: marker, name: marker, text: marker, ground: 'illegal', legal_reference: marker };
    const made = data<{ label: Label }>(await send(built, ada, '/labels', label)).label;
    const before = (await whole()).length;
    const settings = await send(built, ada, '/notice-settings', {
      enabled: true,
      notice_hours: 24,
      intro: marker,
      acknowledgement: marker,
    });
    const { form_id } = data<{ notice_settings: ShownNoticeSettings }>(settings).notice_settings;
    const words = { appeal_intro: marker, appeal_thanks: marker, appeal_upheld: marker, appeal_reversed: marker };
    const typed = { platform_name: marker, contact: email, out_of_court: marker, ...words };
    data(await send(built, ada, '/statement-settings', { appeal_months: 12, ...typed }));
    const exposure = { per_hour: 7, per_day: 0, break_minutes: 15, greyscale: true, blur: true, mute: true };
    data(await send(built, ada, '/exposure/settings', exposure));

    const url = `https://${marker}.example/1`;
    const mediaId = await writeItem(built, accountId, { originalUrl: url, title: marker });
    const filed = data<{ notice: Notice }>(await api('/notices', said({ item_url: url }))).notice;
    const other = await writeItem(built, accountId);
    data(await send(built, ada, `/notices/${filed.id}/link`, { media_id: other }));
    data(await send(built, ada, `/notices/${filed.id}/decide`, { outcome: 'removed', label: marker, answer: marker }));
    const form = { ...said({ item_url: `${url}/none` }), recaptchaToken: 'off' };
    expect((await post(built, `/api/notices/form/${form_id}`, form, createCookieBox())).statusCode).toBe(200);

    const one = await stated();
    const path = `/statements/${one.id}/appeal`;
    const appealed = data<{ appeal: AppealReceipt }>(await api(path, { text: marker, email })).appeal;
    const bob = await joinAccount(built, accountId, 'moderator');
    data<{ appeal: Appeal }>(await send(built, bob, `/appeals/${appealed.id}/decide`, { outcome: 'upheld', answer: marker }));
    const publicOne = await stated();
    const token = new URL(publicOne.url).pathname.replace('/statement/', '');
    await built.app.inject({ method: 'POST', url: `/api/public/statements/${token}/appeal`, payload: { text: marker } });

    const entries = (await whole()).slice(before);
    const person = { type: 'person', id: ada.userId };
    const program = { type: 'token', id: expect.stringMatching(/^[0-9a-f-]{36}$/) };
    const nobody = { type: 'person', id: null, name: null };
    const ofNotice = { type: 'notice', id: filed.id };
    const trust = entries.filter(({ action }) => /^(notice|statement|appeal|exposure)/.test(action));
    expect(trust).toMatchObject([
      { action: 'notice_settings.changed', actor: person, detail: { enabled: true, notice_hours: 24 } },
      { action: 'statement_settings.changed', actor: person, detail: { appeal_months: 12, same_person_appeals: false } },
      { action: 'exposure_settings.changed', actor: person, detail: exposure },
      { action: 'notice.received', actor: program, subject: ofNotice, detail: { number: 1, kind: 'dsa', source: 'article_16' } },
      { action: 'notice.linked', actor: { type: 'rule' }, subject: ofNotice, detail: { number: 1, media: mediaId } },
      { action: 'notice.linked', actor: person, subject: ofNotice, detail: { media: other } },
      {
        action: 'notice.decided',
        actor: person,
        subject: ofNotice,
        detail: { number: 1, outcome: 'removed', items: 1, label: made.id },
      },
      { action: 'notice.received', actor: nobody, detail: { number: 2 } },
      { action: 'appeal.received', actor: program, subject: { type: 'appeal', id: appealed.id }, detail: { statement: one.id } },
      { action: 'appeal.decided', actor: { type: 'person', id: bob.userId }, detail: { statement: one.id, outcome: 'upheld' } },
      { action: 'appeal.received', actor: nobody, detail: { statement: publicOne.id } },
    ]);
    expect(trust).toHaveLength(11);
    expect(JSON.stringify(entries)).not.toContain(marker);
  });

  it('TRUST-B8 writes no entry for what is refused, and none without its act', async () => {
    const one = await stated();
    data(await api(`/statements/${one.id}/appeal`, { text: 'a' }));
    const entries = async (action: string) => (await whole()).filter((entry) => entry.action === action).length;
    expect((await api(`/statements/${one.id}/appeal`, { text: 'b' })).statusCode).toBe(409);
    expect(await entries('appeal.received')).toBe(1);
    const { context } = built;
    // The mail cannot be queued: the notice goes with its entry.
    const broken = { ...context, queue: { ...context.queue, add: () => Promise.reject(new Error('killed')) } };
    const input = { kind: 'other', ground: 'terms', explanation: 'x', name: 'x', email, good_faith: true } as const;
    const filing = fileNotice(broken, { accountId: ada.accountId, tokenName: 't' }, { ...input, item_url: 'https://a.example' });
    await expect(filing).rejects.toThrow('killed');
    expect(await context.db.$count(notice, eq(notice.accountId, ada.accountId))).toBe(0);
    expect(await entries('notice.received')).toBe(0);
    expect(await context.db.$count(auditWaiting, eq(auditWaiting.accountId, ada.accountId))).toBe(0);
    expect(await context.db.$count(appeal, eq(appeal.accountId, ada.accountId))).toBe(1);
  });

  it('TRUST-B8 a link that the server finds is written down once, however often it searches', async () => {
    const originalUrl = 'https://pears.example/twice';
    await writeItem(built, ada.accountId, { originalUrl });
    const { id } = data<{ notice: Notice }>(await api('/notices', said({ item_url: originalUrl }))).notice;
    await Promise.all([searchCopies(built.context, id), searchCopies(built.context, id)]);
    expect((await whole()).filter(({ action }) => action === 'notice.linked')).toHaveLength(1);
  });
});
