import { randomUUID } from 'node:crypto';
import { DashboardSummary } from '@clearframe/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPeriod } from '../src/billing/periods.ts';
import { account, media, mediaTally, membership } from '../src/db/schema.ts';
import { foldTally, noCounts, sumDays } from '../src/moderation/list/tally.ts';
import { type Built, build } from './helpers/build.ts';
import { registerAndSignIn, type SignedInBrowser } from './helpers/sign-in.ts';

const dayMs = 24 * 3_600_000;
let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

type Person = SignedInBrowser & { accountId: string };
async function person(): Promise<Person> {
  const browser = await registerAndSignIn(built);
  const [member] = await built.context.db.select().from(membership).where(eq(membership.userId, browser.userId));
  return { ...browser, accountId: member?.accountId ?? '' };
}
const summaryOf = async ({ headers }: Person): Promise<DashboardSummary> => {
  const answer = await built.app.inject({ url: '/api/dashboard/summary', headers });
  return DashboardSummary.parse(answer.json<{ data: { summary: unknown } }>().data.summary);
};
type Verdict = { moderationFlagged: boolean | null; needsReview?: boolean };
/** Puts an item there as an upload leaves it. */
async function add({ accountId }: Person, verdict: Verdict, daysAgo = 0): Promise<string> {
  const [row] = await built.context.db
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
      objectKey: randomUUID(),
      state: 'done',
      ...verdict,
      createdAt: new Date(built.clock.now().getTime() - daysAgo * dayMs),
    })
    .returning({ id: media.id });
  return row?.id ?? '';
}
const change = (id: string, verdict: Verdict) => built.context.db.update(media).set(verdict).where(eq(media.id, id));

describe('the figures of the first screen', () => {
  it('DASH-02 counts by verdict and day, however an item came to its verdict', async () => {
    const owner = await person();
    expect(await summaryOf(owner)).toMatchObject({ since: null, oldest_not_checked: null, counts: { safe: 0, flagged: 0 } });
    const first = await add(owner, { moderationFlagged: null }, 20);
    const second = await add(owner, { moderationFlagged: null });
    await add(owner, { moderationFlagged: false, needsReview: true }, 13);
    await add(owner, { moderationFlagged: true }, 2);
    expect((await summaryOf(owner)).counts).toEqual({ safe: 1, flagged: 1, not_checked: 2, review: 1, sample: 0, undecided: 2 });
    await change(second, { moderationFlagged: true });
    await change(second, { moderationFlagged: false });
    const { counts, days, oldest_not_checked } = await summaryOf(owner);
    expect(counts).toEqual({ safe: 2, flagged: 1, not_checked: 1, review: 1, sample: 0, undecided: 2 });
    expect(Date.parse(oldest_not_checked ?? '')).toBe(built.clock.now().getTime() - 20 * dayMs);
    expect(days).toHaveLength(14);
    expect(days.at(-1)).toEqual({
      day: built.clock.now().toISOString().slice(0, 10),
      safe: 1,
      flagged: 0,
      not_checked: 0,
      review: 0,
      sample: 0,
      undecided: 0,
    });
    expect([days[0]?.review, days[11]?.flagged]).toEqual([1, 1]);
    await built.context.db.delete(media).where(eq(media.id, first));
    expect((await summaryOf(owner)).counts.not_checked).toBe(0);
  });

  it('DASH-02 counts an item on the day it is moved to', async () => {
    const owner = await person();
    const id = await add(owner, { moderationFlagged: true });
    const createdAt = new Date(built.clock.now().getTime() - 5 * dayMs);
    await built.context.db.update(media).set({ createdAt }).where(eq(media.id, id));
    const { days } = await summaryOf(owner);
    expect(days.map(({ flagged }) => flagged)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]);
  });

  it('DASH-02 counts from the day on which the running period began', async () => {
    const owner = await person();
    await add(owner, { moderationFlagged: true }, 3);
    await add(owner, { moderationFlagged: false }, 1);
    const startsAt = new Date(built.clock.now().getTime() - 2 * dayMs);
    const endsAt = new Date(built.clock.now().getTime() + 9 * dayMs);
    const period = { accountId: owner.accountId, subscriptionId: null, frames: 9, startsAt, endsAt, reason: 'test' };
    await built.context.db.transaction((tx) => openPeriod(tx, period));
    const { since, counts, days } = await summaryOf(owner);
    expect([since, counts.safe, counts.flagged]).toEqual([startsAt.toISOString().slice(0, 10), 1, 0]);
    expect(days.map(({ flagged }) => flagged).reduce((sum, of) => sum + of)).toBe(1);
  });

  it('DASH-02 SEC-03 counts nobody else’s items, and takes the sums along with the account', async () => {
    const [owner, other] = [await person(), await person()];
    await add(other, { moderationFlagged: true });
    expect((await summaryOf(owner)).counts.flagged).toBe(0);
    const { db } = built.context;
    await db.delete(account).where(eq(account.id, other.accountId));
    expect(await db.select().from(mediaTally).where(eq(mediaTally.accountId, other.accountId))).toEqual([]);
  });

  it('DASH-02 gives the same figures while changes are folded into sums', async () => {
    const owner = await person();
    const { db } = built.context;
    const ids = await Promise.all(Array.from({ length: 40 }, () => add(owner, { moderationFlagged: null })));
    for (const flagged of [true, false, true]) {
      await db.update(media).set({ moderationFlagged: flagged }).where(eq(media.accountId, owner.accountId));
    }
    await db.delete(media).where(eq(media.id, ids[0] ?? ''));
    const rows = async () => (await db.select().from(mediaTally).where(eq(mediaTally.accountId, owner.accountId))).length;
    expect(await rows()).toBeGreaterThan(200);
    const readers = Array.from({ length: 10 }, () => sumDays(built.context, owner.accountId, { from: '2020-01-15' }));
    const [folded, ...seen] = await Promise.all([foldTally(built.context), ...readers]);
    expect(folded).toBeGreaterThan(200);
    for (const counts of seen) expect(counts).toEqual({ ...noCounts, flagged: 39, undecided: 39 });
    // The flagged ones, and those of them that wait.
    expect(await rows()).toBe(2);
    expect((await summaryOf(owner)).counts.flagged).toBe(39);
    const [counted] = (await db.execute(sql`select count(*)::int as n from media where account_id = ${owner.accountId}`)).rows;
    expect(counted).toEqual({ n: 39 });
  });

  it('AUTH-07 are shown to nobody who is not signed in', async () => {
    expect((await built.app.inject({ url: '/api/dashboard/summary' })).statusCode).toBe(401);
  });
});
