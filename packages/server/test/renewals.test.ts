import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { markLate, renewSubscriptions } from '../src/billing/renew-subscriptions.ts';
import { expireAll } from '../src/billing/subscriptions.ts';
import { usageOf } from '../src/billing/usage.ts';
import { payment, subscription, usagePeriod } from '../src/db/schema.ts';
import { type Built, build } from './build.ts';
import { accountOf, buy, deliver, eventFor, order, pay, send, signed } from './payments.ts';
import { registerAndSignIn, type SignedInBrowser } from './sign-in.ts';

const dayMs = 24 * 3_600_000;
let built: Built;
beforeAll(async () => {
  built = await build();
});
afterAll(() => built.close());

/** What the sweep does of it, in its order. */
async function tick(): Promise<void> {
  await expireAll(built.context);
  await renewSubscriptions(built.context);
  await markLate(built.context);
}

async function liveOf(accountId: string) {
  const rows = await built.context.db.select().from(subscription).where(eq(subscription.accountId, accountId));
  return rows.find(({ status }) => status !== 'expired' && status !== 'superseded');
}

/** Moves on to so long after the end of the period of that account. */
async function passEnd(accountId: string, afterMs: number): Promise<void> {
  const end = (await liveOf(accountId))?.currentPeriodEnd.getTime() ?? 0;
  built.clock.advance(end + afterMs - built.clock.now().getTime());
}

const framesOf = async (accountId: string) =>
  (await usageOf(built.context.db, accountId, built.clock.now()))?.total_media_allowed ?? null;

describe('a renewal', () => {
  it('SUB-10 opens the next period with fresh frames, once, where the last one ended, and applies a cheaper plan', async () => {
    const browser = await registerAndSignIn(built);
    await buy(built, browser, 'growth');
    await order(built, browser, 'starter');
    const accountId = await accountOf(built, browser);
    const end = (await liveOf(accountId))?.currentPeriodEnd;
    await passEnd(accountId, 60_000);
    expect(await framesOf(accountId), 'access goes on while the renewal is under way').toBe(35_714);
    await tick();
    await tick();
    expect(await liveOf(accountId)).toMatchObject({
      ...{ planId: 'starter', pendingPlanId: null, status: 'active', periodNumber: 2, currentPeriodStart: end },
    });
    expect(await framesOf(accountId)).toBe(20_000);
    const paid = await built.context.db.select().from(payment).where(eq(payment.accountId, accountId));
    expect(paid.filter(({ purpose }) => purpose === 'renewal')).toMatchObject([{ amountCents: 6_000, status: 'complete' }]);
  });

  it('SUB-10 that fails leaves access for seven days, is tried each day, and ends it then', async () => {
    const browser = await registerAndSignIn(built);
    await buy(built, browser, 'starter', '0341');
    const accountId = await accountOf(built, browser);
    await passEnd(accountId, 60_000);
    await tick();
    expect(await liveOf(accountId)).toMatchObject({ status: 'past_due' });
    built.clock.advance(6 * dayMs);
    await tick();
    expect(await framesOf(accountId)).toBe(20_000);
    built.clock.advance(dayMs);
    await tick();
    expect(await framesOf(accountId)).toBeNull();
    expect(await liveOf(accountId)).toBeUndefined();
  });

  it('SUB-07 of a cancelled subscription is not asked for, and its access ends with the period', async () => {
    const other = await registerAndSignIn(built);
    await buy(built, other, 'starter');
    const accountId = await accountOf(built, other);
    await send(built, other, '/subscriptions/cancel');
    await passEnd(accountId, -1);
    expect(await framesOf(accountId)).toBe(20_000);
    built.clock.advance(2);
    await tick();
    expect(await framesOf(accountId)).toBeNull();
  });
});

/** Small and repeatable: mulberry32. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function checkInvariants(accountId: string): Promise<void> {
  const { db, clock } = built.context;
  const rows = await db.select().from(subscription).where(eq(subscription.accountId, accountId));
  const alive = rows.filter(({ status }) => ['trialing', 'active', 'past_due', 'cancelled'].includes(status));
  expect(alive.length, 'one live subscription').toBeLessThanOrEqual(1);
  for (const { status, currentPeriodEnd, accessEndsAt } of alive)
    if (status !== 'trialing')
      expect((accessEndsAt ?? currentPeriodEnd) >= currentPeriodEnd, 'no access lost before its end').toBe(true);
  const periods = await db.select().from(usagePeriod).where(eq(usagePeriod.accountId, accountId));
  const paid = await db.select().from(payment).where(eq(payment.accountId, accountId));
  const trials = rows.filter(({ planId }) => planId === 'free').length;
  const complete = paid.filter(({ status }) => status === 'complete').length;
  expect(periods.length, 'each period was paid, or is the trial').toBe(complete + trials);
  const { rows: sums } = await db.execute<{ ok: boolean }>(sql`
    select p.allowance = coalesce(sum(e.frames) filter (where e.kind = 'grant'), 0) and p.used = coalesce(sum(e.frames) filter (where e.kind = 'commit'), 0) as ok
    from usage_period p left join usage_entry e on e.period_id = p.id where p.account_id = ${accountId} group by p.id`);
  expect(
    sums.every(({ ok }) => ok),
    'the ledger sums equal the counters',
  ).toBe(true);
  const now = clock.now();
  const open = periods.filter(({ startsAt, endsAt }) => startsAt <= now && endsAt > now).length;
  expect(open, 'one period at a time').toBeLessThanOrEqual(1);
}

const plans = ['development', 'starter', 'growth', 'business'];

/** One random life of an account: whatever may happen, in any order, twice or never. */
async function live(browser: SignedInBrowser, next: () => number): Promise<void> {
  const accountId = await accountOf(built, browser);
  const begun: { uuid: string | null; id: string | null }[] = [];
  const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(next() * all.length)];
  const start = async (call: 'subscribe' | 'upgrade') => {
    const { data } = await order(built, browser, pick(plans) ?? '', call);
    if (data?.payment_id) begun.push({ uuid: data.onsite_payment_uuid, id: data.payment_id });
  };
  const steps: (() => Promise<unknown>)[] = [
    () => start('subscribe'),
    () => start('upgrade'),
    () => order(built, browser, 'free'),
    async () => {
      const one = pick(begun);
      if (one) await pay(built, browser, one.uuid, pick(['success', 'decline', 'cancel']), next() < 0.3 ? '0341' : '4242');
    },
    async () => {
      const one = pick(begun);
      if (!one) return;
      const type = pick(['complete', 'failed', 'cancelled'] as const);
      const notification = signed(built, await eventFor(built, one.id, type));
      await Promise.all([deliver(built, notification), deliver(built, notification)]);
    },
    () => send(built, browser, '/subscriptions/cancel'),
    tick,
  ];
  for (let count = 0; count < 25; count += 1) {
    await pick(steps)?.();
    await checkInvariants(accountId);
    // Signed in all the same: what passes is the time of the subscription, which is moved back.
    if (next() < 0.3) await age(accountId, Math.floor(next() * 20 * dayMs));
  }
}

/** Lets time pass for the subscription of one account. */
async function age(accountId: string, ms: number): Promise<void> {
  const back = sql.raw(`interval '${ms} milliseconds'`);
  const { db } = built.context;
  await db.execute(sql`update subscription set current_period_start = current_period_start - ${back}, current_period_end = current_period_end - ${back},
    access_ends_at = access_ends_at - ${back}, anchor_at = anchor_at - ${back} where account_id = ${accountId}`);
  await db.execute(
    sql`update usage_period set starts_at = starts_at - ${back}, ends_at = ends_at - ${back} where account_id = ${accountId}`,
  );
  await tick();
}

it.each([1, 2, 3, 4])('SUB-10 keeps its promises through a random history, seed %i', async (seed) => {
  await live(await registerAndSignIn(built), random(seed));
});
