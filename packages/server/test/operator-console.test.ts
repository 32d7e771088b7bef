import {
  endpoints,
  errorTable,
  type OperatorAccounts,
  type OperatorErrors,
  type OperatorFailure,
  type OperatorHealth,
  type OperatorQuarantine,
  operatorEndpoints,
} from '@clearframe/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findUnbalanced } from '../src/billing/ledger-sums.ts';
import { countUploadedBytes } from '../src/console/count-uploaded-bytes.ts';
import { listErrors } from '../src/console/list-errors.ts';
import { readHealth } from '../src/console/read-health.ts';
import { createDb } from '../src/db/client.ts';
import { readMigrationsOf } from '../src/db/migrations.ts';
import { account, analyserState, delivery, media, operatorLog, processRow, securityEvent } from '../src/db/schema.ts';
import { failModeration } from '../src/moderation/analyse/fail-moderation.ts';
import { noteAnalysers } from '../src/moderation/analyse/note-analysers.ts';
import { retrySome } from '../src/moderation/upload/retry-failed.ts';
import { moveToQuarantine } from '../src/objects/quarantine.ts';
import { type Storage, StorageUnavailable } from '../src/storage/storage.ts';
import { turnOnTwoStep } from './helpers/authenticator-app.ts';
import { type Built, build } from './helpers/build.ts';
import { operate } from './helpers/operator.ts';
import { registerAndSignIn, type SignedInBrowser } from './helpers/sign-in.ts';
import { createUploader, file, picture, type Uploader } from './helpers/uploads.ts';

let built: Built;
let operator: SignedInBrowser;
let customer: Uploader;

const clearframe = (...args: string[]) => operate(args, { DATABASE_URL: built.database.url, DATA_DIR: built.dataDir });
const ask = async (path: string, { headers }: Pick<SignedInBrowser, 'headers'> = operator, payload?: object) =>
  await built.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/api/operator${path}`,
    headers,
    ...(payload ? { payload } : {}),
  });
const dataOf = async <T>(path: string): Promise<T> => (await ask(path)).json<{ data: T }>().data;

beforeAll(async () => {
  built = await build({ config: { throughputScale: 1_000 } });
  operator = await registerAndSignIn(built);
  customer = await createUploader(built, 100);
  await turnOnTwoStep(built, operator);
  expect((await clearframe('operator', 'add', operator.email)).code).toBe(0);
});
afterAll(() => built.close());

/** An upload of the customer whose every attempt failed. */
async function uploadAndFail(): Promise<string> {
  await customer.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0' });
  const [item] = await built.context.db.select().from(media).where(eq(media.state, 'queued'));
  if (!item) throw new Error('nothing was uploaded');
  await failModeration(built.context, { mediaId: item.id, attempt: item.attempt });
  return item.id;
}

describe('who may open the operator console', () => {
  it('SEC-03 is named on the machine, and found by everybody else in no address', async () => {
    const all = Object.values(operatorEndpoints);
    expect(all.every(({ path }) => path.startsWith('/operator/'))).toBe(true);
    expect(Object.values(endpoints).filter(({ path }) => path.startsWith('/operator/'))).toEqual(all);
    const id = '00000000-0000-7000-8000-000000000000';
    for (const { method, path } of all) {
      const url = `/api${path.replace(':id', id)}`;
      const asked = { method, url, ...(method === 'POST' ? { payload: { frames: 'many' } } : {}) };
      expect((await built.app.inject({ ...asked, headers: customer.headers })).json(), path).toEqual({
        status: 'error',
        message: 'Not found',
        data: null,
      });
      expect((await built.app.inject(asked)).statusCode, path).toBe(401);
    }
  });

  it('SEC-03 needs two-step sign-in, also after it was turned off again', async () => {
    const other = await registerAndSignIn(built);
    await clearframe('operator', 'add', other.email);
    const refused = await ask('/health', other);
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'two_step_needed' }]);
    await turnOnTwoStep(built, other);
    expect((await ask('/health', other)).statusCode).toBe(200);
    await clearframe('two-step', 'off', other.email, '--reason', 'lost the phone');
    expect((await ask('/health', other)).statusCode).toBe(403);
  });

  it('SEC-03 is let in no more from the moment that a command says so, and each change stands in the log', async () => {
    const other = await registerAndSignIn(built);
    await turnOnTwoStep(built, other);
    expect((await clearframe('operator', 'add', other.email)).out).toContain('can open the console at /operator');
    expect((await clearframe('operator', 'add', other.email)).code).toBe(1);
    expect((await clearframe('operator', 'list')).out).toContain(other.email);
    const me = async () => (await built.app.inject({ url: '/api/users/me', headers: other.headers })).json();
    expect((await me()).data.user.is_operator).toBe(true);
    expect((await clearframe('operator', 'remove', other.email)).code).toBe(0);
    expect((await ask('/health', other)).statusCode).toBe(404);
    expect((await me()).data.user).not.toHaveProperty('is_operator');
    expect((await clearframe('operator', 'remove', other.email)).errors).toContain('is no operator');
    expect((await clearframe('operator', 'add', 'nobody@example.com')).errors).toContain('There is no account');
    expect((await clearframe('operator', 'promote', other.email)).code).toBe(2);
    const acts = (await built.context.db.select().from(operatorLog)).map(({ action, subject }) => `${action} ${subject}`);
    expect(acts.slice(-2)).toEqual([`operator add user ${other.userId}`, `operator remove user ${other.userId}`]);
  });
});

describe('OPERATOR_TOKEN', () => {
  it('OPS-04 SEC-03 reads the health and nothing else, and is nothing where none is set', async () => {
    const operatorToken = 'a-monitor-of-the-installation';
    const watched = await build({ config: { operatorToken } });
    const read = async (on: Built, path: string, token: string) =>
      (await on.app.inject({ url: `/api/operator${path}`, headers: { authorization: `Bearer ${token}` } })).statusCode;
    try {
      expect(await read(watched, '/health', operatorToken)).toBe(200);
      expect(await read(watched, '/health', `${operatorToken}x`)).toBe(401);
      for (const path of ['/accounts', '/failures', '/errors', '/holds', '/log'])
        expect(await read(watched, path, operatorToken), path).toBe(401);
      expect(await read(built, '/health', operatorToken)).toBe(401);
    } finally {
      await watched.close();
    }
  });
});

describe('the operator console', () => {
  it('OPS-04 says what runs, what waits and what is missing', async () => {
    const before = await dataOf<{ health: OperatorHealth }>('/health');
    expect(before.health).toMatchObject({ state: 'failed', database: { last_backup_at: null } });
    expect(before.health.checks).toContainEqual({
      name: 'pictures',
      state: 'failed',
      since: null,
      detail: 'No pictures process runs: pictures wait.',
    });
    const now = new Date();
    await built.context.db
      .insert(processRow)
      .values({ role: 'http,jobs,pictures,videos', instance: 'm1', version: '0.2.0', startedAt: now, seenAt: now });
    const { health } = await dataOf<{ health: OperatorHealth }>('/health');
    expect(health.checks.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(health.processes).toContainEqual(expect.objectContaining({ instance: 'm1', is_there: true, restart_for: [] }));
    expect(health.queues.map(({ name }) => name)).toContain('moderate-media');
    expect(health.disk?.free_bytes).toBeGreaterThan(0);
    expect(health.checks).toContainEqual(expect.objectContaining({ name: 'files', state: 'ok' }));
    expect(health.database.connections.used).toBeLessThanOrEqual(health.database.connections.max);
    expect(health.versions).toMatchObject({
      postgresql: health.database.version,
      node: process.versions.node,
      engine: null,
      reader: null,
      schema: { made: readMigrationsOf().length, waiting: 0, is_newer: false },
    });
    expect(health.storage).toEqual({ kind: 'disk', uploaded_bytes: 0 });
  });

  it('OPS-04 tells of a storage that refuses, whichever it is', async () => {
    const storage: Storage = {
      ...built.context.storage,
      size: () => Promise.reject(new StorageUnavailable('S3: SlowDown: reduce your request rate')),
    };
    const { state, checks } = await readHealth({ ...built.context, storage });
    expect([state, checks.find(({ name }) => name === 'files')]).toMatchObject([
      'failed',
      { state: 'failed', detail: expect.stringContaining('It cannot be written: S3: SlowDown: reduce your request rate.') },
    ]);
  });

  it('OPS-04 tells the rest where a figure cannot be read in time', async () => {
    const { context, database } = built;
    let now = performance.now();
    const bytes = () => {
      now += 60_000;
      return countUploadedBytes(context.db, () => now);
    };
    const other = createDb({ url: database.url, name: 'clearframe test' });
    try {
      await other.db.transaction(async (tx) => {
        await tx.execute(sql`lock table ${analyserState}, drizzle.__drizzle_migrations in access exclusive mode`);
        const { analysers, checks, versions } = await readHealth(context);
        expect([analysers, versions]).toMatchObject([[], { node: process.versions.node, schema: null }]);
        expect(checks).toContainEqual({
          name: 'analysers',
          state: 'degraded',
          since: null,
          detail: 'How they answered could not be read in time.',
        });
        await tx.execute(sql`lock table ${media} in access exclusive mode`);
        expect(await bytes()).toBeNull();
      });
    } finally {
      await other.close();
    }
    expect(await bytes()).toBe(0);
  });

  it('OPS-04 tells of a database that takes no writes', async () => {
    const url = new URL(built.database.url);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const readOnly = createDb({ url: url.href, name: 'clearframe test' });
    try {
      const { checks } = await readHealth({ ...built.context, db: readOnly.db });
      expect(checks.find(({ name }) => name === 'database')).toMatchObject({
        state: 'degraded',
        detail: expect.stringMatching(/^It is read-only: nothing can be written\. Answers in \d+ ms\./),
      });
    } finally {
      await readOnly.close();
    }
  });

  it('OPS-04 tells of each analyser how it answered, whichever process asked it', async () => {
    const { db } = built.context;
    const failed = { name: 'oip', outcome: 'failed', fault: 'credentials' } as const;
    const analysers = async () => (await dataOf<{ health: OperatorHealth }>('/health')).health.analysers;
    let now = 0;
    const note = (run: Parameters<typeof noteAnalysers>[1][number], at = now) => noteAnalysers(built.context, [run], () => at);
    const answered = { name: 'oip', outcome: 'answered', fault: null } as const;
    await note({ name: 'oip', outcome: 'not_asked', fault: null });
    expect(await analysers()).toEqual([]);
    await note(failed);
    expect(await analysers()).toMatchObject([{ id: 'oip', state: 'failed', last_error: 'Its key was refused.' }]);
    const rows = () => db.select().from(analyserState);
    const before = await rows();
    await note(failed);
    expect(await rows(), 'the same is not written at once again').toEqual(before);
    now += 10_000;
    // While it is spared after many faults its own one stays.
    await note({ ...failed, fault: 'unreachable' });
    expect(await rows()).not.toEqual(before);
    expect(await analysers()).toMatchObject([{ state: 'failed', last_error: 'Its key was refused.' }]);
    await note(answered);
    expect(await analysers()).toMatchObject([{ id: 'oip', state: 'degraded' }]);
    const once = await rows();
    for (const run of [{ ...failed, fault: 'throttled' }, answered, failed, answered] as const) await note(run, now + 9_999);
    expect(await rows(), 'one that fails now and then writes no more than that').toEqual(once);
  });

  it('OPS-04 lays no picture that an analyser refuses, and no answer to it that makes no sense, at its door', async () => {
    const { db } = built.context;
    for (const [name, fault] of [
      ['refuses', 'rejected'],
      ['babbles', 'garbage'],
    ] as const) {
      await noteAnalysers(built.context, [{ name, outcome: 'failed', fault }]);
      const { health } = await dataOf<{ health: OperatorHealth }>('/health');
      expect(health.analysers.find(({ id }) => id === name)).toEqual({
        id: name,
        state: 'ok',
        last_error: null,
        last_error_at: null,
      });
      await db.delete(analyserState).where(eq(analyserState.name, name));
    }
  });

  it('UP-08 lists accounts with what they may use, finds one by its owner, and grants frames once', async () => {
    const [person] = await built.context.db.select().from(account).where(eq(account.id, customer.accountId));
    const found = await dataOf<{ accounts: { id: string; owner: { email: string } }[]; pagination: { total: number } }>(
      '/accounts',
    );
    expect(found.pagination.total).toBe(await built.context.db.$count(account));
    const one = found.accounts.find(({ id }) => id === person?.id);
    expect(one).toMatchObject({ frames: { used: 0, total: 100, granted: 100 }, items: { total: 0 }, last_upload_at: null });
    const search = encodeURIComponent(one?.owner.email.toUpperCase() ?? '');
    expect((await dataOf<{ accounts: { id: string }[] }>(`/accounts?search=${search}`)).accounts.map(({ id }) => id)).toEqual([
      one?.id,
    ]);
    expect((await dataOf<{ accounts: unknown[] }>('/accounts?search=%25')).accounts).toEqual([]);

    const granted = await ask(`/accounts/${one?.id}/grant`, operator, { frames: 50, reason: 'a wrong invoice' });
    expect(granted.json()).toMatchObject({ data: { frames_left: 150 }, message: 'Frames granted.' });
    const [act] = (await built.context.db.select().from(operatorLog)).slice(-1);
    expect(act).toMatchObject({
      actor: `person ${operator.userId}`,
      action: 'grant',
      reason: 'a wrong invoice',
      detail: { frames: 50 },
    });
    const events = await built.context.db.select().from(securityEvent).where(eq(securityEvent.kind, 'frames.granted'));
    expect(events).toMatchObject([{ accountId: customer.accountId, userId: null, detail: '50 frames: a wrong invoice' }]);
    expect((await findUnbalanced(built.context.db)).unbalanced).toEqual([]);
    const nobody = '00000000-0000-7000-8000-000000000000';
    expect((await ask(`/accounts/${nobody}/grant`, operator, { frames: 1, reason: 'x' })).statusCode).toBe(404);
    for (const body of [
      { frames: 0, reason: 'x' },
      { frames: 1, reason: ' ' },
      { frames: 100_000_001, reason: 'x' },
    ])
      expect((await ask(`/accounts/${one?.id}/grant`, operator, body)).statusCode).toBe(400);
  });

  it('OPS-04 shows failed work as one line a fault, and has it done again', async () => {
    const id = await uploadAndFail();
    const hook = await built.app.inject({
      method: 'POST',
      url: '/api/webhooks',
      headers: customer.headers,
      payload: { webhookUrl: 'https://receiver.example/hook' },
    });
    const webhookId = hook.json<{ data: { webhook: { id: string } } }>().data.webhook.id;
    const values = { accountId: customer.accountId, webhookId, mediaId: id, event: 'media.analysis.completed', body: '{}' };
    const failed = {
      state: 'failed',
      attempts: 5,
      lastError: '503 from receiver.example',
      finishedAt: built.clock.now(),
    } as const;
    for (let count = 0; count < 3; count += 1)
      await built.context.db.insert(delivery).values({ ...values, ...failed, nextAttemptAt: new Date() });

    const { failures } = await dataOf<{ failures: OperatorFailure[] }>('/failures');
    expect(failures).toMatchObject([
      { id: 'analyses', kind: 'analysis', count: 1, error: 'The analysis failed and was not charged' },
      { id: webhookId, kind: 'webhook', count: 3, error: '503 from receiver.example', can_retry: true },
    ]);
    const [uploaded] = await built.context.db.select().from(media).where(eq(media.id, id));
    const { accounts } = await dataOf<OperatorAccounts>('/accounts');
    expect(accounts.find((one) => one.id === customer.accountId)?.last_upload_at).toBe(uploaded?.createdAt.toISOString());
    const thrown = {
      name: 'Error',
      message: 'The decoder ended while reading "my holiday.png"',
      code: 'ENOMEM',
      stack: 'Error: …',
    };
    for (const output of [thrown, { ...thrown, message: thrown.message.replace('my', 'your') }])
      await built.context.db.execute(sql`insert into pgboss.job (name, data, state, output, completed_on)
        values ('moderate-media', '{}', 'failed', ${JSON.stringify(output)}::jsonb, now() + interval '1 hour')`);
    const errors = await dataOf<OperatorErrors>('/errors');
    expect(errors).toMatchObject({
      whole: true,
      errors: [
        { kind: 'job', queue: 'moderate-media', error: 'The decoder ended while reading … (ENOMEM)', count: 2 },
        expect.anything(),
        expect.anything(),
      ],
    });
    expect(errors.errors).toContainEqual(
      expect.objectContaining({ kind: 'webhook', queue: null, error: '503 from receiver.example', count: 3 }),
    );
    expect(errors.errors).toContainEqual(
      expect.objectContaining({ kind: 'analysis', error: 'The analysis failed and was not charged', count: 1 }),
    );
    expect(JSON.stringify(errors)).not.toContain('holiday');
    expect((await ask('/failures/analyses/retry', operator, {})).json()).toMatchObject({ data: { queued: 1, remaining: 0 } });
    expect((await ask('/failures/analyses/retry', operator, {})).json()).toMatchObject({ data: { queued: 0, remaining: 0 } });
    const sent = await ask(`/failures/${webhookId}/retry`, operator, {});
    expect(sent.json()).toMatchObject({ data: { queued: 3, remaining: 0 } });
    expect((await built.context.db.select().from(delivery)).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
    expect((await dataOf<{ failures: unknown[] }>('/failures')).failures).toEqual([]);
    expect((await ask(`/failures/${id}/retry`, operator, {})).statusCode).toBe(404);
  });

  it('OPS-04 shows the newest errors, and says when older ones are left out', async () => {
    const { db } = built.context;
    await db.execute(sql`insert into pgboss.job (name, data, state, output, completed_on)
      select 'send-mail', '{}', 'failed', jsonb_build_object('name', 'Error', 'message', 'an older fault'), now()
      from generate_series(1, 5000)`);
    const query = { name: 'Error', message: `Failed query: select $1\nparams: ${'x'.repeat(100_000)}`, code: '57014' };
    await db.execute(sql`insert into pgboss.job (name, data, state, output, completed_on)
      values ('send-mail', '{}', 'failed', ${JSON.stringify(query)}::jsonb, now() + interval '2 hours')`);
    const capped = await dataOf<OperatorErrors>('/errors');
    expect(capped.whole).toBe(false);
    expect(capped.errors[0]).toMatchObject({ error: 'A query of the database failed (57014)', count: 1 });
    await db.execute(sql`delete from pgboss.job where name = 'send-mail'`);
    expect(await dataOf<OperatorErrors>('/errors')).toMatchObject({ whole: true });

    const webhookId = '00000000-0000-7000-8000-00000000000f';
    const values = {
      accountId: customer.accountId,
      webhookId,
      event: 'notice.received',
      body: '{}',
      attempts: 1,
      lastError: 'refused',
    };
    const [first] = await db
      .insert(delivery)
      .values({ ...values, state: 'failed', finishedAt: new Date(), nextAttemptAt: new Date() })
      .returning();
    await db.execute(sql`insert into ${delivery} (id, account_id, webhook_id, event, body, state, attempts, last_error, next_attempt_at,
        created_at, finished_at)
      select gen_random_uuid(), account_id, webhook_id, event, body, state, 1, 'timed out', now(), created_at - interval '1 hour', now()
      from ${delivery}, generate_series(1, 5001) where id = ${first?.id}`);
    const { errors, whole } = await dataOf<OperatorErrors>('/errors');
    expect([
      whole,
      errors.find(({ error }) => error === 'refused')?.count,
      errors.find(({ error }) => error === 'timed out')?.count,
    ]).toEqual([true, 1, 5_001]);
    await db.delete(delivery).where(eq(delivery.webhookId, webhookId));
  });

  it('OPS-04 leaves out the errors that cannot be read in time, and tells the others', async () => {
    const { context, database } = built;
    const other = createDb({ url: database.url, name: 'clearframe test' });
    try {
      await other.db.transaction(async (tx) => {
        await tx.execute(sql`lock table ${delivery} in access exclusive mode`);
        expect(await listErrors(context)).toMatchObject({ whole: false, errors: [{ kind: 'job' }] });
      });
    } finally {
      await other.close();
    }
    expect((await listErrors(context)).whole).toBe(true);
  });

  it('OPS-04 does again what can be done, although an account without frames has failed longer', async () => {
    const apart = await build({ config: { throughputScale: 1_000 } });
    try {
      const fail = async (by: Uploader) => {
        await by.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0' });
        const ofThem = and(eq(media.accountId, by.accountId), eq(media.state, 'queued'));
        const [item] = await apart.context.db.select().from(media).where(ofThem);
        await failModeration(apart.context, { mediaId: item?.id ?? '', attempt: 1 });
        return item?.id;
      };
      const [poor, rich] = [await createUploader(apart, 1), await createUploader(apart, 10)];
      const refused = await fail(poor);
      // It holds their only frame.
      await poor.apiUpload({ media: file(picture('formats/pears.png')) }, { query: '?wait=0' });
      const again = await fail(rich);
      expect(await retrySome(apart.context, 1)).toEqual({ queued: 1, remaining: 1 });
      const states = new Map((await apart.context.db.select().from(media)).map(({ id, state }) => [id, state]));
      expect([states.get(refused ?? ''), states.get(again ?? '')]).toEqual(['failed', 'queued']);
    } finally {
      await apart.close();
    }
  });

  it('SEC-02 holds and releases an item, and never shows it', async () => {
    const [item] = await built.context.db.select().from(media).limit(1);
    const id = item?.id ?? '';
    expect((await ask('/holds', operator, { media_id: id, reason: 'case 7' })).statusCode).toBe(200);
    const again = await ask('/holds', operator, { media_id: id, reason: 'case 7' });
    expect([again.statusCode, again.json()]).toMatchObject([409, { message: 'This item is already under legal hold' }]);
    const listed = await ask('/holds');
    expect(listed.json()).toMatchObject({ data: { holds: [{ media_id: id, reasons: expect.stringContaining('case 7') }] } });
    expect(listed.body).not.toContain(item?.originalFilename);
    expect((await ask(`/holds/${id}/release`, operator, { reason: 'over' })).statusCode).toBe(200);
    const over = await ask(`/holds/${id}/release`, operator, { reason: 'over' });
    expect([over.statusCode, over.json()]).toMatchObject([409, { message: 'This item is not under legal hold' }]);
    const log = await dataOf<{ operator_log: { action: string; actor: string }[] }>('/log');
    expect(log.operator_log.slice(0, 2)).toMatchObject([
      { action: 'release', actor: `person ${operator.userId}` },
      { action: 'hold' },
    ]);
  });

  it('OPS-04 SEC-02 lists what is in quarantine, and gives a file its place back once, with a reason', async () => {
    const { storage } = built.context;
    const key = `${customer.accountId}/lost/original.png`;
    await storage.put(key, Buffer.from('a picture'));
    expect(await moveToQuarantine(storage, [key], built.clock.now())).toBe(1);
    const { quarantine, more } = await dataOf<OperatorQuarantine>('/quarantine');
    expect([quarantine, more]).toMatchObject([
      [{ key, day: built.clock.now().toISOString().slice(0, 10), size_bytes: 9 }],
      false,
    ]);
    const restore = `/quarantine/${quarantine[0]?.id}/restore`;
    expect((await ask(restore, operator, { reason: ' ' })).statusCode).toBe(400);
    await storage.put(key, Buffer.from('another'));
    const refused = await ask(restore, operator, { reason: 'case 9' });
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { message: errorTable.file_exists.message }]);
    await storage.remove([key]);
    expect((await ask(restore, operator, { reason: 'case 9' })).statusCode).toBe(200);
    expect(Buffer.from(await storage.get(key)).toString()).toBe('a picture');
    expect((await ask(restore, operator, { reason: 'case 9' })).statusCode).toBe(404);
    const [act] = await built.context.db.select().from(operatorLog).orderBy(desc(operatorLog.seq)).limit(1);
    expect(act).toMatchObject({ action: 'quarantine restore', subject: key, reason: 'case 9' });
    // Nothing but an object in quarantine is moved by that address.
    for (const other of [key, `quarantine/2026-11-20/../../${key}`, 'quarantine'])
      expect(
        (await ask(`/quarantine/${Buffer.from(other).toString('base64url')}/restore`, operator, { reason: 'x' })).statusCode,
      ).toBe(404);
  });
});
