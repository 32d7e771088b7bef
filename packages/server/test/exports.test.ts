import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DataExport, type LiveEvent, limits } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  checker,
  checkLine,
  dataExport,
  decision,
  media,
  membership,
  s3Source,
  securityEvent,
  session,
} from '../src/db/schema.ts';
import { failExport, makeExport } from '../src/exports/make-export.ts';
import { failLostExports, removeOldExports } from '../src/exports/sweep-exports.ts';
import { exportData } from '../src/jobs/export-data.ts';
import { sweepObjects } from '../src/jobs/sweep-objects.ts';
import { saveKeywordSettings } from '../src/keywords/keyword-settings.ts';
import { savePolicy } from '../src/policy/save-policy.ts';
import { type Built, build } from './helpers/build.ts';
import {
  createUploader,
  dayMs,
  file,
  picture,
  quickExaminer,
  resultOf,
  runQueuedModeration,
  type Uploader,
} from './helpers/uploads.ts';

const minuteMs = 60_000;

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');
/** What buffers still hold after everything that nobody needs is gone. */
function liveBytes(): number {
  if (typeof collect === 'function') collect();
  return process.memoryUsage().arrayBuffers;
}
const signal = new AbortController().signal;

describe('an export of all data', () => {
  let built: Built;
  let person: Uploader;
  let stranger: Uploader;
  beforeAll(async () => {
    built = await build({ config: { throughputScale: 1000 } });
    person = await createUploader(built);
    stranger = await createUploader(built);
    await runQueuedModeration(built, quickExaminer);
  });
  afterAll(() => built.close());

  const send = (method: 'GET' | 'POST' | 'DELETE', path: string, who: Uploader = person) =>
    built.app.inject({ method, url: `/api/users/me/exports${path}`, headers: who.headers });
  const ask = async (who: Uploader = person) => {
    const answer = await send('POST', '', who);
    expect(answer.statusCode, answer.body).toBe(200);
    return DataExport.parse(answer.json<{ data: { export: unknown } }>().data.export);
  };
  const list = async (who: Uploader = person) => {
    const answer = await send('GET', '', who);
    expect(answer.statusCode, answer.body).toBe(200);
    return z.array(DataExport).parse(answer.json<{ data: { exports: unknown } }>().data.exports);
  };
  /** Past the life of a session the answers of the API cannot be read. */
  const rows = ({ userId }: Uploader) => built.context.db.select().from(dataExport).where(eq(dataExport.userId, userId));
  const make = (id: string) => makeExport(built.context, id, signal);
  const fetched = async (id: string, who: Uploader = person) => {
    const answer = await send('GET', `/${id}/download`, who);
    expect(answer.statusCode, answer.body).toBe(200);
    const { url } = answer.json<{ data: { url: string } }>().data;
    return await built.app.inject({ url: url.replace(built.context.config.publicUrl, '') });
  };
  const read = async (id: string, who: Uploader = person) => {
    const files = unzipSync((await fetched(id, who)).rawPayload);
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    return {
      files,
      names: Object.keys(files).sort(),
      text,
      json: (name: string): unknown => JSON.parse(text(name)),
      lines: (name: string): unknown[] =>
        text(name)
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line)),
    };
  };
  const objects = async () =>
    (await readdir(join(built.dataDir, 'objects'), { recursive: true })).filter((key) => key.includes('.'));

  it('SEC-07 keeps the newest export of all data only: a newer one takes its place, with its file', async () => {
    const who = await createUploader(built);
    const first = await ask(who);
    await make(first.id);
    const stored = (await rows(who)).map(({ objectKey }) => objectKey ?? '');
    expect(await objects()).toEqual(expect.arrayContaining(stored));
    built.clock.advance(1);
    const second = await ask(who);
    expect((await list(who)).map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    await make(second.id);
    expect((await list(who)).map(({ id }) => id)).toEqual([second.id]);
    expect((await objects()).filter((key) => stored.includes(key))).toEqual([]);
    expect((await fetched(second.id, who)).statusCode).toBe(200);
  });

  it('SEC-08 holds the owner’s whole account: facts, results, decisions, logs and originals, and no secret', async () => {
    const sent = picture('formats/pears.png');
    const first = resultOf(await person.upload({ media: file(sent, 'pears.png'), title: 'Päars' })).media_upload;
    built.clock.advance(1);
    const held = resultOf(await person.upload({ media: file(sent, 'held.png') })).media_upload;
    resultOf(await stranger.upload({ media: file(sent, 'foreign.png') }));
    const { db } = built.context;
    const { accountId, userId } = person;
    await db.insert(decision).values({ mediaId: first.id, accountId, userId, from: false, to: true, note: 'too red' });
    await db.update(media).set({ legalHoldAt: built.clock.now(), legalHoldReason: 'case 7' }).where(eq(media.id, held.id));
    const input = { forbidden_keywords: ['knife'], required_keywords: [] };
    await saveKeywordSettings(db, { accountId: person.accountId, input, now: built.clock.now() });
    const secrets = { secretHash: 'HASHED-1', secretSealed: 'SEALED-1' };
    const asks = { rejectStatus: 406, onError: 'closed', timeoutMs: 25_000, videoMaxSeconds: 0 } as const;
    await db.insert(checker).values({ accountId, name: 'Lemmy', allowFrom: [], ...asks, ...secrets });
    const place = { endpoint: 'https://s3.example', region: 'us-east-1', bucket: 'photos', prefix: '', accessKeyId: 'HASHED-2' };
    const sealed = { secretKeySealed: 'SEALED-2', eventsHash: 'HASHED-3', eventsSealed: 'SEALED-3' };
    const switches = { pathStyle: true, answerTags: true, isActive: true };
    await db.insert(s3Source).values({ accountId, name: 'Photos', ...place, ...sealed, ...switches });
    const line = { door: 'checker', at: built.clock.now(), verdict: 'fail' as const, flaggedCategories: ['gore'] };
    await db.insert(checkLine).values([
      { accountId, ...line },
      { accountId: stranger.accountId, ...line, door: 'openai' },
    ]);
    await savePolicy(built.context, person, (before) => ({ ...before, on_analyser_error: 'reject' }));

    const asked = await ask();
    expect(asked).toMatchObject({ kind: 'account', state: 'queued', done: 0, total: 0, expiresAt: null });
    await make(asked.id);
    const [done] = await list();
    const expiresAt = new Date(built.clock.now().getTime() + limits.exportKeptMs).toISOString();
    expect(done).toMatchObject({ id: asked.id, state: 'done', done: 1, total: 1, expiresAt });

    const answer = await fetched(asked.id);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="clearframe-export-\d{4}-\d\d-\d\d\.zip"/),
      'content-length': String(done?.sizeBytes),
    });
    const zip = await read(asked.id);
    expect(zip.names).toEqual(
      [
        'README.txt',
        'account.json',
        'audit.jsonl',
        'author-erasures.json',
        'author-settings.json',
        'authors.jsonl',
        'chats.json',
        'checks.jsonl',
        'doors.json',
        'exposure-settings.json',
        'exposure.json',
        'files/',
        'keyword-settings.json',
        'known-pictures.jsonl',
        'labels.json',
        'media.jsonl',
        'notice-settings.json',
        'notices.jsonl',
        'payments.json',
        'policies.jsonl',
        'quality-settings.json',
        'reported-statements.jsonl',
        'security-log.jsonl',
        'statement-settings.json',
        'statements.jsonl',
        'subscription.json',
        'tokens.json',
        'transparency.json',
        'usage.jsonl',
        'user.json',
        'video-seconds.jsonl',
        'views.json',
        'webhooks.json',
      ].map((name) => (name === 'files/' ? `files/${first.filename}` : name)),
    );
    expect(Buffer.from(zip.files[`files/${first.filename}`] ?? []).equals(sent)).toBe(true);
    expect(zip.lines('policies.jsonl')).toMatchObject([
      { name: 'account-1', on_analyser_error: 'reject', keywords: { forbidden: [{ text: 'knife', match: 'partial' }] } },
    ]);
    expect(zip.lines('media.jsonl')).toMatchObject([
      {
        id: first.id,
        title: 'Päars',
        withheld: false,
        file: `files/${first.filename}`,
        results: [{ moderation: { passed: true }, analysis: { description: 'A small picture.' }, sampled: false }],
        decisions: [{ by: 'Ada Example', from: false, to: true, note: 'too red' }],
      },
      { id: held.id, withheld: true, file: null },
    ]);
    for (const item of zip.lines('media.jsonl')) expect(item).not.toHaveProperty('writingTries');
    expect(zip.json('user.json')).toMatchObject({ email: person.email, name: 'Ada Example', sessions: [{ endedAt: null }] });
    expect(zip.json('account.json')).toMatchObject({ id: person.accountId, members: [{ email: person.email, role: 'owner' }] });
    expect(zip.json('keyword-settings.json')).toMatchObject({ forbidden: ['knife'], required: [] });
    expect(zip.json('quality-settings.json')).toEqual({ sample_permille: 0 });
    expect(zip.json('doors.json')).toMatchObject({
      settings: { keep: 'none' },
      checkers: [{ name: 'Lemmy', rejectStatus: 406 }],
      buckets: [{ name: 'Photos', bucket: 'photos' }],
    });
    expect(zip.lines('checks.jsonl')).toMatchObject([{ door: 'checker', verdict: 'fail', flaggedCategories: ['gore'] }]);
    expect(zip.json('author-settings.json')).toEqual({ strike_days: 90, strikes_to_watch: 0, strikes_to_block: 0 });
    expect(zip.json('tokens.json')).toMatchObject([{ name: 'test', isActive: true }]);
    expect(zip.lines('usage.jsonl')).toMatchObject([{ kind: 'grant', frames: 100 }, {}, {}, {}, {}]);
    expect(zip.lines('security-log.jsonl')).toContainEqual(expect.objectContaining({ kind: 'account.export_requested' }));
    expect(zip.text('README.txt')).toContain('withheld by the operator');
    for (const name of zip.names.filter((name) => name !== 'README.txt' && !name.startsWith('files/'))) {
      expect(zip.text('README.txt'), name).toContain(name);
      // Neither the bearer token nor what is stored of it, nor the password.
      expect(zip.text(name), name).not.toMatch(/cf_live_|argon2|tokenHash|tokenSealed|HASHED|SEALED|case 7|foreign\.png/);
    }
    const events = await db.select().from(securityEvent).where(eq(securityEvent.userId, person.userId));
    expect(events.filter(({ kind }) => kind === 'account.export_downloaded')).toHaveLength(2);
  });

  it('SEC-03 gives another member of the account only what is their own', async () => {
    const other = await createUploader(built);
    const { db } = built.context;
    await db.insert(membership).values({ accountId: person.accountId, userId: other.userId, role: 'viewer' });
    await db.update(session).set({ accountId: person.accountId }).where(eq(session.userId, other.userId));
    const [item] = await db.select().from(media).where(eq(media.accountId, person.accountId)).limit(1);
    const { accountId } = person;
    await db.insert(decision).values({ mediaId: item?.id ?? '', accountId, userId: other.userId, from: true, to: false });

    const { id } = await ask(other);
    await make(id);
    const zip = await read(id, other);
    expect(zip.names).toEqual([
      'README.txt',
      'decisions.jsonl',
      'exposure.json',
      'security-log.jsonl',
      'user.json',
      'views.json',
    ]);
    expect(zip.json('user.json')).toMatchObject({ email: other.email });
    expect(zip.lines('decisions.jsonl')).toMatchObject([{ mediaId: item?.id, from: true, to: false }]);
    for (const line of zip.lines('security-log.jsonl')) expect(line).toMatchObject({ userId: other.userId });
    expect((await list(other)).map((one) => one.id)).toEqual([id]);
    // The owner's own export is not the member's, although it lies in the same account.
    const [owners] = await list();
    expect((await send('GET', `/${owners?.id}/download`, other)).statusCode).toBe(404);
  });

  it('SEC-03 is unknown to other accounts, to be fetched and to be removed', async () => {
    const [own] = await list();
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await send(method, method === 'GET' ? `/${own?.id}/download` : `/${own?.id}`, stranger);
      expect(answer.statusCode).toBe(404);
      expect(answer.json<{ message: string }>().message).toBe('Export not found');
    }
    expect(await list(stranger)).toEqual([]);
  });

  it('OPS-04 is made one at a time, and can be broken off', async () => {
    const who = await createUploader(built);
    const asked = await ask(who);
    const second = await send('POST', '', who);
    expect([second.statusCode, second.json<{ message: string }>().message]).toEqual([
      409,
      'An export is already in progress. Wait until it is done.',
    ]);
    expect((await send('GET', `/${asked.id}/download`, who)).statusCode).toBe(409);
    const before = await objects();
    expect((await send('DELETE', `/${asked.id}`, who)).statusCode).toBe(200);
    await make(asked.id);
    expect(await list(who)).toEqual([]);
    expect(await objects()).toEqual(before);
    await ask(who);
  });

  it('OPS-04 leaves no file behind when it is removed while it is written', async () => {
    const who = await createUploader(built);
    await who.upload({ media: file(picture('formats/pears.png')) });
    const asked = await ask(who);
    const before = await objects();
    const { storage } = built.context;
    const removing = {
      ...storage,
      async open(key: string) {
        await send('DELETE', `/${asked.id}`, who);
        return await storage.open(key);
      },
    };
    await makeExport({ ...built.context, storage: removing }, asked.id, signal);
    expect(await objects()).toEqual(before);
  });

  it('AUTH-08 needs a fresh proof of who asks, to be asked for and to be fetched', async () => {
    const who = await createUploader(built);
    const { id } = await ask(who);
    await make(id);
    built.clock.advance(limits.confirmationLifeMs + 1);
    for (const answer of [await send('POST', '', who), await send('GET', `/${id}/download`, who)]) {
      expect(answer.statusCode).toBe(403);
      expect(answer.json<{ message: string }>().message).toBe('Confirm your identity');
    }
  });

  it('OPS-04 begins again after a try that was cut off in the middle of a file', async () => {
    const who = await createUploader(built);
    for (const name of ['one.png', 'two.png']) await who.upload({ media: file(picture('formats/pears.png'), name) });
    const { id } = await ask(who);
    const before = await objects();
    const stop = new AbortController();
    const { storage } = built.context;
    const cut = {
      ...storage,
      async open(key: string) {
        if (stop.signal.aborted) return await storage.open(key);
        stop.abort(new Error('the process stops'));
        return await storage.open(key);
      },
    };
    await expect(makeExport({ ...built.context, storage: cut }, id, stop.signal)).rejects.toThrow('the process stops');
    expect(await objects()).toEqual(before);
    expect(await list(who)).toMatchObject([{ state: 'running', done: 0, total: 2 }]);
    await make(id);
    expect((await read(id, who)).names.filter((name) => name.startsWith('files/'))).toHaveLength(2);
  });

  it('OPS-04 tells pages how far it is, once a second at most', async () => {
    const who = await createUploader(built);
    for (const name of ['1.png', '2.png', '3.png', '4.png'])
      await who.upload({ media: file(picture('formats/pears.png'), name) });
    const { storage, live } = built.context;
    await live.listening();
    // That it was asked for is told too: it must not be counted with what follows.
    const told = Promise.withResolvers<void>();
    const forget = live.subscribe(who.accountId, ({ type }) => type === 'export.updated' && told.resolve());
    const { id } = await ask(who);
    await told.promise;
    forget();
    const seen: number[] = [];
    const slow = {
      ...storage,
      async open(key: string) {
        built.clock.advance(600);
        seen.push((await list(who))[0]?.done ?? -1);
        return await storage.open(key);
      },
    };
    const heard: LiveEvent[] = [];
    const finished = Promise.withResolvers<void>();
    const leave = live.subscribe(who.accountId, (event) => {
      heard.push(event);
      // Running, a report at the second and the fourth item, done.
      if (heard.length === 4) finished.resolve();
    });
    await makeExport({ ...built.context, storage: slow }, id, signal);
    await finished.promise;
    leave();
    expect(heard).toEqual(Array(4).fill({ type: 'export.updated', export_id: id }));
    expect(seen.at(-1)).toBeGreaterThan(0);
    expect(await list(who)).toMatchObject([{ state: 'done', done: 4, total: 4 }]);
  });

  it('OPS-04 is done by its job, says when every attempt failed, and is given up when its job is lost', async () => {
    const who = await createUploader(built);
    const asked = await ask(who);
    const failing = {
      ...built.context,
      storage: { ...built.context.storage, put: () => Promise.reject(new Error('disk full')) },
    };
    const run = { id: 'x', attempt: 5, signal, alive: () => {}, stopping: new AbortController().signal };
    await expect(exportData.run(failing, { exportId: asked.id }, { ...run, isLast: false })).rejects.toThrow('disk full');
    expect(await list(who)).toMatchObject([{ state: 'running' }]);
    const left = new AbortController();
    const handedOver = {
      ...run,
      signal: left.signal,
      get isLast() {
        return !left.signal.aborted;
      },
    };
    const cut = exportData.run(built.context, { exportId: asked.id }, handedOver);
    left.abort(new Error('handed over'));
    await expect(cut).rejects.toThrow('handed over');
    expect(await list(who)).toMatchObject([{ state: 'running' }]);
    await expect(exportData.run(failing, { exportId: asked.id }, { ...run, isLast: true })).rejects.toThrow('disk full');
    expect(await list(who)).toMatchObject([{ state: 'failed' }]);

    const lost = await ask(who);
    const [row] = await built.context.db
      .insert(dataExport)
      .values({ accountId: who.accountId, userId: who.userId, kind: 'account', state: 'running', createdAt: built.clock.now() })
      .returning();
    built.clock.advance(15 * minuteMs + 1);
    expect(await failLostExports(built.context)).toBe(1);
    const states = new Map((await rows(who)).map(({ id, state }) => [id, state]));
    expect([states.get(lost.id), states.get(row?.id ?? '')]).toEqual(['queued', 'failed']);
    await failExport(built.context, lost.id);
  });

  it('OPS-04 lies there for seven days, unharmed by the sweep of forgotten files', async () => {
    const who = await createUploader(built);
    const { id } = await ask(who);
    await make(id);
    const run = { id: 'x', attempt: 1, isLast: true, signal, alive: () => {}, stopping: signal };
    await sweepObjects.run({ ...built.context, clock: { now: () => new Date(Date.now() + dayMs) } }, {}, run);
    expect((await fetched(id, who)).statusCode).toBe(200);
    built.clock.advance(limits.exportKeptMs - 1);
    await removeOldExports(built.context);
    expect(await rows(who)).toHaveLength(1);
    built.clock.advance(1);
    await removeOldExports(built.context);
    expect(await rows(who)).toEqual([]);
    expect((await objects()).filter((key) => key.includes(id))).toEqual([]);
  });

  it('OPS-04 keeps memory flat, however much there is', async () => {
    const who = await createUploader(built);
    const { media_upload: item } = resultOf(await who.upload({ media: file(picture('formats/pears.png')) }));
    const { db, storage } = built.context;
    const [row] = await db.select().from(media).where(eq(media.id, item.id));
    if (!row) throw new Error('no item');
    const bigKey = `${who.accountId}/${crypto.randomUUID()}/original.png`;
    await storage.put(bigKey, Buffer.alloc(1_048_576, 7));
    const count = 150;
    const copies = Array.from({ length: count }, () => {
      const id = crypto.randomUUID();
      return { ...row, id, filename: `${id}.png` };
    });
    await db.insert(media).values(copies);
    const { id } = await ask(who);
    const before = liveBytes();
    let reads = 0;
    let peak = 0;
    let open = 0;
    let mostOpen = 0;
    const counting = {
      ...storage,
      async open(_key: string) {
        open += 1;
        mostOpen = Math.max(mostOpen, open);
        reads += 1;
        if (reads % 25 === 0) peak = Math.max(peak, liveBytes());
        const opened = await storage.open(bigKey);
        opened.body.once('close', () => {
          open -= 1;
        });
        return opened;
      },
    };
    await makeExport({ ...built.context, storage: counting }, id, signal);
    expect(await list(who)).toMatchObject([{ state: 'done', total: count + 1 }]);
    // Files are opened one after the other; on a busy machine a few handles are still being closed when the next is opened.
    expect(mostOpen).toBeLessThanOrEqual(8);
    await expect.poll(() => open).toBe(0);
    // 151 MB went through; what waits to be collected is a fraction of it.
    expect((await list(who))[0]?.sizeBytes).toBeGreaterThan(count * 1_048_576);
    expect(peak - before).toBeLessThan(48 * 1_048_576);
  });
});
