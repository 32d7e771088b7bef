import { randomUUID } from 'node:crypto';
import { AppError, limits } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../src/db/client.ts';
import { account, media } from '../src/db/schema.ts';
import {
  abandonIdempotent,
  attachingMedia,
  type Begun,
  beginIdempotent,
  finishIdempotent,
  type IdempotencyClaim,
  idempotencyStaleMs,
  matchBody,
  sweepIdempotency,
} from '../src/idempotency/idempotency.ts';
import { createTestDatabase, type TestDatabase } from './helpers/database.ts';

const start = new Date('2026-03-10T12:00:00Z');
const later = (ms: number) => new Date(start.getTime() + ms);

let test: TestDatabase;
let db: Db;
let accountId: string;

const begin = (options: { key?: string; route?: string; bodyHash?: string; now?: Date; accountId?: string } = {}) =>
  beginIdempotent(db, { accountId, route: 'POST /media/upload', key: 'k', now: start, ...options });

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return error.code;
}

function claimOf(begun: Begun): IdempotencyClaim {
  if (begun.kind === 'replay') throw new Error('it ran already');
  return begun.claim;
}

async function storeItem(): Promise<string> {
  const [item] = await db
    .insert(media)
    .values({
      accountId,
      source: 'api',
      filename: 'a.png',
      originalFilename: 'a.png',
      tags: [],
      kind: 'png',
      mimeType: 'image/png',
      fileSizeBytes: 1,
      objectKey: 'a',
      state: 'queued',
    })
    .returning();
  if (!item) throw new Error('no item');
  return item.id;
}

const attach = (begun: Begun, mediaId: string, bodyHash = 'a') =>
  db.transaction((tx) => attachingMedia(tx, claimOf(begun), { mediaId, bodyHash }));

const finish = (begun: Begun, answer: unknown = { data: 1 }) =>
  finishIdempotent(db, claimOf(begun), { status: 200, answer, now: start });

beforeAll(async () => {
  test = await createTestDatabase();
  db = test.db;
});
beforeEach(async () => {
  const [made] = await db.insert(account).values({}).returning();
  accountId = made?.id ?? '';
});
afterAll(() => test.close());

describe('idempotency', () => {
  it('UP-09 lets exactly one of 50 parallel requests run and tells the others to wait', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => begin().catch((error: AppError) => error.code)));
    expect(results.filter((result) => typeof result === 'object')).toHaveLength(1);
    expect(results.filter((result) => result === 'idempotency_running')).toHaveLength(49);
  });

  it('UP-09 gives the stored answer to a repeat, for 24 hours', async () => {
    await finish(await begin({ bodyHash: 'a' }), { data: { id: 7 }, message: 'done' });
    expect(await begin({ bodyHash: 'a', now: later(limits.idempotencyKeptMs - 1) })).toMatchObject({
      kind: 'replay',
      status: 200,
      answer: { data: { id: 7 }, message: 'done' },
    });
    expect(await begin({ bodyHash: 'b', now: later(limits.idempotencyKeptMs) })).toMatchObject({ kind: 'new' });
  });

  it('UP-09 keeps keys apart by account and route', async () => {
    const [other] = await db.insert(account).values({}).returning();
    await finish(await begin());
    expect((await begin({ route: 'POST /v1/upload' })).kind).toBe('new');
    expect((await begin({ accountId: other?.id ?? '' })).kind).toBe('new');
    expect((await begin({ key: 'K' })).kind).toBe('new');
  });

  it('UP-09 refuses the key of another body, while the first runs and afterwards', async () => {
    const first = await begin({ bodyHash: 'a' });
    expect(await codeOf(begin({ bodyHash: 'b' }))).toBe('idempotency_mismatch');
    expect(await codeOf(begin({ bodyHash: 'a' }))).toBe('idempotency_running');
    await finish(first);
    expect(await codeOf(begin({ bodyHash: 'b' }))).toBe('idempotency_mismatch');
  });

  it('UP-09 compares a body that is known only after reading', async () => {
    const first = await begin();
    matchBody(first, 'a');
    await attach(first, await storeItem());
    expect(await codeOf(begin())).toBe('idempotency_running');
    await finish(first);
    const repeat = await begin();
    matchBody(repeat, 'a');
    expect(() => matchBody(repeat, 'b')).toThrow(expect.objectContaining({ code: 'idempotency_mismatch' }));
  });

  it('UP-09 frees the key of a refused request', async () => {
    await abandonIdempotent(db, claimOf(await begin({ bodyHash: 'a' })));
    expect((await begin({ bodyHash: 'b' })).kind).toBe('new');
  });

  it('UP-09 lets nobody abandon what is finished', async () => {
    const first = await begin();
    await finish(first);
    await abandonIdempotent(db, claimOf(first));
    expect((await begin()).kind).toBe('replay');
  });

  it('OPS-04 lets a repeat run when the first process died, but not before', async () => {
    const dead = await begin({ bodyHash: 'a' });
    expect(await codeOf(begin({ now: later(idempotencyStaleMs - 1) }))).toBe('idempotency_running');
    const next = await begin({ bodyHash: 'a', now: later(idempotencyStaleMs) });
    expect(next.kind).toBe('new');
    // The first was only slow: nothing that it does counts any more.
    expect(await codeOf(finish(dead))).toBe('idempotency_running');
    expect(await attach(dead, randomUUID())).toEqual([]);
    await abandonIdempotent(db, claimOf(dead));
    await finish(next);
  });

  it('OPS-04 gives a dead claim to exactly one of 50 repeats', async () => {
    await begin();
    const now = later(idempotencyStaleMs);
    const results = await Promise.all(Array.from({ length: 50 }, () => begin({ now }).catch((error: AppError) => error.code)));
    expect(results.filter((result) => typeof result === 'object')).toHaveLength(1);
  });

  it('OPS-04 finds the item that a dead process had stored', async () => {
    const mediaId = await storeItem();
    const dead = await begin({ bodyHash: 'a' });
    await attach(dead, mediaId);
    const next = await begin({ now: later(idempotencyStaleMs) });
    expect(next).toMatchObject({ kind: 'resume', mediaId, bodyHash: 'a' });
    expect(() => matchBody(next, 'b')).toThrow(expect.objectContaining({ code: 'idempotency_mismatch' }));
    await finish(next);
    expect(await begin()).toMatchObject({ kind: 'replay', mediaId });
  });

  it('OPS-04 goes on at once with the item of a request that failed after storing it', async () => {
    const mediaId = await storeItem();
    const failed = await begin();
    await attach(failed, mediaId);
    await abandonIdempotent(db, claimOf(failed));
    expect(await begin({ now: later(1) })).toMatchObject({ kind: 'resume', mediaId });
  });

  it('UP-09 frees the key when the item was refused and removed again', async () => {
    const mediaId = await storeItem();
    const refused = await begin();
    await attach(refused, mediaId);
    await db.delete(media).where(eq(media.id, mediaId));
    await abandonIdempotent(db, claimOf(refused));
    expect((await begin()).kind).toBe('new');
  });

  it('SEC-06 forgets keys after 24 hours', async () => {
    await finish(await begin());
    expect(await sweepIdempotency(db, later(limits.idempotencyKeptMs - 1))).toBe(0);
    expect(await sweepIdempotency(db, later(limits.idempotencyKeptMs))).toBeGreaterThan(0);
    expect(await sweepIdempotency(db, later(limits.idempotencyKeptMs))).toBe(0);
  });
});
