import { and, asc, desc, eq, isNull, max, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pick, type Random, randomFrom } from '../../engine/test/random.ts';
import { createDb, type DbHandle, type Tx } from '../src/db/client.ts';
import { account, decision, machineVerdict, media, qualityTally, qualityUncounted } from '../src/db/schema.ts';
import { removeAccount } from '../src/deletion/remove-account.ts';
import { qualityReport } from '../src/quality/report.ts';
import { summarise } from '../src/quality/summarise.ts';
import { countVerdicts, foldVerdictSums } from '../src/quality/verdict-sums.ts';
import { newId } from '../src/security/new-id.ts';
import { type Built, build } from './helpers/build.ts';

let built: Built;
let others: DbHandle;
let accountId: string;
let moment = Date.UTC(2026, 9, 1);
const clock = { now: () => new Date(Date.UTC(2026, 10, 20)) };

beforeAll(async () => {
  built = await build();
  others = createDb({ url: built.database.url, max: 4 });
});
afterAll(async () => {
  await others.close();
  await built.close();
});
beforeEach(async () => {
  [{ id: accountId } = { id: '' }] = await built.database.db.insert(account).values({}).returning({ id: account.id });
});

/** Later than all before, some hours apart. */
function later(): Date {
  moment += 3_600_000;
  return new Date(moment);
}

/** As the report counted before there were sums: every result and every decision, one by one. */
async function counted() {
  const { db } = built.database;
  const verdicts = await db.select().from(machineVerdict).where(eq(machineVerdict.accountId, accountId));
  const standing = await db
    .select()
    .from(decision)
    .where(and(eq(decision.accountId, accountId), isNull(decision.undoneAt), isNull(decision.overruledAt)))
    .orderBy(desc(decision.at), desc(decision.id));
  const groups = [...Map.groupBy(verdicts, ({ mediaId }) => mediaId)].flatMap(([mediaId, results]) => {
    const decisions = standing.filter((one) => one.mediaId === mediaId);
    const made = decisions.find(({ tokenName }) => tokenName === null) ?? decisions[0];
    const first = Math.min(...results.map(({ attempt }) => attempt));
    const judged = made ? (made.attempt ?? first) : undefined;
    const result = results.find((one) => (made ? one.attempt === judged : one.newest));
    if (!result) return [];
    return { ...result, fails: made?.to ?? null, byProgram: (made?.tokenName ?? null) !== null, items: 1 };
  });
  return summarise(groups);
}

async function reported() {
  const report = await qualityReport({ clock, db: built.database.db }, accountId, 'all');
  // Appeals are no sums: `appeals.test.ts` has them.
  const { period: _, since: __, days: ___, appeals: ____, ...figures } = report;
  return figures;
}

const outcomes = ['flagged', 'review', 'safe'] as const;

function kindOf(next: Random) {
  const outcome = pick(next, outcomes) ?? 'safe';
  const isFlagged = outcome === 'flagged';
  return {
    outcome,
    categories: isFlagged ? (pick(next, [['nudity'], ['nudity', 'gore'], []]) ?? []) : [],
    byKeywords: isFlagged && next() < 0.2,
    byMatch: isFlagged && next() < 0.1,
    flaggedBy: isFlagged ? ['built-in'] : [],
    analysisVersion: `analyser-${Math.floor(next() * 2)}`,
    policyVersion: `policy-${Math.floor(next() * 3)}`,
    samplePermille: pick(next, [0, 10, 50]) ?? 0,
    sampled: outcome === 'safe' && next() < 0.3,
  };
}

async function judge(tx: Tx, mediaId: string, next: Random): Promise<void> {
  const mine = eq(machineVerdict.mediaId, mediaId);
  const [before] = await tx
    .select({ attempt: max(machineVerdict.attempt) })
    .from(machineVerdict)
    .where(mine);
  await tx.update(machineVerdict).set({ newest: false }).where(and(mine, machineVerdict.newest));
  const attempt = (before?.attempt ?? 0) + 1;
  await tx.insert(machineVerdict).values({ mediaId, accountId, attempt, newest: true, at: later(), ...kindOf(next) });
}

const standingOf = (mediaId: string) =>
  and(eq(decision.mediaId, mediaId), isNull(decision.undoneAt), isNull(decision.overruledAt));

/** What can happen to an item, as the functions of the server write it down. */
const happenings: readonly ((tx: Tx, mediaId: string, next: Random) => Promise<unknown>)[] = [
  judge,
  judge,
  async (tx, mediaId, next) => {
    const [seen] = await tx
      .select({ attempt: max(machineVerdict.attempt) })
      .from(machineVerdict)
      .where(eq(machineVerdict.mediaId, mediaId));
    const tokenName = next() < 0.3 ? 'program' : null;
    await tx.insert(decision).values({ mediaId, accountId, attempt: seen?.attempt, tokenName, to: next() < 0.5, at: later() });
  },
  async (tx, mediaId) => {
    const [newest] = await tx.select().from(decision).where(standingOf(mediaId)).orderBy(desc(decision.at)).limit(1);
    if (newest) await tx.update(decision).set({ undoneAt: later() }).where(eq(decision.id, newest.id));
  },
  async (tx, mediaId, next) => {
    await tx.update(decision).set({ overruledAt: later() }).where(standingOf(mediaId));
    await judge(tx, mediaId, next);
  },
  async (tx, mediaId, next) => {
    if (next() < 0.3) await tx.delete(media).where(eq(media.id, mediaId));
  },
];

const item = { source: 'api', filename: 'a', originalFilename: 'a', kind: 'png', mimeType: 'image/png' } as const;
async function makeItems(count: number): Promise<string[]> {
  const made = await built.database.db
    .insert(media)
    .values(
      Array.from({ length: count }, () => ({
        accountId,
        ...item,
        tags: [],
        fileSizeBytes: 1,
        objectKey: `made/${newId()}/original`,
        state: 'done' as const,
      })),
    )
    .returning({ id: media.id });
  return made.map(({ id }) => id);
}

/** One thing after the other, each in a transaction that first locks its item. */
async function live({ db }: Pick<DbHandle, 'db'>, ids: readonly string[], seed: number, steps: number): Promise<void> {
  const next = randomFrom(seed);
  for (let step = 0; step < steps; step += 1) {
    const id = pick(next, ids) ?? '';
    const happen = pick(next, happenings) ?? judge;
    await db.transaction(async (tx) => {
      const [row] = await tx.select({ id: media.id }).from(media).where(eq(media.id, id)).for('update');
      if (row) await happen(tx, id, next);
    });
  }
}

/** As an upgrade finds it: nothing of what was there is in the sums. */
async function forgetSums(): Promise<void> {
  await built.database.db.transaction(async (tx) => {
    await tx.insert(qualityUncounted).values({ accountId });
    await tx.delete(qualityTally).where(eq(qualityTally.accountId, accountId));
  });
}

describe('the sums that quality is read from', () => {
  it.each([1, 2, 3])('say what every result and decision says, one by one, after any history (%i)', async (seed) => {
    const ids = await makeItems(25);
    for (let part = 0; part < 6; part += 1) {
      await live(built.database, ids, seed * 100 + part, 40);
      expect(await reported()).toEqual(await counted());
      if (part % 2 === 1) await foldVerdictSums(built.context);
      expect(await reported()).toEqual(await counted());
    }
  });

  it('are right while two processes write, a third folds, and results of before are counted', async () => {
    const ids = await makeItems(40);
    await live(built.database, ids, 11, 120);
    await forgetSums();
    await Promise.all([
      live(built.database, ids, 12, 120),
      live(others, ids, 13, 120),
      countVerdicts(built.context),
      countVerdicts(others),
      ...[built.context, others, built.context].map((context) => foldVerdictSums(context)),
    ]);
    expect(await built.database.db.$count(qualityUncounted, eq(qualityUncounted.accountId, accountId))).toBe(0);
    expect(await reported()).toEqual(await counted());
    await foldVerdictSums(built.context);
    expect(await reported()).toEqual(await counted());
  });

  it('are not read before an account is counted, nor folded', async () => {
    const ids = await makeItems(10);
    await live(built.database, ids, 21, 60);
    await forgetSums();
    await live(built.database, ids, 22, 30);
    const rows = async () => await built.database.db.$count(qualityTally, eq(qualityTally.accountId, accountId));
    const before = await rows();
    await foldVerdictSums(built.context);
    expect([before > 0, await rows()]).toEqual([true, before]);
    expect(await reported()).toEqual(await counted());
    expect(await countVerdicts(built.context)).toBe(1);
    expect(await countVerdicts(built.context)).toBe(0);
    expect(await reported()).toEqual(await counted());
  });

  it('keep no kind that no item is of any more', async () => {
    const ids = await makeItems(3);
    await built.database.db.transaction(async (tx) => {
      for (const id of ids) await judge(tx, id, randomFrom(5));
    });
    expect((await reported()).judged).toBe(3);
    await built.database.db.delete(media).where(eq(media.accountId, accountId));
    expect(await reported()).toEqual(summarise([]));
  });

  it('go with their account, and fold to as many rows as there are kinds', async () => {
    const { db } = built.database;
    const ids = await makeItems(60);
    await db.transaction(async (tx) => {
      for (const id of ids) await judge(tx, id, randomFrom(7));
    });
    const mine = eq(qualityTally.accountId, accountId);
    expect(await db.$count(qualityTally, mine)).toBe(60);
    await foldVerdictSums(built.context);
    const [sum] = await db.select().from(qualityTally).where(mine).orderBy(asc(qualityTally.delta));
    expect([sum?.delta, await db.$count(qualityTally, mine)]).toEqual([60, 1]);
    await db.update(account).set({ deletedAt: sql`now()` }).where(eq(account.id, accountId));
    await removeAccount(built.context, accountId, new AbortController().signal);
    expect(await db.$count(qualityTally, mine)).toBe(0);
    expect(await db.$count(account, eq(account.id, accountId))).toBe(0);
  });
});
