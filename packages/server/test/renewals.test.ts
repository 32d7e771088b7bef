import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancel } from '../src/billing/cancel.ts';
import { moveSubscription } from '../src/billing/move-subscription.ts';
import { markLate, renewSubscriptions } from '../src/billing/renew-subscriptions.ts';
import { expireAll } from '../src/billing/subscriptions.ts';
import { usageOf } from '../src/billing/usage.ts';
import { payment, subscription } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { accountOf, buy, order, send } from './helpers/payments.ts';
import { registerAndSignIn } from './helpers/sign-in.ts';

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
      planId: 'starter',
      pendingPlanId: null,
      status: 'active',
      periodNumber: 2,
      currentPeriodStart: end,
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

  it('SUB-10 that nobody told of keeps its seven days of grace when the jobs stood still for days', async () => {
    const browser = await registerAndSignIn(built);
    await buy(built, browser, 'starter');
    const accountId = await accountOf(built, browser);
    await passEnd(accountId, 3 * dayMs);
    expect(await framesOf(accountId), 'access while no job runs').toBe(20_000);
    await expireAll(built.context);
    await markLate(built.context);
    expect(await liveOf(accountId)).toMatchObject({ status: 'past_due' });
    await passEnd(accountId, 7 * dayMs - 1);
    expect(await framesOf(accountId)).toBe(20_000);
    built.clock.advance(1);
    expect(await framesOf(accountId)).toBeNull();
    await expireAll(built.context);
    expect(await liveOf(accountId)).toBeUndefined();
  });

  it('SUB-10 that is asked for late, after a stop of three days, goes on where the paid period ended', async () => {
    const browser = await registerAndSignIn(built);
    await buy(built, browser, 'starter');
    const accountId = await accountOf(built, browser);
    const end = (await liveOf(accountId))?.currentPeriodEnd;
    await passEnd(accountId, 3 * dayMs);
    await tick();
    expect(await liveOf(accountId)).toMatchObject({ status: 'active', periodNumber: 2, currentPeriodStart: end });
  });

  it('SUB-10 that is paid a day early and then cancelled leaves each month its own frames', async () => {
    const browser = await registerAndSignIn(built);
    await buy(built, browser, 'starter');
    const accountId = await accountOf(built, browser);
    await passEnd(accountId, -dayMs);
    const paid = { accountId, event: 'renewal_paid', now: built.clock.now() } as const;
    await built.context.db.transaction((tx) => moveSubscription(tx, paid));
    expect(await framesOf(accountId)).toBe(20_000);
    await cancel(built.context, { accountId, key: null });
    built.clock.advance(2 * dayMs);
    expect(await framesOf(accountId), 'those of the second month alone').toBe(20_000);
  });

  it('SUB-07 cancelled while it is under way ends at once, and says so', async () => {
    const browser = await registerAndSignIn(built);
    await buy(built, browser, 'starter');
    const accountId = await accountOf(built, browser);
    await passEnd(accountId, 3_600_000);
    const { data } = await cancel(built.context, { accountId, key: null });
    expect(data.subscription).toMatchObject({ status: 'cancelled', current_period_end: built.clock.now().toISOString() });
    expect(await framesOf(accountId)).toBeNull();
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

describe('two processes that look at one renewal', () => {
  /** A database in which this happens before the first transaction, once what is due was read. */
  function dbInWhich(happens: () => Promise<unknown>): typeof built.context.db {
    const { db } = built.context;
    let isFirst = true;
    const transaction: typeof db.transaction = async (run, config) => {
      if (isFirst) {
        isFirst = false;
        await happens();
      }
      return db.transaction(run, config);
    };
    return Object.assign(Object.create(db), { transaction });
  }

  it('SUB-10 do not make a month late that was paid on the way', async () => {
    const browser = await registerAndSignIn(built);
    await buy(built, browser, 'starter');
    const accountId = await accountOf(built, browser);
    await passEnd(accountId, dayMs);
    const db = dbInWhich(() => renewSubscriptions(built.context));
    await markLate({ ...built.context, db });
    expect(await liveOf(accountId)).toMatchObject({ status: 'active', periodNumber: 2 });
  });

  it('SUB-10 charge one month once, also on two sides of midnight', async () => {
    const browser = await registerAndSignIn(built);
    await buy(built, browser, 'starter');
    const accountId = await accountOf(built, browser);
    await passEnd(accountId, dayMs);
    const yesterday = { now: () => new Date(built.clock.now().getTime() - 1) };
    const db = dbInWhich(() => renewSubscriptions({ ...built.context, clock: yesterday }));
    await renewSubscriptions({ ...built.context, db });
    const renewals = await built.context.db.select().from(payment).where(eq(payment.accountId, accountId));
    expect(renewals.filter(({ purpose }) => purpose === 'renewal')).toHaveLength(1);
    expect(await liveOf(accountId)).toMatchObject({ periodNumber: 2 });
  });
});
