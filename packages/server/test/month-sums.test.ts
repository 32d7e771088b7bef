import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pick, type Random, randomFrom } from '../../engine/test/random.ts';
import { createDb, type DbHandle } from '../src/db/client.ts';
import { account, media, mediaMonth, mediaUncounted } from '../src/db/schema.ts';
import { removeAccount } from '../src/deletion/remove-account.ts';
import { countByStatus, countMedia } from '../src/moderation/list/count-media.ts';
import { countMonths, foldMonths } from '../src/moderation/list/month-sums.ts';
import { countDays, foldTally, sumDays, sumSource } from '../src/moderation/list/tally.ts';
import { type Built, build } from './helpers/build.ts';
import { countedOneByOne, liveItems, someJudgement } from './helpers/item-histories.ts';
import { writeItem } from './helpers/review-team.ts';

let built: Built;
let others: DbHandle;
let accountId: string;

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

type Item = typeof media.$inferSelect;
const sources = ['dashboard', 'api', 's3'] as const;
const dayOf = ({ createdAt }: Pick<Item, 'createdAt'>) => createdAt.toISOString().slice(0, 10);

/** The ends of months, days between them, and one beyond all items. */
const ends = ['2026-01-31', '2026-02-01', '2026-02-14', '2026-02-28', '2026-03-01', '2026-03-31', '2026-05-01', '2028-01-01'];
/** Around the borders of months in UTC, to the second. */
function someMoment(next: Random): Date {
  const border = Date.parse(`${pick(next, ends) ?? ''}T00:00:00Z`);
  return new Date(border + Math.floor((next() - 0.5) * 3 * 86_400_000));
}

async function expectSums(): Promise<void> {
  const { db } = built.database;
  const items = await db.select().from(media).where(eq(media.accountId, accountId));
  for (const from of [undefined, ...ends])
    for (const to of [undefined, ...ends]) {
      const within = items.filter((item) => (from ?? '') <= dayOf(item) && dayOf(item) <= (to ?? '9999'));
      expect(await sumDays({ db }, accountId, { from, to }), `${from} to ${to}`).toEqual(countedOneByOne(within));
    }
  for (const source of sources) {
    const of = items.filter((item) => item.source === source);
    expect((await countByStatus({ db }, accountId, { source })).counts, source).toEqual(countedOneByOne(of));
  }
  const { days, sum } = await countDays({ db }, accountId, { from: '2026-02-14', since: '2026-01-31' });
  expect(sum).toEqual(countedOneByOne(items.filter((item) => dayOf(item) >= '2026-01-31')));
  for (const { day, ...counts } of days) expect(counts).toEqual(countedOneByOne(items.filter((item) => dayOf(item) === day)));
}

async function makeItems(count: number, next: Random): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push(
      await writeItem(built, accountId, {
        ...someJudgement(next),
        source: pick(next, sources) ?? 'api',
        kept: next() < 0.8,
        createdAt: someMoment(next),
      }),
    );
  return ids;
}

const live = (where: Pick<DbHandle, 'db'>, ids: readonly string[], seed: number, steps: number) =>
  liveItems(where, { accountId, ids, seed, steps, moved: (next) => ({ createdAt: someMoment(next) }) });

/** As an upgrade finds it: nothing of what was there is in the months. */
async function forgetMonths(): Promise<void> {
  await built.database.db.transaction(async (tx) => {
    await tx.insert(mediaUncounted).values({ accountId });
    await tx.delete(mediaMonth).where(eq(mediaMonth.accountId, accountId));
  });
}

describe('the sums by month and source', () => {
  it.each([1, 2])(
    'MED-02 DASH-02 say of any days and source what every item says, one by one, after any history (%i)',
    async (seed) => {
      const ids = await makeItems(30, randomFrom(seed));
      for (let part = 0; part < 4; part += 1) {
        await live(built.database, ids, seed * 100 + part, 60);
        await expectSums();
        if (part % 2 === 1) await Promise.all([foldMonths(built.context), foldTally(built.context)]);
        await expectSums();
      }
    },
  );

  it('MED-02 are right while two processes write, others fold, and items of before are counted', async () => {
    const ids = await makeItems(40, randomFrom(9));
    await live(built.database, ids, 10, 120);
    await forgetMonths();
    await Promise.all([
      live(built.database, ids, 11, 150),
      live(others, ids, 12, 150),
      countMonths(built.context),
      countMonths(others),
      ...[built.context, others, built.context].flatMap((context) => [foldMonths(context), foldTally(context)]),
    ]);
    expect(await built.database.db.$count(mediaUncounted, eq(mediaUncounted.accountId, accountId))).toBe(0);
    await expectSums();
    await Promise.all([foldMonths(built.context), foldTally(others)]);
    await expectSums();
  });

  it('MED-02 are not read before an account is counted, nor folded', async () => {
    const { db } = built.database;
    const ids = await makeItems(20, randomFrom(20));
    await live(built.database, ids, 21, 60);
    await forgetMonths();
    await live(built.database, ids, 22, 60);
    const rows = async () => await db.$count(mediaMonth, eq(mediaMonth.accountId, accountId));
    const before = await rows();
    await foldMonths(built.context);
    expect([before > 0, await rows()]).toEqual([true, before]);
    expect(await sumSource({ db }, accountId, 'api')).toBeNull();
    await expectSums();
    expect(await countMonths(built.context)).toBe(1);
    expect(await countMonths(built.context)).toBe(0);
    expect(await sumSource({ db }, accountId, 'api')).not.toBeNull();
    await expectSums();
  });

  it('MED-02 count the items of a source out, and those of its days up to a thousand', async () => {
    const { db, pool } = built.database;
    await pool.query(
      `insert into media (account_id, source, filename, original_filename, tags, kind, mime_type, file_size_bytes, object_key, state,
         moderation_flagged) select $1, 'api', n, n, '{}', 'png', 'image/png', 1, 'k', 'done', n % 2 = 0 from generate_series(1, 2400) n`,
      [accountId],
    );
    expect(await countMedia({ db }, accountId, { source: 'api' })).toEqual({ total: 2400, capped: false });
    expect(await countMedia({ db }, accountId, { source: 'api', status: 'flagged' })).toEqual({ total: 1200, capped: false });
    expect(await countMedia({ db }, accountId, { source: 'api', from: '2020-01-01' })).toEqual({ total: 1000, capped: true });
  });

  it('MED-02 go with their account, and fold to as many rows as there are months, sources and verdicts', async () => {
    const { db } = built.database;
    await makeItems(60, randomFrom(30));
    await foldMonths(built.context);
    const mine = eq(mediaMonth.accountId, accountId);
    const createdAt = new Date('2027-07-07T00:00:00Z');
    for (let n = 0; n < 12; n += 1) await writeItem(built, accountId, { createdAt });
    const before = await db.$count(mediaMonth, mine);
    expect(await foldMonths(built.context)).toBe(11);
    expect(await db.$count(mediaMonth, mine)).toBe(before - 11);
    await db.update(account).set({ deletedAt: new Date() }).where(eq(account.id, accountId));
    await removeAccount(built.context, accountId, new AbortController().signal);
    expect([await db.$count(mediaMonth, mine), await db.$count(account, eq(account.id, accountId))]).toEqual([0, 0]);
  });
});
