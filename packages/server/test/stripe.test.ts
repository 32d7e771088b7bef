import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tellProviders } from '../src/billing/provider-tasks.ts';
import { askAboutPayments, askAboutRenewals } from '../src/billing/reconcile.ts';
import { expirePayments } from '../src/billing/sandbox-payment.ts';
import { subscribe } from '../src/billing/subscribe.ts';
import { expireAll } from '../src/billing/subscriptions.ts';
import { readConfig } from '../src/config.ts';
import { account, invoice, providerTask, subscription, usagePeriod } from '../src/db/schema.ts';
import { createStripe } from '../src/payments/stripe.ts';
import { type Built, build } from './helpers/build.ts';
import { closeAccount, removeClosed } from './helpers/delete-themselves.ts';
import { accountOf, paymentRow, send } from './helpers/payments.ts';
import { registerAndSignIn, type SignedInBrowser } from './helpers/sign-in.ts';
import {
  type Signed,
  type StripeServer,
  type StripeTrouble,
  startStripe,
  stripeConfig,
  stripeEnv,
  stripeKeys,
} from './helpers/stripe-server.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let stripe: StripeServer;
let built: Built;
const lines: string[] = [];

beforeAll(async () => {
  stripe = await startStripe();
  built = await build({ config: stripeConfig(stripe.url), onLog: (line) => lines.push(line) });
});
afterEach(() => {
  stripe.trouble = null;
});
afterAll(async () => {
  await built.close();
  await stripe.stop();
});

type Opened = { onsite_payment_uuid: string | null; redirect_url: string | null; payment_id: string | null };
const open = (browser: SignedInBrowser, plan_id: string, call: 'subscribe' | 'upgrade' = 'subscribe', headers = {}) =>
  send<Opened>(built, browser, `/subscriptions/${call}`, { plan_id }, headers);
const sessionOf = ({ redirect_url }: Pick<Opened, 'redirect_url'>): string => redirect_url?.split('/').at(-1) ?? '';

async function deliver({ body, signature }: Signed): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await built.app.inject({ method: 'POST', url: '/api/payments/stripe/notify', headers, payload: body })).statusCode;
}
const told = (type: string, about: string): Signed => stripe.notification(type, about, built.clock.now().getTime());
const tell = (type: string, about: string): Promise<number> => deliver(told(type, about));

/** Takes a plan as Stripe tells it. */
async function buy(browser: SignedInBrowser, plan: string, call: 'subscribe' | 'upgrade' = 'subscribe') {
  const { data } = await open(browser, plan, call);
  const session = sessionOf(data);
  const paid = stripe.pay(session);
  const code = await tell('checkout.session.completed', session);
  if (code !== 200) throw new Error(`notification: ${code}`);
  return { ...paid, session, paymentId: data.payment_id };
}

const liveOf = async (browser: SignedInBrowser) => {
  const rows = await built.context.db
    .select()
    .from(subscription)
    .where(eq(subscription.accountId, await accountOf(built, browser)));
  return rows.find(({ status }) => status !== 'expired' && status !== 'superseded');
};
const periodsOf = async (browser: SignedInBrowser) =>
  built.context.db.$count(usagePeriod, eq(usagePeriod.accountId, await accountOf(built, browser)));
const isCancelled = (id: string) => stripe.things.get(id)?.status === 'canceled';

async function passEnd(browser: SignedInBrowser, afterMs: number): Promise<void> {
  const end = (await liveOf(browser))?.currentPeriodEnd.getTime() ?? 0;
  built.clock.advance(end + afterMs - built.clock.now().getTime());
}

describe('a payment at Stripe', () => {
  it('SUB-04 sends the browser to a checkout for a month in dollars, and nothing of a card anywhere', async () => {
    const browser = await registerAndSignIn(built);
    const card = { card_number: '4242424242424242', card_cvv: '737' };
    const { data } = await send<Opened>(built, browser, '/subscriptions/subscribe', { plan_id: 'starter', ...card });
    expect(data).toMatchObject({
      onsite_payment_uuid: null,
      redirect_url: expect.stringContaining(`${stripe.url}/c/pay/cs_test_`),
    });
    const begun = stripe.asked.findLast(({ call }) => call === 'POST /v1/checkout/sessions');
    expect(Object.fromEntries(begun?.form ?? [])).toMatchObject({
      mode: 'subscription',
      client_reference_id: data.payment_id,
      success_url: `${built.context.config.publicUrl}/return`,
      cancel_url: `${built.context.config.publicUrl}/cancel`,
      'subscription_data[metadata][payment_id]': data.payment_id,
    });
    expect(begun?.key).toBe(data.payment_id);
    const price = stripe.asked.findLast(({ call }) => call === 'POST /v1/prices')?.form;
    expect(Object.fromEntries(price ?? [])).toMatchObject({
      unit_amount: '6000',
      currency: 'usd',
      'recurring[interval]': 'month',
    });
    expect(await periodsOf(browser)).toBe(0);
    expect(stripe.asked.some(({ form }) => form.toString().includes('42424242'))).toBe(false);
    const secrets = ['42424242', stripeKeys.secretKey, stripeKeys.webhookSecret];
    expect(lines.some((line) => secrets.some((secret) => line.includes(secret)))).toBe(false);
  });

  it('UP-09 is one checkout for repeats with one Idempotency-Key', async () => {
    const browser = await registerAndSignIn(built);
    const key = { 'idempotency-key': 'k' };
    const one = await open(browser, 'starter', 'subscribe', key);
    expect(await open(browser, 'starter', 'subscribe', key)).toEqual(one);
  });

  it.each<StripeTrouble>(['cut', 500, 'garbage', 401])(
    'SUB-04 says so when Stripe answers with %s, and a repeat tries again',
    async (trouble) => {
      const browser = await registerAndSignIn(built);
      stripe.trouble = trouble;
      lines.length = 0;
      const key = { 'idempotency-key': 'again' };
      expect(await open(browser, 'starter', 'subscribe', key)).toMatchObject({ code: 503 });
      expect(lines.some((line) => line.includes('did not open a payment') && !line.includes(stripeKeys.secretKey))).toBe(true);
      stripe.trouble = null;
      built.clock.advance(5_000);
      expect((await open(browser, 'starter', 'subscribe', key)).data.redirect_url).toEqual(expect.any(String));
    },
  );

  it('SUB-04 is given up when Stripe does not answer in time', async () => {
    const { config, secrets, clock, log } = built.context;
    if (!config.stripe) throw new Error('not configured');
    const provider = createStripe({ config, secrets, clock, log, settings: config.stripe, calls: { timeoutMs: 100 } });
    stripe.trouble = 'silent';
    await expect(provider.settle('sub_1', { is: 'ended' })).rejects.toMatchObject({ code: 'payment_provider_away' });
  });
});

describe('a notification of Stripe', () => {
  it('SUB-10 grants once, from the checkout or from the invoice, however often and in whatever order', async () => {
    const browser = await registerAndSignIn(built);
    const { data } = await open(browser, 'starter');
    const session = sessionOf(data);
    const paid = stripe.pay(session);
    const one = told('invoice.paid', paid.invoice);
    const other = told('checkout.session.completed', session);
    const again = told('checkout.session.completed', session);
    const codes = await Promise.all([one, other, one, again, other, one].map(deliver));
    expect(new Set(codes)).toEqual(new Set([200]));
    expect(await liveOf(browser)).toMatchObject({ planId: 'starter', status: 'active', providerRef: paid.subscription });
    expect(await periodsOf(browser)).toBe(1);
    const invoices = eq(invoice.accountId, await accountOf(built, browser));
    expect(await built.context.db.select().from(invoice).where(invoices)).toMatchObject([
      { amountCents: 6_000, currency: 'USD' },
    ]);
  });

  it('SUB-10 is refused and logged when forged, changed, or old', async () => {
    const browser = await registerAndSignIn(built);
    const { data } = await open(browser, 'starter');
    const session = sessionOf(data);
    stripe.pay(session);
    const good = told('checkout.session.completed', session);
    lines.length = 0;
    expect(await deliver({ ...good, signature: '' })).toBe(403);
    expect(await deliver({ ...good, signature: good.signature.replace(/v1=.{4}/, 'v1=0000') })).toBe(403);
    expect(await deliver({ ...good, body: good.body.replace('completed', 'expired') })).toBe(403);
    const seconds = stripe.notification('checkout.session.completed', session, built.clock.now().getTime() - 301_000);
    expect(await deliver(seconds)).toBe(403);
    expect(lines.filter((line) => line.includes('a payment notification was refused'))).toHaveLength(4);
    expect(await periodsOf(browser)).toBe(0);
    expect(await deliver(good)).toBe(200);
    expect(await periodsOf(browser)).toBe(1);
    built.clock.advance(301_000);
    expect(await deliver(good), 'a replay').toBe(403);
  });

  it.each([{ amount_paid: 100 }, { currency: 'zar' }])('SUB-10 of %o grants nothing, and needs a person', async (over) => {
    const browser = await registerAndSignIn(built);
    const { data } = await open(browser, 'starter');
    stripe.pay(sessionOf(data), over);
    lines.length = 0;
    expect(await tell('checkout.session.completed', sessionOf(data))).toBe(200);
    expect(await paymentRow(built, data.payment_id)).toMatchObject({ status: 'needs_review' });
    expect(lines.some((line) => line.includes('needs review'))).toBe(true);
    expect(await periodsOf(browser)).toBe(0);
  });

  it('SUB-10 about an unpaid, expired or refused checkout grants nothing', async () => {
    const browser = await registerAndSignIn(built);
    const unpaid = (await open(browser, 'starter')).data;
    stripe.set(sessionOf(unpaid), { status: 'complete', payment_status: 'unpaid' });
    expect(await tell('checkout.session.completed', sessionOf(unpaid))).toBe(200);
    expect(await paymentRow(built, unpaid.payment_id)).toMatchObject({ status: 'pending' });
    expect(await tell('checkout.session.async_payment_failed', sessionOf(unpaid))).toBe(200);
    expect(await paymentRow(built, unpaid.payment_id)).toMatchObject({ status: 'failed' });
    const expired = (await open(browser, 'starter')).data;
    stripe.set(sessionOf(expired), { status: 'expired' });
    expect(await tell('checkout.session.expired', sessionOf(expired))).toBe(200);
    expect(await paymentRow(built, expired.payment_id)).toMatchObject({ status: 'cancelled' });
    expect(await periodsOf(browser)).toBe(0);
  });

  it('SUB-10 is asked for again while Stripe cannot be asked, and others of the Stripe account change nothing', async () => {
    const browser = await registerAndSignIn(built);
    const { data } = await open(browser, 'starter');
    stripe.pay(sessionOf(data));
    const form = told('checkout.session.completed', sessionOf(data));
    stripe.trouble = 500;
    expect(await deliver(form)).toBe(503);
    stripe.trouble = null;
    expect(await deliver(form)).toBe(200);
    expect(await periodsOf(browser)).toBe(1);
    expect(await tell('customer.created', 'cus_1')).toBe(200);
    expect(await tell('invoice.paid', 'in_of_nobody')).toBe(200);
    stripe.things.set('sub_other', { id: 'sub_other', object: 'subscription', status: 'canceled', metadata: {} });
    expect(await tell('customer.subscription.deleted', 'sub_other')).toBe(200);
    stripe.things.set('sub_gone', { id: 'sub_gone', status: 'canceled', metadata: { payment_id: randomUUID() } });
    expect(await tell('customer.subscription.deleted', 'sub_gone')).toBe(200);
  });
});

describe('a subscription at Stripe', () => {
  it('SUB-10 is renewed by a paid invoice, and past due by a refused one until it is paid', async () => {
    const browser = await registerAndSignIn(built);
    const { subscription: ref } = await buy(browser, 'starter');
    await passEnd(browser, hourMs);
    const paid = stripe.charge(ref);
    expect(await Promise.all([0, 1, 2].map(() => tell('invoice.paid', paid)))).toEqual([200, 200, 200]);
    expect(await liveOf(browser)).toMatchObject({ periodNumber: 2, status: 'active' });
    await passEnd(browser, hourMs);
    const refused = stripe.charge(ref, { status: 'open', amount_paid: 0 });
    await tell('invoice.payment_failed', refused);
    expect(await liveOf(browser)).toMatchObject({ periodNumber: 2, status: 'past_due' });
    const late = told('invoice.payment_failed', refused);
    stripe.set(refused, { status: 'paid', amount_paid: 6_000 });
    await tell('invoice.paid', refused);
    await deliver(late);
    expect(await liveOf(browser)).toMatchObject({ periodNumber: 3, status: 'active' });
    expect(await periodsOf(browser)).toBe(3);
    await tell('invoice.paid', stripe.charge(ref, { amount_paid: 100 }));
    expect(await liveOf(browser)).toMatchObject({ periodNumber: 3 });
  });

  it('SUB-05 that was replaced is cancelled there at once, and its end does not touch the newer one', async () => {
    const browser = await registerAndSignIn(built);
    const old = await buy(browser, 'starter');
    const dearer = await buy(browser, 'growth', 'upgrade');
    await tellProviders(built.context);
    expect([isCancelled(old.subscription), isCancelled(dearer.subscription)]).toEqual([true, false]);
    expect(await tell('customer.subscription.deleted', old.subscription)).toBe(200);
    expect(await liveOf(browser)).toMatchObject({ planId: 'growth', status: 'active', providerRef: dearer.subscription });
    await tell('invoice.paid', stripe.charge(old.subscription));
    expect(await periodsOf(browser)).toBe(2);
  });

  it('SUB-06 costs the cheaper plan from the next invoice on, without proration, and the old one when that is taken back', async () => {
    const browser = await registerAndSignIn(built);
    const { subscription: ref } = await buy(browser, 'growth');
    await open(browser, 'starter');
    await tellProviders(built.context);
    const changed = stripe.asked.findLast(({ call }) => call === `POST /v1/subscriptions/${ref}`);
    expect(changed?.form.get('proration_behavior')).toBe('none');
    await open(browser, 'growth');
    await tellProviders(built.context);
    const dear = stripe.charge(ref);
    expect(stripe.things.get(dear)).toMatchObject({ amount_paid: 10_000 });
    await open(browser, 'starter');
    await tellProviders(built.context);
    await passEnd(browser, hourMs);
    await tell('invoice.paid', stripe.charge(ref));
    expect(await liveOf(browser)).toMatchObject({ planId: 'starter', periodNumber: 2, pendingPlanId: null, priceCents: 6_000 });
  });

  it('SUB-07 that is cancelled ends with its period at Stripe too, and one cancelled there keeps its access here', async () => {
    const browser = await registerAndSignIn(built);
    const { subscription: ref } = await buy(browser, 'starter');
    expect((await send(built, browser, '/subscriptions/cancel')).code).toBe(200);
    await tellProviders(built.context);
    expect(stripe.things.get(ref)).toMatchObject({ cancel_at_period_end: true, status: 'active' });
    await tell('customer.subscription.updated', ref);
    expect(await liveOf(browser)).toMatchObject({ status: 'cancelled' });
    await passEnd(browser, hourMs);
    await expireAll(built.context);
    await tellProviders(built.context);
    expect(isCancelled(ref)).toBe(true);
    const other = await registerAndSignIn(built);
    const theirs = await buy(other, 'starter');
    await tell('customer.subscription.updated', theirs.subscription);
    expect(await liveOf(other), 'a change of something else').toMatchObject({ status: 'active' });
    stripe.set(theirs.subscription, { cancel_at_period_end: true });
    await tell('customer.subscription.updated', theirs.subscription);
    const live = await liveOf(other);
    expect(live).toMatchObject({ status: 'cancelled', accessEndsAt: live?.currentPeriodEnd });
  });

  it.each(['charge.refunded', 'charge.dispute.created'])(
    'SUB-10 of which %s is told stands as refunded, once, and an operator is told',
    async (type) => {
      const browser = await registerAndSignIn(built);
      const paid = await buy(browser, 'starter');
      const payment_intent = stripe.things.get(paid.invoice)?.intent;
      const id = `ch_${randomUUID()}`;
      stripe.things.set(id, { id, payment_intent, refunded: false });
      if (type === 'charge.refunded') {
        expect(await tell(type, id)).toBe(200);
        expect(await paymentRow(built, paid.paymentId), 'a part').toMatchObject({ status: 'complete' });
        stripe.set(id, { refunded: true });
      }
      lines.length = 0;
      expect([await tell(type, id), await tell(type, id)]).toEqual([200, 200]);
      expect(await paymentRow(built, paid.paymentId)).toMatchObject({ status: 'refunded' });
      expect(lines.some((line) => line.includes('was given back or is disputed'))).toBe(true);
      expect(await liveOf(browser)).toMatchObject({ status: 'active' });
    },
  );

  it('SUB-10 whose refund comes before its payment is told of it again', async () => {
    const browser = await registerAndSignIn(built);
    const { data } = await open(browser, 'starter');
    const paid = stripe.pay(sessionOf(data));
    const id = `ch_${randomUUID()}`;
    stripe.things.set(id, { id, payment_intent: stripe.things.get(paid.invoice)?.intent, refunded: true });
    const early = told('charge.refunded', id);
    expect(await deliver(early)).toBe(503);
    await tell('checkout.session.completed', sessionOf(data));
    expect(await deliver(early)).toBe(200);
    expect(await paymentRow(built, data.payment_id)).toMatchObject({ status: 'refunded' });
  });

  it('has a page on which its card is changed', async () => {
    const browser = await registerAndSignIn(built);
    await buy(browser, 'starter');
    const { data } = await send<{ url: string }>(built, browser, '/subscriptions/card-page');
    expect(data.url).toContain(`${stripe.url}/p/cus_`);
  });
});

describe('a notification of Stripe that never comes', () => {
  it('SUB-04 is made up by asking about the checkout, before and after it ended here', async () => {
    const browser = await registerAndSignIn(built);
    const { data } = await open(browser, 'starter');
    built.clock.advance(6 * 60_000);
    await askAboutPayments(built.context);
    expect(await paymentRow(built, data.payment_id)).toMatchObject({ status: 'pending' });
    built.clock.advance(25 * 60_000);
    await expirePayments(built.context);
    expect(await paymentRow(built, data.payment_id)).toMatchObject({ status: 'expired' });
    stripe.pay(sessionOf(data));
    built.clock.advance(6 * 60_000);
    await askAboutPayments(built.context);
    expect(await liveOf(browser)).toMatchObject({ status: 'active' });
    expect(await tell('checkout.session.completed', sessionOf(data)), 'and comes after all').toBe(200);
    expect(await periodsOf(browser)).toBe(1);
  });

  it('SUB-10 is made up by asking about the renewal, its refusal, and the end of the subscription', async () => {
    const browser = await registerAndSignIn(built);
    const { subscription: ref } = await buy(browser, 'starter');
    await passEnd(browser, 2 * hourMs);
    await askAboutRenewals(built.context);
    expect(await liveOf(browser), 'not charged yet').toMatchObject({ periodNumber: 1 });
    const paid = stripe.charge(ref);
    built.clock.advance(6 * hourMs);
    await askAboutRenewals(built.context);
    expect(await liveOf(browser)).toMatchObject({ periodNumber: 2, status: 'active' });
    await tell('invoice.paid', paid);
    expect(await periodsOf(browser)).toBe(2);
    await passEnd(browser, 2 * hourMs);
    stripe.charge(ref, { status: 'open', amount_paid: 0 });
    await askAboutRenewals(built.context);
    expect(await liveOf(browser)).toMatchObject({ status: 'past_due' });
    stripe.set(ref, { status: 'canceled' });
    built.clock.advance(dayMs);
    await askAboutRenewals(built.context);
    expect(await liveOf(browser), 'what the grace promised stays').toMatchObject({ status: 'cancelled' });
  });
});

describe('an account that is deleted while Stripe charges it', () => {
  const errors = (text: string) => lines.filter((line) => line.includes(' ERROR ') && line.includes(text));

  it('SUB-04 has its open checkouts expired at Stripe, the one that ended here but not there among them', async () => {
    const browser = await registerAndSignIn(built);
    const accountId = await accountOf(built, browser);
    const { context } = built;
    // Sessions are over by the time that a payment ends here.
    const ordered = async (plan_id: string) => (await subscribe(context, { accountId, input: { plan_id }, key: null })).data;
    const old = await ordered('growth');
    built.clock.advance(31 * 60_000);
    await expirePayments(context);
    const late = await ordered('starter');
    await closeAccount(built, browser);
    expect(await paymentRow(built, late.payment_id)).toMatchObject({ status: 'cancelled' });
    await tellProviders(context);
    expect([old, late].map((opened) => stripe.things.get(sessionOf(opened))?.status)).toEqual(['expired', 'expired']);
    await removeClosed(built, browser, accountId);
  });

  it.each(['told', 'not told'])('SUB-10 is not charged again for a checkout paid after it closed and %s', async (when) => {
    const browser = await registerAndSignIn(built);
    const accountId = await accountOf(built, browser);
    const { data } = await open(browser, 'starter');
    await closeAccount(built, browser);
    const paid = stripe.pay(sessionOf(data));
    lines.length = 0;
    if (when === 'told') expect(await tell('checkout.session.completed', sessionOf(data))).toBe(200);
    await tellProviders(built.context);
    expect(isCancelled(paid.subscription)).toBe(true);
    expect(errors('account').length).toBeGreaterThan(0);
    expect(await built.context.db.$count(subscription, eq(subscription.accountId, accountId))).toBe(0);
    await removeClosed(built, browser, accountId);
  });

  it('SUB-10 is not charged again when a checkout is paid after its rows are gone, or an invoice comes', async () => {
    const browser = await registerAndSignIn(built);
    const accountId = await accountOf(built, browser);
    const { data } = await open(browser, 'starter');
    await closeAccount(built, browser);
    // What Stripe is told of a checkout is lost: it stays open there.
    await built.context.db.delete(providerTask);
    await removeClosed(built, browser, accountId);
    stripe.set(sessionOf(data), { status: 'open' });
    const paid = stripe.pay(sessionOf(data));
    lines.length = 0;
    expect(await tell('checkout.session.completed', sessionOf(data))).toBe(200);
    await tellProviders(built.context);
    expect(isCancelled(paid.subscription)).toBe(true);
    expect(errors('account')).toHaveLength(1);
    stripe.set(paid.subscription, { status: 'active' });
    await tell('invoice.paid', stripe.charge(paid.subscription));
    await tellProviders(built.context);
    expect(isCancelled(paid.subscription)).toBe(true);
    // A card that fails ends it too, and nobody is told to give back what never came.
    stripe.set(paid.subscription, { status: 'active' });
    lines.length = 0;
    await tell('invoice.payment_failed', stripe.charge(paid.subscription, { status: 'open', amount_paid: 0 }));
    await tellProviders(built.context);
    expect(isCancelled(paid.subscription)).toBe(true);
    expect(errors('No money came')).toHaveLength(1);
    expect(errors('Give the money back')).toEqual([]);
  });

  it.each(['before it is told', 'after it is told', 'before the rows go'])(
    'OPS-04 is removed whole by a later try after a kill %s',
    async (step) => {
      const browser = await registerAndSignIn(built);
      const accountId = await accountOf(built, browser);
      const paid = await buy(browser, 'starter');
      const checkout = (await open(browser, 'growth', 'upgrade')).data;
      await closeAccount(built, browser);
      const { payments, db } = built.context;
      if (payments?.id !== 'stripe') throw new Error('not configured');
      const died = new Error('the process died');
      const settle: typeof payments.settle = async (ref, wanted) => {
        if (step === 'before it is told') throw died;
        await payments.settle(ref, wanted);
        if (step === 'after it is told') throw died;
      };
      const transaction: typeof db.transaction = (run, config) =>
        db.transaction(async (tx) => {
          const done = await run(tx);
          if (step === 'before the rows go' && (await tx.$count(account, eq(account.id, accountId))) === 0) throw died;
          return done;
        }, config);
      const dying = { payments: { ...payments, settle }, db: Object.assign(Object.create(db), { transaction }) };
      await expect(removeClosed(built, browser, accountId, dying)).rejects.toThrow();
      expect(await db.$count(account, eq(account.id, accountId))).toBe(1);
      await removeClosed(built, browser, accountId);
      expect(await db.$count(account, eq(account.id, accountId))).toBe(0);
      expect(isCancelled(paid.subscription)).toBe(true);
      expect(stripe.things.get(sessionOf(checkout))).toMatchObject({ status: 'expired' });
      expect(await db.$count(providerTask)).toBe(0);
    },
  );

  it('SUB-04 closes a checkout that Stripe opened while the account was deleted', async () => {
    const browser = await registerAndSignIn(built);
    const accountId = await accountOf(built, browser);
    const { payments } = built.context;
    if (payments?.id !== 'stripe') throw new Error('not configured');
    let session = '';
    const start: typeof payments.start = async (order) => {
      const place = await payments.start(order);
      session = place.ref;
      await closeAccount(built, browser);
      return place;
    };
    const context = { ...built.context, payments: { ...payments, start } };
    const ordered = subscribe(context, { accountId, input: { plan_id: 'starter' }, key: null });
    await expect(ordered).rejects.toMatchObject({ code: 'account_closed' });
    await tellProviders(built.context);
    expect(stripe.things.get(session)).toMatchObject({ status: 'expired' });
    await removeClosed(built, browser, accountId);
  });

  it('SUB-10 leaves subscriptions alone that another Clearframe began in the same Stripe account', async () => {
    const metadata = { payment_id: randomUUID() };
    for (const [id, proof] of Object.entries({ sub_theirs: { payment_proof: 'x'.repeat(43) }, sub_unmarked: {} })) {
      stripe.things.set(id, { id, object: 'subscription', status: 'active', metadata: { ...metadata, ...proof } });
      lines.length = 0;
      expect(await tell('invoice.paid', stripe.charge(id, { amount_paid: 6_000, currency: 'usd' }))).toBe(200);
      await tellProviders(built.context);
      expect([id, stripe.things.get(id)?.status]).toEqual([id, 'active']);
      // What nobody marked may be ours, from before payments were marked: a person has to look.
      expect(errors('unknown payment')).toHaveLength(id === 'sub_unmarked' ? 1 : 0);
    }
  });
});

describe('PAYMENTS', () => {
  it('OPS-03 stops the start with one line for each thing that is missing or wrong', () => {
    const remote = { HOST: '0.0.0.0', PUBLIC_URL: 'https://clearframe.example', SECRET_KEY: 'x'.repeat(40) };
    const linesOf = (env: Record<string, string>): string[] => {
      try {
        readConfig({ ...remote, ...env });
        return [];
      } catch (error) {
        return String(error)
          .replace('ConfigError: ', '')
          .split('\n')
          .map((line) => line.split(':')[0] ?? '');
      }
    };
    const { STRIPE_API_BASE: _base, ...live } = stripeEnv('');
    expect(linesOf(live)).toEqual([]);
    expect(linesOf({ PAYMENTS: 'stripe' })).toEqual(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']);
    expect(linesOf({ ...live, STRIPE_SECRET_KEY: 'pk_live_public00' })).toEqual(['STRIPE_SECRET_KEY']);
    expect(linesOf({ ...live, STRIPE_API_BASE: 'http://stripe.example' })).toEqual(['STRIPE_API_BASE']);
    expect(linesOf({ ...live, PUBLIC_URL: 'http://clearframe.example' })).toEqual(['PUBLIC_URL']);
    expect(linesOf({ ...live, PAYMENT_CURRENCY: 'EUR' })).toEqual(['PLAN_PRICES']);
    expect(linesOf({ ...live, PAYMENT_CURRENCY: 'JPY' })).toEqual(['PAYMENT_CURRENCY']);
    expect(linesOf({ PAYMENTS: 'payfast' })).toHaveLength(4);
    expect(() => readConfig({ ...remote, ...live, STRIPE_SECRET_KEY: 'wrong' })).toThrow('the value given is not accepted');
    expect(linesOf({ PAYMENTS: 'off', PLAN_PRICES: 'starter=60.00' })).toEqual(['PLAN_PRICES']);
  });
});
