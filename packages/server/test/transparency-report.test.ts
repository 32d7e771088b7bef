import type { DataExport, TransparencyFigures } from '@clearframe/contract';
import { wilson } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appeal, dataExport, decision, machineVerdict, notice, type StatementContent, statement } from '../src/db/schema.ts';
import { makeExport } from '../src/exports/make-export.ts';
import { type Built, build } from './helpers/build.ts';
import { joinAccount, send, writeItem } from './helpers/review-team.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';

const never = new AbortController().signal;
const hourMs = 3_600_000;

describe('TRUST-B6 the transparency report', () => {
  let built: Built;
  let ada: Uploader;
  let number = 0;
  const first = new Date('2026-03-01T00:00:00Z');
  const last = new Date('2026-03-31T23:59:59.999Z');
  const before = new Date(first.getTime() - 1);
  const after = new Date(last.getTime() + 1);

  const data = <T>(answer: LightMyRequestResponse, status = 200): T => {
    if (answer.statusCode !== status) throw new Error(answer.body);
    return answer.json<{ data: T }>().data;
  };
  const figures = async (query = 'from=2026-03-01&to=2026-03-31') =>
    data<{ transparency: TransparencyFigures }>(await ada.get(`/api/transparency/figures?${query}`)).transparency;

  const content: StatementContent = {
    facts: 'A person reviewed it and decided.',
    ground: 'terms',
    label: { key: 'adult', name: 'Adult content', text: 'It shows nudity.' },
    reference: 'Rules on adult content',
    reference_url: null,
    automated_detection: true,
    automated_decision: 'partially',
    source: 'voluntary',
    restriction: 'removed',
    platformName: 'Pears',
    contact: null,
    outOfCourt: null,
  };
  const state = async (createdAt: Date, values: Partial<StatementContent> = {}, decisionId: string | null = null) => {
    number += 1;
    const mediaId = await writeItem(built, ada.accountId, { createdAt });
    const of = { accountId: ada.accountId, number, mediaId, decisionId, appealUntil: after, createdAt };
    const [made] = await built.context.db
      .insert(statement)
      .values({ ...of, content: { ...content, ...values } })
      .returning();
    return made?.id ?? '';
  };
  const violence = { key: 'violence', name: 'Violence', text: 'It shows violence.' };
  const judge = async (at: Date, outcome: 'flagged' | 'safe', newest = true) => {
    const mediaId = await writeItem(built, ada.accountId, { createdAt: at, moderationFlagged: outcome === 'flagged' });
    const kind = { outcome, categories: [], byKeywords: false, analysisVersion: 'a', policyVersion: 'p' };
    const more = { samplePermille: 0, sampled: false, newest, at };
    await built.context.db.insert(machineVerdict).values({ mediaId, attempt: 1, accountId: ada.accountId, ...kind, ...more });
    return mediaId;
  };
  const decideOn = async (mediaId: string, to: boolean, tokenName: string | null = null) => {
    const by = tokenName === null ? { userId: ada.userId } : { tokenName };
    const of = { mediaId, accountId: ada.accountId, attempt: 1, from: true, to, at: first };
    const [made] = await built.context.db
      .insert(decision)
      .values({ ...of, ...by })
      .returning();
    return made?.id ?? '';
  };
  const appealTo = async (
    statementId: string,
    receivedAt: Date,
    days: number | null,
    outcome: 'upheld' | 'reversed' = 'upheld',
  ) => {
    const decided =
      days === null ? {} : { outcome, answer: 'Yes.', decidedAt: new Date(receivedAt.getTime() + days * 24 * hourMs) };
    const of = { accountId: ada.accountId, statementId, text: 'No.', receivedAt };
    await built.context.db.insert(appeal).values({ ...of, ...decided });
  };
  let notices = 0;
  const notify = async (
    receivedAt: Date,
    kind: 'dsa' | 'copyright',
    { took, due = 10 }: { took: number | null; due?: number },
  ) => {
    notices += 1;
    const decided =
      took === null ? {} : { outcome: 'no_action' as const, decidedAt: new Date(receivedAt.getTime() + took * hourMs) };
    const of = { accountId: ada.accountId, number: notices, kind, source: 'article_16', ground: 'illegal' } as const;
    const times = { receivedAt, dueAt: new Date(receivedAt.getTime() + due * hourMs) };
    await built.context.db.insert(notice).values({ ...of, explanation: 'No.', ...times, ...decided });
  };

  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
    ada = await createUploader(built);
    const stranger = await createUploader(built);
    // Restricted in March: four times adult (one by software, one for a notice), three times violence (one illegal); two outside.
    const adult = [await state(first), await state(last, { automated_decision: 'fully' })];
    adult.push(await state(first, { source: 'article_16' }), await state(first, { source: 'trusted_flagger' }));
    const violent = [await state(first, { label: violence }), await state(first, { label: violence, ground: 'illegal' })];
    violent.push(await state(last, { label: violence, automated_decision: 'not_automated', source: 'other' }));
    await state(before);
    await state(after);
    const undone = await decideOn(await writeItem(built, ada.accountId), true);
    await built.context.db.update(decision).set({ undoneAt: first }).where(eq(decision.id, undone));
    await state(first, {}, undone);
    await built.context.db
      .insert(statement)
      .values({ accountId: stranger.accountId, number: 1, mediaId: undone, appealUntil: after, createdAt: first, content });
    // Appeals: three in March, one of them decided in April; one of February decided in March.
    await appealTo(adult[0] ?? '', first, 1, 'reversed');
    await appealTo(violent[0] ?? '', first, 3);
    await appealTo(violent[1] ?? '', last, 5);
    await appealTo(adult[1] ?? '', new Date(before.getTime() - hourMs), 2, 'reversed');
    // Judged in March: 16 flagged, of which people passed 3 and failed 9, a program passed one; 5 safe; and one outside.
    for (let made = 0; made < 12; made += 1) await decideOn(await judge(first, 'flagged'), made >= 3);
    await decideOn(await judge(first, 'flagged'), false, 'Shop');
    for (let made = 0; made < 3; made += 1) await judge(last, 'flagged');
    for (let made = 0; made < 5; made += 1) await judge(first, 'safe');
    await decideOn(await judge(after, 'flagged'), false);
    await judge(first, 'safe', false);
    // Notices of March: 2 h, 4 h and 30 h (late) of the first kind, one late and open; 6 h of the second. One of April.
    await notify(first, 'dsa', { took: 2 });
    await notify(first, 'dsa', { took: 4 });
    await notify(first, 'dsa', { took: 30 });
    await notify(last, 'dsa', { took: null });
    await notify(first, 'copyright', { took: 6 });
    await notify(after, 'dsa', { took: 1 });
  });
  afterAll(() => built.close());

  it('counts by hand', async () => {
    const found = await figures();
    expect(found).toMatchObject({ from: '2026-03-01', to: '2026-03-31', judged: 21 });
    expect(found.restrictions).toEqual({
      total: 7,
      by_ground: { illegal: 1, terms: 6 },
      by_label: [
        { key: 'adult', name: 'Adult content', count: 4 },
        { key: 'violence', name: 'Violence', count: 3 },
      ],
      by_category: [
        {
          category: 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC',
          count: 4,
          from_notices: 2,
          automated: 1,
          appeals: 2,
          reversed: 2,
        },
        { category: 'STATEMENT_CATEGORY_VIOLENCE', count: 3, from_notices: 1, automated: 0, appeals: 2, reversed: 0 },
      ],
      by_source: { article_16: 1, trusted_flagger: 1, other: 1, voluntary: 4 },
      by_automation: { fully: 1, partially: 5, not_automated: 1 },
      automated: { hits: 1, n: 7, estimate: null },
    });
    expect(found.automation_errors).toEqual({ hits: 3, n: 12, estimate: { share: 0.25, ...wilson(3, 12) } });
    const inTime = { hits: 2, n: 4, estimate: null };
    expect(found.notices).toEqual({
      received: 5,
      decided: 4,
      median_hours: 5,
      in_time: { hits: 3, n: 5, estimate: null },
      by_kind: [
        { kind: 'dsa', received: 4, decided: 3, median_hours: 4, in_time: inTime },
        { kind: 'copyright', received: 1, decided: 1, median_hours: 6, in_time: { hits: 1, n: 1, estimate: null } },
      ],
    });
    expect(found.appeals).toEqual({ received: 3, decided: 3, reversed: { hits: 2, n: 3, estimate: null }, median_days: 2 });
    expect(found.undecided).toMatchObject({ notices: 1, appeals: 1 });
  });

  it('has the same error rate as the page Measured quality, turned round', async () => {
    const { quality } = data<{ quality: { precision: { hits: number; n: number } } }>(await ada.get('/api/quality?period=all'));
    const { automation_errors: errors } = await figures('from=2026-03-01&to=2026-12-31');
    expect(errors.n).toBe(quality.precision.n);
    expect(errors.hits).toBe(quality.precision.n - quality.precision.hits);
    expect(errors.estimate?.low).toBeCloseTo(1 - wilson(quality.precision.hits, quality.precision.n).high, 10);
  });

  it('is empty where nothing happened, without a share of nothing', async () => {
    const found = await figures('from=2020-01-01&to=2020-01-01');
    expect(found).toMatchObject({
      judged: 0,
      restrictions: { total: 0, by_label: [] },
      notices: { received: 0, median_hours: null },
    });
    expect(found.automation_errors).toEqual({ hits: 0, n: 0, estimate: null });
    expect(found.appeals).toMatchObject({ received: 0, median_days: null });
  });

  it.each(['from=2026-01-01&to=2027-02-05', 'from=2026-03-02&to=2026-03-01', 'from=2026-03-01', 'from=x&to=2026-03-01'])(
    'refuses the period %s',
    async (query) => {
      expect((await ada.get(`/api/transparency/figures?${query}`)).statusCode).toBe(400);
    },
  );
  it('takes 400 days', async () => {
    expect((await ada.get('/api/transparency/figures?from=2026-01-01&to=2027-02-04')).statusCode).toBe(200);
  });

  const made = async (format: 'csv' | 'html') => {
    const body = { from: '2026-03-01', to: '2026-03-31', format };
    const asked = data<{ export: DataExport }>(await send(built, ada, '/transparency/report', body), 202).export;
    expect(asked).toMatchObject({ kind: 'transparency', state: 'queued' });
    await makeExport(built.context, asked.id, never);
    const { url } = data<{ url: string }>(await ada.get(`/api/users/me/exports/${asked.id}/download`));
    return { id: asked.id, answer: await built.app.inject({ url: url.replace(built.context.config.publicUrl, '') }) };
  };

  it('is saved as CSV with the same figures', async () => {
    const { answer } = await made('csv');
    expect(answer.headers).toMatchObject({
      'content-type': expect.stringContaining('text/csv'),
      'content-disposition': expect.stringMatching(/^attachment; filename="clearframe-transparency-.*\.csv"/),
    });
    const lines = answer.body.split('\r\n');
    expect(lines[0]).toBe('\uFEFFfigure,of,n,hits,share,low_95,high_95,median');
    for (const line of [
      'judged,,21,,,,,',
      'restrictions,,7,,,,,',
      'restrictions_by_ground,illegal,1,,,,,',
      'restrictions_by_reason,Adult content,4,,,,,',
      'restrictions_by_category,Violence,3,,,,,',
      'restrictions_by_source,trusted_flagger,1,,,,,',
      'restrictions_by_automation,partially,5,,,,,',
      `automation_errors,,12,3,0.25,${wilson(3, 12).low.toFixed(4)},${wilson(3, 12).high.toFixed(4)},`,
      'notices_median_hours,dsa,4,,,,,4',
      'notices_in_time,,5,3,,,,',
      'appeals_reversed,,3,2,,,,',
      'appeals_median_days,,3,,,,,2',
      'undecided_at_end,appeals,1,,,,,',
    ])
      expect(lines).toContain(line);
  });

  it('is saved as a page that runs nothing, holds no markup of others, and is never shown from our address', async () => {
    const labels = data<{ labels: { id: string; key: string }[] }>(await ada.get('/api/labels')).labels;
    const violent = labels.find(({ key }) => key === 'violence')?.id;
    await built.app.inject({
      method: 'PATCH',
      url: `/api/labels/${violent}`,
      headers: ada.headers,
      payload: { name: '<script>alert(1)</script>' },
    });
    const { answer } = await made('html');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename="clearframe-transparency-.*\.html"/),
    });
    expect(answer.body).toContain('<th scope="row">automation errors</th><td></td><td>12</td><td>3</td><td>0.25</td>');
    expect(answer.body).toContain('&lt;script&gt;');
    expect(answer.body).not.toContain('<script');
  });

  it('is for owners alone, to be asked for and to be fetched', async () => {
    const mod = await joinAccount(built, ada.accountId, 'moderator');
    const body = { from: '2026-03-01', to: '2026-03-31', format: 'csv' };
    expect((await send(built, mod, '/transparency/report', body)).statusCode).toBe(403);
    const of = { accountId: ada.accountId, userId: mod.userId, kind: 'transparency', state: 'done', parameters: body } as const;
    const [row] = await built.context.db
      .insert(dataExport)
      .values({ ...of, objectKey: 'x' })
      .returning();
    const url = `/api/users/me/exports/${row?.id}/download`;
    expect((await built.app.inject({ url, headers: mod.headers })).statusCode).toBe(403);
  });
});
