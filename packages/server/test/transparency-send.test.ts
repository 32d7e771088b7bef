import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TransparencyPreview, TransparencyRun } from '@clearframe/contract';
import { eq, sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reportedStatement, statement, transparencyRun } from '../src/db/schema.ts';
import { sendStatementsJob } from '../src/jobs/send-statements.ts';
import { sendStatements, TryLater } from '../src/transparency/send-statements.ts';
import { failLostSends, forgetSends } from '../src/transparency/sweep-runs.ts';
import { type Built, build } from './helpers/build.ts';
import { send } from './helpers/review-team.ts';
import { startTransparencyDatabase, type TransparencyDatabase } from './helpers/transparency-database.ts';
import { createUploader, type Uploader } from './helpers/uploads.ts';
import type { SendStep } from './trust-kill/send-step.ts';

const never = { signal: new AbortController().signal, alive() {} };

describe('TRUST-B6 sending statements to the transparency database', () => {
  let built: Built;
  let eu: TransparencyDatabase;
  let ada: Uploader;
  beforeAll(async () => {
    eu = await startTransparencyDatabase();
    built = await build({ config: { throughputScale: 1000, allowPrivateTargets: [eu.address] } });
  });
  afterAll(async () => {
    await built.close();
    await eu.close();
  });
  beforeEach(async () => {
    ada = await createUploader(built);
    Object.assign(eu, { calls: [], headers: [], mishaps: [], refused: new Set(), created: new Map(), onCall: () => undefined });
    await settings({ enabled: true, api_url: eu.url, api_token: eu.token, territorial_scope: ['DE'], content_language: 'DE' });
  });

  const data = <T>(answer: LightMyRequestResponse, status = 200): T => {
    if (answer.statusCode !== status) throw new Error(answer.body);
    return answer.json<{ data: T }>().data;
  };
  const settings = async (change: object) => data(await send(built, ada, '/transparency/settings', change));
  const ask = (body: object) => send(built, ada, '/transparency/send', body);
  const start = async (body: object = { dry_run: false }) => data<{ run: TransparencyRun }>(await ask(body), 202).run;
  const work = (id: string, run = never) => sendStatements(built.context, id, run);
  const read = async (id: string) => data<{ run: TransparencyRun }>(await ada.get(`/api/transparency/runs/${id}`)).run;
  const preview = async () => data<TransparencyPreview>(await ada.get('/api/transparency/preview'));
  /** Statements as the sweep writes them, straight into the table. */
  const write = async (many: number, label = 'adult', ground: 'terms' | 'illegal' = 'terms') => {
    const content = {
      facts: 'Software flagged the picture for: nudity. A person reviewed it and decided.',
      ground,
      label: { key: label, name: label, text: 'It is against our rules.' },
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
    const now = built.clock.now().toISOString();
    await built.context.db.execute(sql`
      insert into ${statement} (id, account_id, number, media_id, content, appeal_until, created_at)
      select gen_random_uuid(), ${ada.accountId}::uuid,
        (select coalesce(max(number), 0) from ${statement} where account_id = ${ada.accountId}::uuid) + n,
        gen_random_uuid(), ${JSON.stringify(content)}::jsonb, ${now}::timestamptz, ${now}::timestamptz
      from generate_series(1, ${many}) n`);
  };
  /** Waits for the next call. */
  const called = () =>
    new Promise<void>((resolve) => {
      eu.onCall = resolve;
    });
  const reported = () => built.context.db.select().from(reportedStatement).where(eq(reportedStatement.accountId, ada.accountId));

  it('TRUST-B8 the audit log has changed settings and sends, without address or token', async () => {
    await write(1);
    await start({});
    await start();
    await settings({ api_token: null, enabled: false });
    const { entries } = data<{ entries: { action: string; detail: object }[] }>(await ada.get('/api/audit'));
    const acts = entries.filter(({ action }) => action.startsWith('transparency'));
    expect(acts).toMatchObject([
      { action: 'transparency_settings.changed', detail: { enabled: false, address_changed: false, token: 'removed' } },
      { action: 'transparency.sent', detail: { total: 1 } },
      { action: 'transparency_settings.changed', detail: { enabled: true, address_changed: true, token: 'set', territories: 1 } },
    ]);
    expect(JSON.stringify(acts)).not.toContain(eu.token);
    expect(JSON.stringify(acts)).not.toContain(eu.url);
  });

  it('judges 1,000 statements in a dry run without one call, then sends each once, a hundred a call', async () => {
    await write(1_000);
    const dry = await start({});
    expect(dry).toMatchObject({ dry_run: true, state: 'queued', total: 1_000, valid: 0, calls: 0, error: null });
    await work(dry.id);
    expect(await read(dry.id)).toMatchObject({ state: 'done', total: 1_000, valid: 1_000, sent: 0, refused: 0, calls: 0 });
    expect(eu.headers).toEqual([]);
    const { id } = await start();
    await work(id);
    expect(await read(id)).toMatchObject({ state: 'done', total: 1_000, valid: 1_000, sent: 1_000, refused: 0, calls: 10 });
    expect(eu.calls).toEqual(Array(10).fill(100));
    expect(eu.created.size).toBe(1_000);
    expect(eu.headers[0]).toMatchObject({ authorization: 'Bearer SECRET-7', accept: 'application/json' });
    const rows = await reported();
    expect(rows).toHaveLength(1_000);
    for (const { statementId, state, uuid } of rows)
      expect({ state, uuid }).toEqual({ state: 'sent', uuid: eu.created.get(statementId)?.uuid });
    const again = await start();
    await work(again.id);
    expect(await read(again.id)).toMatchObject({ state: 'done', total: 0, calls: 0 });
    expect((await preview()).pagination.total).toBe(0);
  });

  it('goes on where it was after a kill -9 in the middle of 1,000, and nothing is there twice', async () => {
    await write(1_000);
    const { id } = await start();
    const step: SendStep = { url: built.database.url, dataDir: built.dataDir, eu: eu.address, run: id };
    const child = fork(join(import.meta.dirname, 'trust-kill/send-step.ts'), [JSON.stringify(step)], { stdio: 'ignore' });
    // It has the fifth hundred, and the process that sent it never hears so.
    eu.onCall = () => {
      if (eu.headers.length === 5) child.kill('SIGKILL');
    };
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
    const cut = await read(id);
    expect(cut).toMatchObject({ state: 'running', sent: 400, finished_at: null });
    await work(id);
    const { state, sent, refused, total } = await read(id);
    expect({ state, sent, refused, total }).toEqual({ state: 'done', sent: 1_000, refused: 0, total: 1_000 });
    expect(eu.created.size).toBe(1_000);
    expect((await reported()).every((row) => row.state === 'sent')).toBe(true);
  });

  it('counts as sent what the database has already, because the answer was lost', async () => {
    await write(150);
    const { id } = await start();
    eu.mishaps = ['lost'];
    await expect(work(id)).rejects.toThrow(TryLater);
    expect(await read(id)).toMatchObject({ state: 'running', sent: 0, error: 'We could not reach the database. We try again.' });
    expect(eu.created.size).toBe(100);
    await work(id);
    expect(await read(id)).toMatchObject({ state: 'done', sent: 150, refused: 0, calls: 3, error: null });
    expect(eu.calls).toEqual([100, 100, 50]);
    expect((await reported()).filter(({ uuid }) => uuid === null)).toHaveLength(100);
  });

  it('two processes at one run send nothing twice', async () => {
    await write(250);
    const { id } = await start();
    eu.mishaps = ['hold'];
    const first = work(id);
    await called();
    eu.onCall = () => undefined;
    await work(id);
    eu.release();
    await first;
    expect(await read(id)).toMatchObject({ state: 'done', sent: 250, refused: 0 });
    expect(eu.created.size).toBe(250);
  });

  it('keeps what was refused with its faults until its label is changed, and sends the rest', async () => {
    await write(3);
    await write(2, 'violence');
    eu.refused.add('STATEMENT_CATEGORY_VIOLENCE');
    const { id } = await start();
    await work(id);
    expect(await read(id)).toMatchObject({ state: 'done', total: 5, valid: 5, sent: 3, refused: 2, calls: 2 });
    expect(eu.calls).toEqual([5, 3]);
    const { invalid, statements } = await preview();
    expect(statements).toEqual([]);
    expect(invalid).toHaveLength(2);
    expect(invalid[0]).toMatchObject({
      number: 4,
      label: 'violence',
      errors: [{ path: 'category', message: 'The selected category is invalid.' }],
    });
    const same = await start();
    await work(same.id);
    expect(await read(same.id)).toMatchObject({ state: 'done', total: 2, valid: 0, sent: 0, calls: 0 });
    const labels = data<{ labels: { id: string; key: string }[] }>(await ada.get('/api/labels')).labels;
    const violence = labels.find(({ key }) => key === 'violence')?.id;
    const change = { dsa_category: 'STATEMENT_CATEGORY_CYBER_VIOLENCE' };
    await built.app.inject({ method: 'PATCH', url: `/api/labels/${violence}`, headers: ada.headers, payload: change });
    expect((await preview()).statements).toHaveLength(2);
    const mended = await start();
    await work(mended.id);
    expect(await read(mended.id)).toMatchObject({ state: 'done', total: 2, sent: 2, refused: 0 });
    expect([...eu.created.values()].map(({ category }) => category).filter((one) => one === change.dsa_category)).toHaveLength(2);
  });

  it.each([
    ['busy', 429],
    ['down', 503],
  ] as const)('tries later when the database is %s, and says so', async (mishap, status) => {
    await write(1);
    const { id } = await start();
    eu.mishaps = [mishap];
    await expect(work(id)).rejects.toThrow(TryLater);
    expect(await read(id)).toMatchObject({ state: 'running', error: `The database answered ${status}. We try again.` });
    await work(id);
    expect(await read(id)).toMatchObject({ state: 'done', sent: 1, error: null });
  });

  it('fails on a wrong token, and sends with the next one what is left', async () => {
    await write(120);
    await settings({ api_token: 'wrong' });
    const { id } = await start();
    await work(id);
    const failed = await read(id);
    expect(failed).toMatchObject({ state: 'failed', sent: 0, calls: 1 });
    expect(failed.error).toBe('The database did not accept the token (401). Enter a new one, then send again.');
    await settings({ api_token: eu.token });
    const { id: next } = await start();
    await work(next);
    expect(await read(next)).toMatchObject({ state: 'done', sent: 120 });
  });

  it('fails on another address, and stops when it is switched off midway', async () => {
    await write(150);
    await settings({ api_url: `${eu.url}/elsewhere`, api_token: eu.token });
    const { id } = await start();
    await work(id);
    expect(await read(id)).toMatchObject({ state: 'failed', error: 'The database answered 404. Check its address.' });
    await settings({ api_url: eu.url, api_token: eu.token });
    const { id: next } = await start();
    eu.mishaps = ['hold'];
    const working = work(next);
    await called();
    await settings({ enabled: false });
    eu.release();
    await working;
    expect(await read(next)).toMatchObject({ state: 'failed', sent: 100 });
  });

  it('answers 409 transparency_off while it is off or has no token, in a dry run too', async () => {
    for (const change of [{ enabled: false }, { enabled: true, api_token: null }]) {
      await settings(change);
      for (const body of [{}, { dry_run: false }]) {
        const answer = await ask(body);
        expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'transparency_off']);
      }
    }
  });

  it('answers with the run that is open, takes a period, and leaves later statements to the next run', async () => {
    await write(2);
    built.clock.advance(60_000);
    await write(1);
    const from = new Date(built.clock.now().getTime() - 1_000).toISOString();
    const { id } = await start({ dry_run: false, from });
    expect((await start()).id).toBe(id);
    expect((await start({})).id).not.toBe(id);
    await write(5);
    await work(id);
    expect(await read(id)).toMatchObject({ state: 'done', total: 1, sent: 1 });
    expect(data<{ runs: TransparencyRun[] }>(await ada.get('/api/transparency/runs')).runs).toHaveLength(2);
  });

  it('ends a run whose tries are over or whose job is lost, and forgets it after 90 days', async () => {
    await write(1);
    const { id } = await start();
    const job = { id: 'job', attempt: 1, isLast: true, isFirst: false, stopping: never.signal };
    eu.mishaps = ['down'];
    await expect(sendStatementsJob.run(built.context, { runId: id }, { ...job, ...never })).rejects.toThrow(TryLater);
    expect(await read(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('Send again later') });
    const { db } = built.context;
    const [lost] = await db
      .insert(transparencyRun)
      .values({ accountId: ada.accountId, dryRun: false, state: 'running', until: 1, total: 1, createdAt: built.clock.now() })
      .returning();
    expect(await failLostSends(built.context)).toBe(0);
    built.clock.advance(16 * 60_000);
    expect(await failLostSends(built.context)).toBeGreaterThan(0);
    expect(
      await db
        .select()
        .from(transparencyRun)
        .where(eq(transparencyRun.id, lost?.id ?? '')),
    ).toMatchObject([{ state: 'failed' }]);
    built.clock.advance(91 * 24 * 3_600_000);
    expect(await forgetSends(built.context)).toBeGreaterThan(1);
  });
});
