import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pick, type Random, randomFrom } from '../../engine/test/random.ts';
import { countAuthors, foldAuthors } from '../src/authors/author-sums.ts';
import { getAuthor, listAuthors } from '../src/authors/read-authors.ts';
import { createDb, type DbHandle, type Tx } from '../src/db/client.ts';
import { account, author, authorErasure, authorTally, authorUncounted, media } from '../src/db/schema.ts';
import { removeAccount } from '../src/deletion/remove-account.ts';
import { eraseAuthor } from '../src/erasures/erase-author.ts';
import { countByStatus, countMedia } from '../src/moderation/list/count-media.ts';
import { sumAuthor } from '../src/moderation/list/tally.ts';
import { keptForEver, saveRetention } from '../src/retention/days.ts';
import { retainAccount } from '../src/retention/retain-account.ts';
import { type Built, build } from './helpers/build.ts';
import { countedOneByOne, liveItems, someJudgement } from './helpers/item-histories.ts';
import { send, writeItem } from './helpers/review-team.ts';
import { createUploader } from './helpers/uploads.ts';

const signal = new AbortController().signal;
let built: Built;
let others: DbHandle;
let accountId: string;
/** Rows of authors, by the names that the account gives them. */
let authors: Record<string, string>;

async function makeAuthors(names: readonly string[]): Promise<void> {
  const rows = names.map((externalId) => ({ accountId, externalId }));
  const made = await built.database.db.insert(author).values(rows).returning();
  authors = Object.fromEntries(made.map(({ externalId, id }) => [externalId, id]));
}

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
  await makeAuthors(['ada', 'bob', 'cem']);
});

/** Counts of lists, of an author's page, and the order of authors: each says what a recount says. */
async function expectSums(): Promise<void> {
  const { db } = built.database;
  const items = await db.select().from(media).where(eq(media.accountId, accountId));
  const flaggedOf: number[] = [];
  const query = { page: 1, limit: 50, sort: 'most_failed' } as const;
  for (const { id, counts } of (await listAuthors(db, accountId, query)).authors) {
    const all = countedOneByOne(items.filter(({ authorId }) => authorId === authors[id]));
    const { safe, flagged, not_checked, undecided } = all;
    const shown = { total: safe + flagged + not_checked, flagged, safe, not_checked, undecided };
    expect(counts, id).toEqual(shown);
    expect((await getAuthor(db, accountId, id)).counts, id).toEqual(shown);
    expect(await countByStatus({ db }, accountId, { author: id }), id).toEqual({ counts: all, capped: false });
    expect(await countMedia({ db }, accountId, { author: id, status: 'undecided' }), id).toEqual({
      total: all.undecided,
      capped: false,
    });
    flaggedOf.push(flagged);
  }
  expect(flaggedOf).toHaveLength(Object.keys(authors).length);
  expect(flaggedOf, 'the order of the list').toEqual(flaggedOf.toSorted((a, b) => b - a));
}

const mine = () => eq(authorTally.accountId, accountId);
const someAuthor = (next: Random) => pick(next, [...Object.values(authors), null]) ?? null;
async function makeItems(count: number, next: Random): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push(await writeItem(built, accountId, { ...someJudgement(next), authorId: someAuthor(next), kept: next() < 0.8 }));
  return ids;
}

const live = (where: Pick<DbHandle, 'db'>, ids: readonly string[], seed: number, steps: number) =>
  liveItems(where, { accountId, ids, seed, steps, moved: (next) => ({ authorId: someAuthor(next) }) });

/** As an upgrade finds it: nothing of what was there is in the sums. */
async function forgetSums(): Promise<void> {
  await built.database.db.transaction(async (tx) => {
    await tx.insert(authorUncounted).values({ accountId });
    await tx.delete(authorTally).where(mine());
  });
}

describe('the sums by author', () => {
  it.each([1, 2])(
    'MED-02 TRUST-B1 say of each author what every item says, one by one, after any history (%i)',
    async (seed) => {
      const ids = await makeItems(30, randomFrom(seed));
      for (let part = 0; part < 4; part += 1) {
        await live(built.database, ids, seed * 100 + part, 60);
        await expectSums();
        if (part % 2 === 1) await foldAuthors(built.context);
        await expectSums();
      }
    },
    60_000,
  );

  it('MED-02 TRUST-B1 are right while two processes write, others fold, and items of before are counted', async () => {
    const ids = await makeItems(40, randomFrom(9));
    await live(built.database, ids, 10, 120);
    await forgetSums();
    await Promise.all([
      live(built.database, ids, 11, 150),
      live(others, ids, 12, 150),
      countAuthors(built.context),
      countAuthors(others),
      ...[built.context, others, built.context].map((context) => foldAuthors(context)),
    ]);
    expect(await built.database.db.$count(authorUncounted, eq(authorUncounted.accountId, accountId))).toBe(0);
    await expectSums();
    await Promise.all([foldAuthors(built.context), foldAuthors(others)]);
    await expectSums();
  }, 60_000);

  it('MED-02 TRUST-B1 make nobody wait: two transactions change items of two authors crosswise, and another folds meanwhile', async () => {
    const { db } = built.database;
    const of = { authorId: authors.ada ?? '', moderationFlagged: null };
    const [first, second, third, fourth] = [
      await writeItem(built, accountId, of),
      await writeItem(built, accountId, { ...of, authorId: authors.bob ?? '' }),
      await writeItem(built, accountId, of),
      await writeItem(built, accountId, { ...of, authorId: authors.bob ?? '' }),
    ];
    await foldAuthors(built.context);
    const flag = (tx: Tx, id: string | undefined) =>
      tx
        .update(media)
        .set({ moderationFlagged: true })
        .where(eq(media.id, id ?? ''));
    await db.transaction(async (one) => {
      await flag(one, first);
      // It would wait for a row that both write, until the lock's time is over: this one ends before the first does.
      await others.db.transaction(async (other) => {
        await flag(other, fourth);
        await foldAuthors(built.context);
        await flag(other, third);
      });
      await foldAuthors(built.context);
      await flag(one, second);
    });
    await expectSums();
    await foldAuthors(built.context);
    expect(await db.$count(authorTally, and(mine(), eq(authorTally.state, 'flagged')))).toBe(2);
    await expectSums();
  });

  it('MED-02 TRUST-B1 are not read before an account is counted, nor folded', async () => {
    const { db } = built.database;
    const ids = await makeItems(20, randomFrom(20));
    await live(built.database, ids, 21, 60);
    await forgetSums();
    await live(built.database, ids, 22, 60);
    const rows = async () => await db.$count(authorTally, mine());
    const before = await rows();
    await foldAuthors(built.context);
    expect([before > 0, await rows()]).toEqual([true, before]);
    const ofAda = () => sumAuthor({ db }, accountId, sql`${authors.ada}::uuid`);
    expect(await ofAda()).toBeNull();
    await expectSums();
    expect(await countAuthors(built.context)).toBe(1);
    expect(await countAuthors(built.context)).toBe(0);
    expect(await ofAda()).not.toBeNull();
    await expectSums();
  }, 60_000);

  it('MED-02 count the items of an author out, and with another filter up to a thousand', async () => {
    const { db, pool } = built.database;
    await pool.query(
      `insert into media (account_id, author_id, source, filename, original_filename, tags, kind, mime_type, file_size_bytes, object_key,
         state, moderation_flagged)
       select $1, $2, 'api', n, n, '{}', 'png', 'image/png', 1, 'k', 'done', n % 2 = 0 from generate_series(1, 2400) n`,
      [accountId, authors.ada],
    );
    expect(await countMedia({ db }, accountId, { author: 'ada' })).toEqual({ total: 2400, capped: false });
    expect(await countMedia({ db }, accountId, { author: 'ada', status: 'flagged' })).toEqual({ total: 1200, capped: false });
    expect(await countMedia({ db }, accountId, { author: 'ada', source: 'api' })).toEqual({ total: 1000, capped: true });
    expect(await countMedia({ db }, accountId, { author: 'nobody' })).toEqual({ total: 0, capped: false });
    await forgetSums();
    expect(await countMedia({ db }, accountId, { author: 'ada' }), 'not counted yet').toEqual({ total: 1000, capped: true });
    expect((await getAuthor(db, accountId, 'ada')).counts.total).toBe(2400);
  });

  it('MED-02 fold thousands of authors by one sweep, and look at changes alone', async () => {
    const { db } = built.database;
    const names = Array.from({ length: 2_500 }, (_, n) => `author-${n}`);
    await makeAuthors(names);
    const isFresh = and(mine(), eq(authorTally.folded, false));
    for (let n = 0; n < 2; n += 1)
      await built.database.pool.query(
        `insert into media (account_id, author_id, source, filename, original_filename, tags, kind, mime_type, file_size_bytes, object_key,
           state, moderation_flagged)
         select account_id, id, 'api', 'n', 'n', '{}', 'png', 'image/png', 1, 'k', 'done', false from author
         where account_id = $1 and external_id like 'author-%'`,
        [accountId],
      );
    expect(await db.$count(authorTally, isFresh)).toBe(5_000);
    expect(await foldAuthors(built.context)).toBe(2_500);
    expect([await db.$count(authorTally, mine()), await db.$count(authorTally, isFresh)]).toEqual([2_500, 0]);
    expect(await foldAuthors(built.context), 'no change since').toBe(0);
    const flagged = inArray(media.authorId, [authors['author-7'] ?? '']);
    await db.update(media).set({ moderationFlagged: true }).where(flagged);
    // A sum and six changes are two sums now: flagged, and waiting for a decision.
    expect(await foldAuthors(built.context)).toBe(5);
    expect((await getAuthor(db, accountId, 'author-7')).counts).toEqual({
      total: 2,
      flagged: 2,
      safe: 0,
      not_checked: 0,
      undecided: 2,
    });
    expect((await listAuthors(db, accountId, { page: 1, limit: 2, sort: 'most_failed' })).authors[0]?.id).toBe('author-7');
  });

  it('MED-02 TRUST-B1 follow a decision and its undo, retention, and an erasure, which leaves nothing of its author', async () => {
    const { db } = built.database;
    const ada = await createUploader(built);
    accountId = ada.accountId;
    await makeAuthors(['ada', 'bob']);
    const of = (name: string, days = 0) => {
      const at = new Date(built.clock.now().getTime() - days * 86_400_000);
      return { authorId: authors[name] ?? '', createdAt: at, moderationCheckedAt: at };
    };
    const [decided] = [await writeItem(built, accountId, of('ada')), await writeItem(built, accountId, of('ada', 100))];
    const bobs = [await writeItem(built, accountId, of('bob')), await writeItem(built, accountId, of('bob', 100))];
    const countsOf = async (name: string) => (await getAuthor(db, accountId, name)).counts;
    const failed = await send(built, ada, `/media/${decided}/fail`, { hold_ms: 10_000 });
    const { decision_id } = failed.json<{ data: { decision_id: string } }>().data;
    expect(await countsOf('ada')).toMatchObject({ total: 2, flagged: 1, safe: 1 });
    expect((await send(built, ada, `/media/${decided}/undo`, { decision_id })).statusCode).toBe(200);
    expect(await countsOf('ada')).toMatchObject({ total: 2, flagged: 0, safe: 2 });
    await saveRetention(db, accountId, { ...keptForEver, safeDays: 50 });
    await retainAccount(built.context, accountId, async () => {});
    expect([await countsOf('ada'), await countsOf('bob')]).toMatchObject([{ total: 1 }, { total: 1 }]);
    await expectSums();

    const answer = await send(built, ada, '/authors/bob/erase', { items: 'anonymise' });
    expect(answer.statusCode).toBe(202);
    const [erasure] = await db.select().from(authorErasure).where(eq(authorErasure.accountId, accountId));
    await eraseAuthor(built.context, erasure?.id ?? '', signal);
    expect(await db.$count(media, inArray(media.id, bobs)), 'the item stays').toBe(1);
    await foldAuthors(built.context);
    expect(await db.$count(authorTally, eq(authorTally.authorId, authors.bob ?? ''))).toBe(0);
    delete authors.bob;
    await expectSums();
  });

  it('MED-02 go with their account', async () => {
    const { db } = built.database;
    await makeItems(60, randomFrom(30));
    await foldAuthors(built.context);
    await makeItems(10, randomFrom(31));
    expect(await db.$count(authorTally, mine())).toBeGreaterThan(0);
    await db.update(account).set({ deletedAt: new Date() }).where(eq(account.id, accountId));
    await removeAccount(built.context, accountId, signal);
    expect([await db.$count(authorTally, mine()), await db.$count(account, eq(account.id, accountId))]).toEqual([0, 0]);
  });
});
