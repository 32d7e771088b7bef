import { randomUUID } from 'node:crypto';
import { AppError } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../engine/test/random.ts';
import { commitFrames, type LedgerResult, releaseFrames, reserveFrames } from '../src/billing/ledger.ts';
import { openPeriod } from '../src/billing/periods.ts';
import { usageOf } from '../src/billing/usage.ts';
import type { Db } from '../src/db/client.ts';
import { account, usageEntry, usagePeriod } from '../src/db/schema.ts';
import { createTestDatabase, type TestDatabase } from './helpers/database.ts';

const now = new Date('2026-03-10T12:00:00Z');
const days = (count: number) => new Date(now.getTime() + count * 86_400_000);

let test: TestDatabase;
let db: Db;

async function newAccount(): Promise<string> {
  const [made] = await db.insert(account).values({}).returning();
  if (!made) throw new Error('no account');
  return made.id;
}

const open = (accountId: string, frames: number, from = days(-1), to = days(29)) =>
  db.transaction((tx) =>
    openPeriod(tx, { accountId, subscriptionId: null, frames, startsAt: from, endsAt: to, reason: 'for a test' }),
  );

const reserve = (accountId: string, mediaId: string, { attempt = 1, frames = 1, at = now } = {}) =>
  db
    .transaction((tx) => reserveFrames(tx, { accountId, mediaId, attempt, frames, now: at }))
    .catch((error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    });
const commit = (mediaId: string, { attempt = 1, frames = 1 } = {}) =>
  db.transaction((tx) => commitFrames(tx, { mediaId, attempt, frames }));
const release = (mediaId: string, attempt = 1) =>
  db.transaction((tx) => releaseFrames(tx, { mediaId, attempt, reason: 'for a test' }));

function count(values: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

async function counters(periodId: string) {
  const [period] = await db.select().from(usagePeriod).where(eq(usagePeriod.id, periodId));
  return period && { used: period.used, reserved: period.reserved, allowance: period.allowance };
}

/** The counters as the entries alone say them: what was granted, charged and is still held. */
async function sums(periodId: string) {
  const entries = await db.select().from(usageEntry).where(eq(usageEntry.periodId, periodId));
  const total = (kind: string) => entries.filter((entry) => entry.kind === kind).reduce((sum, { frames }) => sum + frames, 0);
  const reservationOf = (entry: { mediaId: string | null; attempt: number | null }) => `${entry.mediaId}#${entry.attempt}`;
  const ended = new Set(entries.filter(({ kind }) => kind === 'commit' || kind === 'release').map(reservationOf));
  const held = entries.filter((entry) => entry.kind === 'reserve' && !ended.has(reservationOf(entry)));
  return { used: total('commit'), reserved: held.reduce((sum, { frames }) => sum + frames, 0), allowance: total('grant') };
}

async function expectExact(periodId: string, expected: { used: number; reserved: number }): Promise<void> {
  expect(await counters(periodId)).toMatchObject(expected);
  expect(await sums(periodId)).toEqual(await counters(periodId));
}

beforeAll(async () => {
  test = await createTestDatabase();
  db = test.db;
});
afterAll(() => test.close());

describe('frame ledger', () => {
  it('UP-09 lets exactly 15 of 200 parallel uploads through an allowance of 15', async () => {
    const accountId = await newAccount();
    const period = await open(accountId, 15);
    const results = await Promise.all(Array.from({ length: 200 }, () => reserve(accountId, randomUUID())));
    expect(count(results)).toEqual({ ok: 15, frames_exhausted: 185 });
    await expectExact(period, { used: 0, reserved: 15 });
  });

  it('UP-09 charges once when five workers finish the same items at the same time', async () => {
    const accountId = await newAccount();
    const period = await open(accountId, 15);
    const items = Array.from({ length: 10 }, () => randomUUID());
    for (const item of items) await reserve(accountId, item);
    const results = await Promise.all(items.flatMap((item) => Array.from({ length: 5 }, () => commit(item))));
    expect(count(results)).toEqual({ ok: 10, already: 40 });
    await expectExact(period, { used: 10, reserved: 0 });
  });

  it('UP-09 ends a hold once when charging and giving back race', async () => {
    const accountId = await newAccount();
    const period = await open(accountId, 30);
    const items = Array.from({ length: 30 }, () => randomUUID());
    for (const item of items) await reserve(accountId, item);
    const results = await Promise.all(
      items.flatMap((item): Promise<LedgerResult>[] => [commit(item), release(item), commit(item), release(item), commit(item)]),
    );
    expect(count(results)).toEqual({ ok: 30, already: 120 });
    const { used } = (await counters(period)) ?? { used: -1 };
    await expectExact(period, { used, reserved: 0 });
  });

  it('UP-09 holds once when the same upload arrives 50 times at once, even on the last frame', async () => {
    const accountId = await newAccount();
    const period = await open(accountId, 1);
    const item = randomUUID();
    const results = await Promise.all(Array.from({ length: 50 }, () => reserve(accountId, item)));
    expect(count(results)).toEqual({ ok: 1, already: 49 });
    await expectExact(period, { used: 0, reserved: 1 });
  });

  it('UP-09 does not wait in circles while uploads start and finish on several periods', async () => {
    const accountId = await newAccount();
    const periods = [await open(accountId, 40), await open(accountId, 40, days(-1), days(10)), await open(accountId, 40)];
    await Promise.all(
      Array.from({ length: 120 }, async (_, index) => {
        const item = randomUUID();
        expect(await reserve(accountId, item)).toBe('ok');
        expect(await (index % 3 === 0 ? release(item) : commit(item))).toBe('ok');
      }),
    );
    const usage = await usageOf(db, accountId, now);
    expect(usage).toEqual({ media_used_this_period: 80, media_remaining: 40, total_media_allowed: 120 });
    for (const period of periods) expect(await sums(period)).toEqual(await counters(period));
  });

  it('UP-09 does not wait for an entry that another upload is writing, which would end in a deadlock', async () => {
    const accountId = await newAccount();
    const period = await open(accountId, 5);
    await db.transaction(async (tx) => {
      // Half a charge: the entry is there, the counters come next. Its foreign key locks the period's key.
      await tx.insert(usageEntry).values({ periodId: period, mediaId: randomUUID(), attempt: 1, kind: 'release', frames: 0 });
      expect(await reserve(accountId, randomUUID())).toBe('ok');
    });
  });

  it('UP-09 charges a retried item once and gives a failed attempt back', async () => {
    const accountId = await newAccount();
    const period = await open(accountId, 100);
    const item = randomUUID();
    expect(await reserve(accountId, item, { frames: 30 })).toBe('ok');
    expect(await release(item)).toBe('ok');
    expect(await release(item)).toBe('already');
    await expectExact(period, { used: 0, reserved: 0 });
    expect(await reserve(accountId, item, { attempt: 2, frames: 30 })).toBe('ok');
    expect(await commit(item, { attempt: 2, frames: 27 })).toBe('ok');
    await expectExact(period, { used: 27, reserved: 0 });
    expect(await reserve(accountId, item, { attempt: 3, frames: 30 })).toBe('already');
    expect(await commit(item, { attempt: 3, frames: 30 })).toBe('none');
    await expectExact(period, { used: 27, reserved: 0 });
  });

  it('UP-09 never charges more than was held, and frees the hold of a worker that was thought dead', async () => {
    const accountId = await newAccount();
    const period = await open(accountId, 100);
    const item = randomUUID();
    await reserve(accountId, item, { frames: 10 });
    await reserve(accountId, item, { attempt: 2, frames: 10 });
    expect(await commit(item, { attempt: 2, frames: 99 })).toBe('ok');
    await expectExact(period, { used: 10, reserved: 10 });
    expect(await commit(item, { attempt: 1, frames: 10 })).toBe('already');
    await expectExact(period, { used: 10, reserved: 0 });
  });

  it('UP-09 charges the period that the frames were held in, when the analysis ends after it', async () => {
    const accountId = await newAccount();
    const old = await open(accountId, 15, days(-30), days(1));
    const next = await open(accountId, 100, days(1), days(31));
    const item = randomUUID();
    await reserve(accountId, item);
    expect(await reserve(accountId, randomUUID(), { at: days(2) })).toBe('ok');
    expect(await commit(item)).toBe('ok');
    await expectExact(old, { used: 1, reserved: 0 });
    await expectExact(next, { used: 0, reserved: 1 });
  });

  it('UP-08 takes the period that ends first and has room for all frames', async () => {
    const accountId = await newAccount();
    const late = await open(accountId, 100, days(-1), days(20));
    const soon = await open(accountId, 5, days(-1), days(3));
    await reserve(accountId, randomUUID(), { frames: 4 });
    await expectExact(soon, { used: 0, reserved: 4 });
    await reserve(accountId, randomUUID(), { frames: 2 });
    await expectExact(late, { used: 0, reserved: 2 });
    await reserve(accountId, randomUUID());
    await expectExact(soon, { used: 0, reserved: 5 });
  });

  it('API-04 says how many frames a video needs and how many are left', async () => {
    const accountId = await newAccount();
    await open(accountId, 40);
    const refusal = () =>
      db
        .transaction((tx) => reserveFrames(tx, { accountId, mediaId: randomUUID(), attempt: 1, frames: 61, now }))
        .catch((error: Error) => error.message);
    expect(await refusal()).toBe(
      'This video needs 61 frames, one for each second, and 40 are left in this period. Nothing was charged.',
    );
    await open(accountId, 50, days(-1), days(3));
    await reserve(accountId, randomUUID(), { frames: 2 });
    expect(await refusal()).toBe(
      'This video needs 61 frames, one for each second, and 48 are left in the period that has most. Nothing was charged.',
    );
  });

  it('UP-08 says whether the subscription or the frames are missing, and holds nothing', async () => {
    const accountId = await newAccount();
    expect(await reserve(accountId, randomUUID())).toBe('subscription_required');
    await open(accountId, 5, days(-30), now);
    await open(accountId, 5, days(1), days(31));
    expect(await reserve(accountId, randomUUID())).toBe('subscription_required');
    expect(await usageOf(db, accountId, now)).toBeNull();
    const period = await open(accountId, 3);
    expect(await reserve(accountId, randomUUID(), { frames: 4 })).toBe('frames_exhausted');
    await expectExact(period, { used: 0, reserved: 0 });
    expect(await db.select().from(usageEntry).where(eq(usageEntry.periodId, period))).toHaveLength(1);
  });

  it('UP-09 leaves nothing behind when the transaction of the upload fails later', async () => {
    const accountId = await newAccount();
    const period = await open(accountId, 3);
    const upload = db.transaction(async (tx) => {
      await reserveFrames(tx, { accountId, mediaId: randomUUID(), attempt: 1, frames: 1, now });
      throw new Error('the queue is away');
    });
    await expect(upload).rejects.toThrow('the queue is away');
    await expectExact(period, { used: 0, reserved: 0 });
  });

  it('UP-09 refuses numbers that are no frames', async () => {
    const accountId = await newAccount();
    await open(accountId, 3);
    for (const frames of [0, -1, 1.5, Number.NaN])
      await expect(reserve(accountId, randomUUID(), { frames })).rejects.toThrow(RangeError);
    await expect(commit(randomUUID(), { frames: -1 })).rejects.toThrow(RangeError);
  });

  it.each([1, 2, 3, 4, 5, 6])('UP-09 keeps sums and counters equal through a random history (seed %i)', async (seed) => {
    const random = randomFrom(seed);
    const below = (limit: number) => Math.floor(random() * limit);
    const accountId = await newAccount();
    const periods = [await open(accountId, 5 + below(20)), await open(accountId, 5 + below(20), days(-1), days(2 + below(5)))];
    const items = Array.from({ length: 12 }, () => randomUUID());
    const step = () => {
      const item = items[below(items.length)] ?? randomUUID();
      const attempt = 1 + below(3);
      const kind = below(5);
      if (kind <= 1) return reserve(accountId, item, { attempt, frames: 1 + below(4) });
      return kind === 2 ? release(item, attempt) : commit(item, { attempt, frames: below(6) });
    };
    for (let round = 0; round < 12; round++) await Promise.all(Array.from({ length: 1 + below(12) }, step));
    for (const period of periods) expect(await sums(period)).toEqual(await counters(period));
    const entries = await db.select().from(usageEntry).where(eq(usageEntry.kind, 'commit'));
    const own = new Set<string | null>(items);
    const charged = entries.map(({ mediaId }) => mediaId).filter((id) => own.has(id));
    expect(charged.length).toBe(new Set(charged).size);
    expect(charged.length).toBeGreaterThan(0);
  });
});
