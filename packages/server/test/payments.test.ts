import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expirePayments, notifyLate } from '../src/billing/sandbox-payment.ts';
import { readConfig } from '../src/config.ts';
import { membership, payment, subscription, usagePeriod } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { accountOf, buy, deliver, eventFor, order, pay, paymentRow, send, signed } from './helpers/payments.ts';
import { registerAndSignIn, type SignedInBrowser } from './helpers/sign-in.ts';

let built: Built;
const lines: string[] = [];
beforeAll(async () => {
  built = await build({ onLog: (line) => lines.push(line) });
});
afterAll(() => built.close());

type Usage = {
  subscription: { plan_id: string; status: string; current_period_end: string } | null;
  usage: { total_media_allowed: number } | null;
  next_billing_date: string | null;
};
async function usage(browser: SignedInBrowser): Promise<Usage> {
  const answer = await built.app.inject({ url: '/api/subscriptions/usage', headers: browser.headers });
  return answer.json<{ data: Usage }>().data;
}
const periodsOf = async (browser: SignedInBrowser) =>
  built.context.db
    .select()
    .from(usagePeriod)
    .where(eq(usagePeriod.accountId, await accountOf(built, browser)));

describe('a payment', () => {
  it('SUB-04 opens with a uuid, grants nothing before it is made, and a month of the plan after', async () => {
    const browser = await registerAndSignIn(built);
    const { data } = await order(built, browser, 'starter');
    expect(data).toMatchObject({ onsite_payment_uuid: expect.any(String), onsite_payment_error: null, redirect_url: null });
    expect(await usage(browser)).toMatchObject({ subscription: null, usage: null });
    expect((await pay(built, browser, data.onsite_payment_uuid)).data).toEqual({ status: 'complete' });
    const now = await usage(browser);
    expect(now).toMatchObject({
      subscription: { plan_id: 'starter', status: 'active' },
      usage: { total_media_allowed: 20_000 },
    });
    expect(now.next_billing_date).toBe(now.subscription?.current_period_end);
    expect(await paymentRow(built, data.payment_id)).toMatchObject({ status: 'complete', last4: '4242', amountCents: 6_000 });
    expect(await pay(built, browser, data.onsite_payment_uuid)).toMatchObject({ code: 409 });
    expect(await periodsOf(browser)).toHaveLength(1);
  });

  it('SUB-04 that is told late grants nothing before, and once after, however often the job runs', async () => {
    const browser = await registerAndSignIn(built);
    const { data } = await order(built, browser, 'starter');
    const uuid = data.onsite_payment_uuid ?? '';
    expect((await pay(built, browser, uuid, 'late_success', '0077')).data).toEqual({ status: 'pending' });
    expect(await usage(browser)).toMatchObject({ subscription: null, usage: null });
    await notifyLate(built.context, { uuid, last4: '0077' });
    await notifyLate(built.context, { uuid, last4: '0077' });
    expect(await usage(browser)).toMatchObject({ subscription: { plan_id: 'starter', status: 'active' } });
    expect(await periodsOf(browser)).toHaveLength(1);
    await notifyLate(built.context, { uuid: randomUUID(), last4: null });
  });

  it.each([
    ['decline', 'failed'],
    ['insufficient_funds', 'failed'],
    ['challenge_rejected', 'failed'],
    ['cancel', 'cancelled'],
    ['challenge_approved', 'complete'],
  ])('SUB-04 answers %s with %s', async (outcome, status) => {
    const browser = await registerAndSignIn(built);
    const { data } = await order(built, browser, 'growth');
    expect((await pay(built, browser, data.onsite_payment_uuid, outcome)).data).toEqual({ status });
    expect(await periodsOf(browser)).toHaveLength(status === 'complete' ? 1 : 0);
  });

  it('SUB-04 takes the place of the trial, whose rest is gone', async () => {
    const browser = await registerAndSignIn(built);
    await order(built, browser, 'free');
    await buy(built, browser, 'development');
    expect(await usage(browser)).toMatchObject({ usage: { total_media_allowed: 333 }, subscription: { status: 'active' } });
  });

  it('SUB-04 is made by the account that began it, by its owner, in 30 minutes', async () => {
    const browser = await registerAndSignIn(built);
    const stranger = await registerAndSignIn(built);
    const { data } = await order(built, browser, 'starter');
    expect(await pay(built, stranger, data.onsite_payment_uuid)).toMatchObject({ code: 404 });
    await built.context.db.update(membership).set({ role: 'viewer' }).where(eq(membership.userId, browser.userId));
    expect(await pay(built, browser, data.onsite_payment_uuid)).toMatchObject({ code: 403 });
    await built.context.db.update(membership).set({ role: 'owner' }).where(eq(membership.userId, browser.userId));
    expect(await pay(built, browser, data.onsite_payment_uuid, 'success', '4242424242424242')).toMatchObject({ code: 400 });
    const began = { createdAt: new Date(built.clock.now().getTime() - 30 * 60_000) };
    await built.context.db
      .update(payment)
      .set(began)
      .where(eq(payment.id, data.payment_id ?? ''));
    expect(await pay(built, browser, data.onsite_payment_uuid)).toMatchObject({ code: 409 });
    expect(await expirePayments(built.context)).toBe(1);
    expect(await paymentRow(built, data.payment_id)).toMatchObject({ status: 'expired' });
  });

  it('UP-09 begins one payment for repeats with one Idempotency-Key', async () => {
    const browser = await registerAndSignIn(built);
    const key = { 'idempotency-key': 'k' };
    const one = await send(built, browser, '/subscriptions/subscribe', { plan_id: 'starter' }, key);
    expect(await send(built, browser, '/subscriptions/subscribe', { plan_id: 'starter' }, key)).toEqual(one);
    expect(await send(built, browser, '/subscriptions/subscribe', { plan_id: 'growth' }, key)).toMatchObject({ code: 422 });
  });
});

describe('a notification', () => {
  it('SUB-10 grants once, however often and in whatever order it comes', async () => {
    const browser = await registerAndSignIn(built);
    const { data } = await order(built, browser, 'starter');
    const events = await Promise.all(
      (['failed', 'complete', 'cancelled'] as const).map((type) => eventFor(built, data.payment_id, type)),
    );
    const all = Array.from({ length: 6 }, () => events).flat();
    const codes = await Promise.all(all.map((event) => deliver(built, signed(built, event))));
    expect(new Set(codes)).toEqual(new Set([200]));
    expect(await periodsOf(browser)).toMatchObject([{ allowance: 20_000 }]);
    expect(await paymentRow(built, data.payment_id)).toMatchObject({ status: 'complete' });
  });

  it('SUB-10 is refused and logged when forged, changed or old, and for the wrong amount grants nothing', async () => {
    const browser = await registerAndSignIn(built);
    const { data } = await order(built, browser, 'starter');
    const event = await eventFor(built, data.payment_id);
    const good = signed(built, event);
    lines.length = 0;
    expect(await deliver(built, { ...good, headers: {} })).toBe(403);
    const dearer = Buffer.from(good.body.toString().replace('"key":"', '"key":"x'));
    expect(await deliver(built, { ...good, body: dearer })).toBe(403);
    expect(lines.filter((line) => line.includes('a payment notification was refused'))).toHaveLength(2);
    expect(await deliver(built, signed(built, { ...event, amountCents: 1, key: 'wrong amount' }))).toBe(200);
    expect(await paymentRow(built, data.payment_id)).toMatchObject({ status: 'needs_review' });
    expect(lines.some((line) => line.includes('needs review'))).toBe(true);
    expect(await deliver(built, signed(built, event))).toBe(200);
    expect(await periodsOf(browser)).toEqual([]);
    expect(await deliver(built, signed(built, { ...event, key: 'other', paymentId: randomUUID() }))).toBe(200);
    built.clock.advance(10 * 60_000);
    expect(await deliver(built, good)).toBe(403);
  });

  it('SUB-10 grants what was paid although a failure or the time-out came first', async () => {
    const browser = await registerAndSignIn(built);
    const { data } = await order(built, browser, 'starter');
    await pay(built, browser, data.onsite_payment_uuid, 'decline');
    await deliver(built, signed(built, await eventFor(built, data.payment_id)));
    expect(await usage(browser)).toMatchObject({ subscription: { status: 'active' } });
  });

  it('SUB-10 grants a second of two payments to nobody, and says that a person has to look', async () => {
    const browser = await registerAndSignIn(built);
    const [one, two] = [await order(built, browser, 'starter'), await order(built, browser, 'growth')];
    await pay(built, browser, one.data.onsite_payment_uuid);
    expect((await pay(built, browser, two.data.onsite_payment_uuid)).data).toEqual({ status: 'needs_review' });
    expect(await periodsOf(browser)).toHaveLength(1);
    const rows = await built.context.db
      .select()
      .from(subscription)
      .where(eq(subscription.accountId, await accountOf(built, browser)));
    expect(rows).toMatchObject([{ planId: 'starter', status: 'active' }]);
  });
});

describe('changes of a subscription', () => {
  it('SUB-05 replaces what runs when the dearer plan is paid, and an abandoned payment costs nothing', async () => {
    const browser = await registerAndSignIn(built);
    await buy(built, browser, 'starter');
    const abandoned = await order(built, browser, 'business', 'upgrade');
    expect(abandoned.code).toBe(200);
    expect(await usage(browser)).toMatchObject({ subscription: { plan_id: 'starter', status: 'active' } });
    const { data } = await order(built, browser, 'growth', 'upgrade');
    await pay(built, browser, data.onsite_payment_uuid);
    expect(await usage(browser)).toMatchObject({
      subscription: { plan_id: 'growth', status: 'active' },
      usage: { total_media_allowed: 35_714 },
    });
    expect(await order(built, browser, 'starter', 'upgrade')).toMatchObject({ code: 409 });
    expect((await pay(built, browser, abandoned.data.onsite_payment_uuid)).data).toEqual({ status: 'needs_review' });
  });

  it('SUB-06 schedules a cheaper plan without a payment, and takes it back', async () => {
    const browser = await registerAndSignIn(built);
    await buy(built, browser, 'growth');
    const { data } = await order(built, browser, 'starter');
    const end = (await usage(browser)).subscription?.current_period_end;
    expect(data).toMatchObject({ onsite_payment_uuid: null, scheduled_change: { plan_id: 'starter', at: end } });
    expect(await usage(browser)).toMatchObject({ subscription: { plan_id: 'growth', scheduled_change: { plan_id: 'starter' } } });
    expect(await order(built, browser, 'growth')).toMatchObject({ code: 200, message: 'You stay on Growth.' });
    expect(await usage(browser)).toMatchObject({ subscription: { scheduled_change: null } });
    expect(await order(built, browser, 'growth')).toMatchObject({ code: 409 });
  });

  it('SUB-07 keeps access of a cancelled subscription to the end of its period', async () => {
    const browser = await registerAndSignIn(built);
    await buy(built, browser, 'starter');
    const end = (await usage(browser)).subscription?.current_period_end;
    const cancelled = await send(built, browser, '/subscriptions/cancel');
    expect(cancelled).toMatchObject({ code: 200, message: 'Subscription cancelled successfully.' });
    expect(await usage(browser)).toMatchObject({
      subscription: { status: 'cancelled', current_period_end: end },
      usage: { total_media_allowed: 20_000 },
      next_billing_date: null,
    });
    expect((await send(built, browser, '/subscriptions/cancel')).code).toBe(200);
    const nobody = await registerAndSignIn(built);
    expect((await send(built, nobody, '/subscriptions/cancel')).code).toBe(404);
  });
});

describe('PAYMENTS', () => {
  it('OPS-03 plays payments in local mode only, unless told so', () => {
    const remote = { HOST: '0.0.0.0', PUBLIC_URL: 'https://clearframe.example', SECRET_KEY: 'x'.repeat(40) };
    expect(readConfig({}).payments).toBe('sandbox');
    expect(readConfig(remote).payments).toBe('off');
    expect(readConfig({ ...remote, ALLOW_SANDBOX_PAYMENTS: '1' }).payments).toBe('sandbox');
    expect(() => readConfig({ ...remote, PAYMENTS: 'sandbox' })).toThrow('PAYMENTS');
    expect(() => readConfig({ PAYMENTS: 'paypal' })).toThrow('sandbox, payfast, stripe or off');
  });

  it('SUB-01 off: paid plans cannot be taken, and nothing of the test payment answers', async () => {
    const other = await build({ config: { payments: 'off' } });
    const browser = await registerAndSignIn(other);
    expect(await order(other, browser, 'starter')).toMatchObject({ code: 503 });
    for (const url of [`/sandbox-pay/${randomUUID()}`, '/sandbox-pay/engine.js'])
      expect((await other.app.inject({ url })).statusCode).toBe(404);
    await other.close();
  });
});
