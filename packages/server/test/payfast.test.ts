import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tellProviders } from '../src/billing/provider-tasks.ts';
import { askAboutPayments, askAboutRenewals } from '../src/billing/reconcile.ts';
import { markLate } from '../src/billing/renew-subscriptions.ts';
import { expirePayments } from '../src/billing/sandbox-payment.ts';
import { subscribe, upgrade } from '../src/billing/subscribe.ts';
import { expireAll } from '../src/billing/subscriptions.ts';
import { usageOf } from '../src/billing/usage.ts';
import { account, invoice, payment, providerTask, subscription, usagePeriod } from '../src/db/schema.ts';
import { createPayfast } from '../src/payments/payfast.ts';
import { isPayfastSource } from '../src/payments/payfast-source.ts';
import { type Built, build } from './helpers/build.ts';
import { closeAccount, removeClosed } from './helpers/delete-themselves.ts';
import {
  type Begun,
  type PayfastServer,
  type PayfastTrouble,
  payfastConfig,
  payfastKeys,
  startPayfast,
} from './helpers/payfast-server.ts';
import { accountOf, paymentRow, send } from './helpers/payments.ts';
import { registerAndSignIn, type SignedInBrowser } from './helpers/sign-in.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let payfast: PayfastServer;
let built: Built;
const lines: string[] = [];

beforeAll(async () => {
  payfast = await startPayfast();
  built = await build({ config: payfastConfig(payfast.url), onLog: (line) => lines.push(line) });
});
afterEach(() => {
  payfast.trouble = null;
});
afterAll(async () => {
  await built.close();
  await payfast.stop();
});

type Opened = { onsite_payment_uuid: string | null; onsite_payment_error: string | null; payment_id: string | null };
const open = (browser: SignedInBrowser, plan_id: string, call: 'subscribe' | 'upgrade' = 'subscribe', headers = {}) =>
  send<Opened>(built, browser, `/subscriptions/${call}`, { plan_id }, headers);

function begunOf(uuid: string | null): Begun {
  const fields = payfast.begun.get(uuid ?? '');
  if (!fields) throw new Error('PayFast has no such payment');
  return fields;
}

async function notify(form: string): Promise<number> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'PayFast' };
  const answer = await built.app.inject({ method: 'POST', url: '/api/payments/payfast/notify', headers, payload: form });
  return answer.statusCode;
}

let numbers = 1_000;
const nextNumber = (): string => {
  numbers += 1;
  return String(numbers);
};

/** Takes a plan as PayFast tells it. @returns the token of its subscription and the fields with which it began */
async function buy(browser: SignedInBrowser, plan: string, call: 'subscribe' | 'upgrade' = 'subscribe') {
  const { data } = await open(browser, plan, call);
  const fields = begunOf(data.onsite_payment_uuid);
  const token = randomUUID();
  const cents = Math.round(Number(fields.get('amount')) * 100);
  payfast.subscriptions.set(token, { amount: cents, status_text: 'ACTIVE', run_date: null });
  const code = await notify(payfast.notification(fields, { token, pf_payment_id: nextNumber() }));
  if (code !== 200) throw new Error(`notification: ${code}`);
  return { token, fields, paymentId: data.payment_id };
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

/** Moves on to so long after the end of what runs, and signs in anew: sessions are over by then. */
async function passEnd(browser: SignedInBrowser, afterMs: number): Promise<void> {
  const end = (await liveOf(browser))?.currentPeriodEnd.getTime() ?? 0;
  built.clock.advance(end + afterMs - built.clock.now().getTime());
}

describe('a payment at PayFast', () => {
  it('SUB-04 is begun with rand, a monthly subscription, and nothing of a card, and opens with the uuid', async () => {
    const browser = await registerAndSignIn(built);
    const card = { card_number: '4242424242424242', card_cvv: '737', card_expiry_month: '12', card_expiry_year: '2030' };
    const { data } = await send<Opened>(built, browser, '/subscriptions/subscribe', { plan_id: 'starter', ...card });
    const fields = begunOf(data.onsite_payment_uuid);
    expect(Object.fromEntries(fields)).toMatchObject({
      merchant_id: payfastKeys.merchantId,
      m_payment_id: data.payment_id,
      amount: '1100.00',
      recurring_amount: '1100.00',
      subscription_type: '1',
      frequency: '3',
      cycles: '0',
      item_name: 'Clearframe Starter',
      notify_url: `${built.context.config.publicUrl}/api/payments/payfast/notify`,
    });
    expect(fields.get('billing_date')).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await paymentRow(built, data.payment_id)).toMatchObject({ amountCents: 110_000, currency: 'ZAR', status: 'pending' });
    expect(await periodsOf(browser)).toBe(0);
    expect(payfast.asked.some(({ body }) => body.includes('42424242'))).toBe(false);
    expect(lines.some((line) => line.includes('42424242') || line.includes(payfastKeys.passphrase))).toBe(false);
  });

  it('SUB-01 tells pages what is charged, and how the payment is opened', async () => {
    const { data } = (await built.app.inject({ url: '/api/subscriptions/plans' })).json();
    expect(data.payment).toMatchObject({
      provider_name: 'PayFast',
      currency: 'ZAR',
      has_card_page: true,
      prices: { development: 1_900, starter: 110_000 },
      onsite: { script_url: `${payfast.url}/onsite/engine.js`, function_name: 'payfast_do_onsite_payment' },
    });
  });

  it('UP-09 opens one payment for repeats with one Idempotency-Key', async () => {
    const browser = await registerAndSignIn(built);
    const key = { 'idempotency-key': 'k' };
    const one = await open(browser, 'starter', 'subscribe', key);
    expect(await open(browser, 'starter', 'subscribe', key)).toEqual(one);
  });

  it.each<PayfastTrouble>(['cut', 500, 'garbage', 'other JSON', 'endless', 'redirect'])(
    'SUB-04 says that it could not be opened when PayFast answers with %s, and a repeat tries again',
    async (trouble) => {
      const browser = await registerAndSignIn(built);
      payfast.trouble = trouble;
      const key = { 'idempotency-key': 'again' };
      expect(await open(browser, 'starter', 'subscribe', key)).toMatchObject({
        code: 200,
        data: { onsite_payment_uuid: null, onsite_payment_error: 'PayFast did not open the payment. Nothing was charged.' },
      });
      payfast.trouble = null;
      expect((await open(browser, 'starter', 'subscribe', key)).data.onsite_payment_uuid).toEqual(expect.any(String));
    },
  );

  it('SUB-04 is given up when PayFast does not answer in time', async () => {
    const { config, secrets, clock, log } = built.context;
    if (!config.payfast) throw new Error('not configured');
    const provider = createPayfast({ config, secrets, clock, log, settings: config.payfast, calls: { timeoutMs: 100 } });
    payfast.trouble = 'silent';
    const plan = { id: 'starter', name: 'Starter', price_cents: 6_000, media_per_month: 1, cost_per_media_cents: 1 };
    const now = clock.now();
    const payer = { email: 'a@example.com', name: 'Ada' };
    const started = provider.start({ paymentId: randomUUID(), plan, amountCents: 500, payer, now, renewsAt: now });
    await expect(started).rejects.toMatchObject({ code: 'payment_provider_away' });
    await expect(provider.settle('token', { is: 'ended' })).rejects.toMatchObject({ code: 'payment_provider_away' });
  });
});

describe('a notification of PayFast', () => {
  it('SUB-10 grants once, however often and in whatever order it comes', async () => {
    const browser = await registerAndSignIn(built);
    const { data } = await open(browser, 'starter');
    const fields = begunOf(data.onsite_payment_uuid);
    const token = randomUUID();
    const complete = payfast.notification(fields, { token, pf_payment_id: nextNumber() });
    const failed = payfast.notification(fields, { payment_status: 'FAILED', pf_payment_id: nextNumber() });
    const forms = [failed, complete, complete, failed, complete, complete];
    expect(new Set(await Promise.all(forms.map(notify)))).toEqual(new Set([200]));
    expect(await liveOf(browser)).toMatchObject({ planId: 'starter', status: 'active', providerRef: token, priceCents: 110_000 });
    expect(await periodsOf(browser)).toBe(1);
  });

  it('SUB-10 is refused and logged when forged, changed, of another merchant, or not confirmed', async () => {
    const browser = await registerAndSignIn(built);
    const { data } = await open(browser, 'starter');
    const fields = begunOf(data.onsite_payment_uuid);
    const good = payfast.notification(fields, { token: randomUUID(), pf_payment_id: nextNumber() });
    lines.length = 0;
    expect(await notify(good.replace('COMPLETE', 'FAILED'))).toBe(403);
    expect(await notify(good.replace(/&signature=.*/, ''))).toBe(403);
    expect(await notify('%%%')).toBe(403);
    expect(await notify('')).toBe(403);
    expect(await notify(payfast.notification(fields, { merchant_id: '10000101' }))).toBe(403);
    expect(await notify(payfast.notification(fields, { amount_gross: '-1' }))).toBe(403);
    // Signed by the passphrase, but PayFast knows nothing of it.
    const other = await startPayfast();
    expect(await notify(other.notification(fields, { pf_payment_id: nextNumber() }))).toBe(403);
    await other.stop();
    expect(lines.filter((line) => line.includes('a payment notification was refused'))).toHaveLength(7);
    expect(await periodsOf(browser)).toBe(0);
    expect(await paymentRow(built, data.payment_id)).toMatchObject({ status: 'pending' });
    expect(await notify(good)).toBe(200);
    expect(await periodsOf(browser)).toBe(1);
  });

  it('SUB-10 counts by its signed part alone: what is appended, repeated, hidden or moved is refused, the genuine taken', async () => {
    const [payer, thief] = [await registerAndSignIn(built), await registerAndSignIn(built)];
    const [paid, wanted] = [(await open(payer, 'development')).data, (await open(thief, 'enterprise')).data];
    const over = { pf_payment_id: nextNumber(), token: randomUUID(), billing_date: '2026-12-20' };
    const genuine = payfast.notification(begunOf(paid.onsite_payment_uuid), over);
    const other = `m_payment_id=${wanted.payment_id}&amount_gross=37000.00&pf_payment_id=${nextNumber()}`;
    const signature = /&signature=\w+$/.exec(genuine)?.[0] ?? '';
    const signed = genuine.slice(0, -signature.length);
    const forged = {
      appended: `${genuine}&${other}`,
      'appended and signed again': `${genuine}&${other}${signature}`,
      'put before': `${other}&${genuine}`,
      repeated: `${signed}&payment_status=COMPLETE${signature}`,
      'a second signature': `${genuine}${signature}`,
      reordered: `${signed.split('&').reverse().join('&')}${signature}`,
      'a signature in front': `${signature.slice(1)}&${signed}`,
      // The same signed text, with the token as a part of a name: nobody could cancel what it began.
      hidden: genuine.replace(/&token=([^&]+)&billing_date=/, '&token%3D$1%26billing_date='),
    };
    for (const [how, form] of Object.entries(forged)) expect([how, await notify(form)]).toEqual([how, 403]);
    expect([await periodsOf(payer), await periodsOf(thief)]).toEqual([0, 0]);
    expect([await notify(genuine), await periodsOf(payer)]).toEqual([200, 1]);
    // PayFast repeats what it was not answered to, byte by byte: a replay is answered, and grants nothing.
    for (const form of [genuine, genuine]) expect(await notify(form)).toBe(200);
    for (const [how, form] of Object.entries(forged)) expect([how, await notify(form)]).toEqual([how, 403]);
    expect([await periodsOf(payer), await periodsOf(thief)]).toEqual([1, 0]);
    expect(await paymentRow(built, wanted.payment_id)).toMatchObject({ status: 'pending' });
  });

  it('SUB-10 is asked for again while PayFast cannot confirm it', async () => {
    const browser = await registerAndSignIn(built);
    const { data } = await open(browser, 'starter');
    const form = payfast.notification(begunOf(data.onsite_payment_uuid), { token: randomUUID(), pf_payment_id: nextNumber() });
    payfast.trouble = 500;
    expect(await notify(form)).toBe(503);
    payfast.trouble = null;
    expect(await notify(form)).toBe(200);
    expect(await periodsOf(browser)).toBe(1);
  });

  it('SUB-10 with another amount grants nothing, and needs a person', async () => {
    const browser = await registerAndSignIn(built);
    const { data } = await open(browser, 'starter');
    const fields = begunOf(data.onsite_payment_uuid);
    lines.length = 0;
    expect(await notify(payfast.notification(fields, { amount_gross: '5.00', pf_payment_id: nextNumber() }))).toBe(200);
    expect(await paymentRow(built, data.payment_id)).toMatchObject({ status: 'needs_review' });
    expect(lines.some((line) => line.includes('needs review'))).toBe(true);
    expect(await notify(payfast.notification(fields, { pf_payment_id: nextNumber() }))).toBe(200);
    expect(await periodsOf(browser)).toBe(0);
  });

  it('SUB-10 about a payment of another shop of the merchant changes nothing', async () => {
    const foreign = new Map([
      ['m_payment_id', 'order-17'],
      ['amount', '10.00'],
    ]);
    expect(await notify(payfast.notification(foreign))).toBe(200);
    const gone = new Map([
      ['m_payment_id', randomUUID()],
      ['amount', '10.00'],
    ]);
    expect(await notify(payfast.notification(gone, { pf_payment_id: nextNumber() }))).toBe(200);
  });

  it('SUB-10 comes from where PayFast is: told in the log, or refused by PAYFAST_SOURCE_CHECK=strict', async () => {
    const nowhere = async () => [];
    expect(await isPayfastSource('197.97.145.150', null, nowhere)).toBe(true);
    expect(await isPayfastSource('::ffff:41.74.179.200', null, nowhere)).toBe(true);
    expect(await isPayfastSource('203.0.113.7', null, nowhere)).toBe(false);
    expect(await isPayfastSource('203.0.113.7', null, async () => ['203.0.113.7'])).toBe(true);
    expect(await isPayfastSource('2001:db8::1', null, async () => Promise.reject(new Error('no answer')))).toBe(false);
    const { config, secrets, clock, log } = built.context;
    if (!config.payfast) throw new Error('not configured');
    const strict = { ...config.payfast, sourceCheck: 'strict' as const };
    const provider = createPayfast({ config, secrets, clock, log, settings: strict, resolve: nowhere });
    const browser = await registerAndSignIn(built);
    const { data } = await open(browser, 'starter');
    const body = Buffer.from(payfast.notification(begunOf(data.onsite_payment_uuid), { pf_payment_id: nextNumber() }));
    const told = { headers: {}, body, ip: '203.0.113.7' };
    await expect(provider.parse(told)).rejects.toMatchObject({ code: 'notification_refused', detail: 'source' });
    expect(await provider.parse({ ...told, ip: '102.216.36.1' })).toMatchObject({ type: 'complete', amountCents: 110_000 });
  });
});

describe('a subscription at PayFast', () => {
  it('SUB-10 is renewed by a charge that names the first payment again, once for each charge', async () => {
    const browser = await registerAndSignIn(built);
    const { token, fields } = await buy(browser, 'starter');
    // The charge of a day comes some hours before our month is over.
    await passEnd(browser, -5 * hourMs);
    const second = payfast.notification(fields, { token, pf_payment_id: nextNumber() });
    expect(await Promise.all([second, second, second].map(notify))).toEqual([200, 200, 200]);
    expect(await liveOf(browser)).toMatchObject({ periodNumber: 2, status: 'active' });
    expect(await periodsOf(browser)).toBe(2);
    const wrong = payfast.notification(fields, { token, pf_payment_id: nextNumber(), amount_gross: '5.00' });
    expect(await notify(wrong)).toBe(200);
    const invoices = eq(invoice.accountId, await accountOf(built, browser));
    expect(await built.context.db.select().from(invoice).where(invoices), 'one for each month').toMatchObject([
      { amountCents: 110_000, currency: 'ZAR' },
      { amountCents: 110_000, currency: 'ZAR' },
    ]);
    expect(await liveOf(browser)).toMatchObject({ periodNumber: 2 });
    expect(await periodsOf(browser)).toBe(2);
  });

  it('SUB-05 that was replaced is cancelled there, and a charge of it grants nothing', async () => {
    const browser = await registerAndSignIn(built);
    const old = await buy(browser, 'starter');
    const dearer = await buy(browser, 'growth', 'upgrade');
    expect(payfast.subscriptions.get(old.token)?.status_text).toBe('ACTIVE');
    await tellProviders(built.context);
    expect(payfast.subscriptions.get(old.token)?.status_text).toBe('CANCELLED');
    expect(payfast.subscriptions.get(dearer.token)?.status_text).toBe('ACTIVE');
    // Its echo, and one last charge, do not touch the newer one.
    const echo = { token: old.token, payment_status: 'CANCELLED', pf_payment_id: '' };
    expect(await notify(payfast.notification(old.fields, echo))).toBe(200);
    expect(await notify(payfast.notification(old.fields, { token: old.token, pf_payment_id: nextNumber() }))).toBe(200);
    expect(await liveOf(browser)).toMatchObject({ planId: 'growth', status: 'active', providerRef: dearer.token });
    expect(await periodsOf(browser)).toBe(2);
  });

  it('SUB-10 of a second payment that grants nothing is not charged again', async () => {
    const browser = await registerAndSignIn(built);
    const [one, two] = [await open(browser, 'starter'), await open(browser, 'growth')];
    const tokens = [randomUUID(), randomUUID()] as const;
    for (const token of tokens) payfast.subscriptions.set(token, { amount: 1, status_text: 'ACTIVE', run_date: null });
    for (const [place, { data }] of [one, two].entries()) {
      const over = { token: tokens[place] ?? '', pf_payment_id: nextNumber() };
      expect(await notify(payfast.notification(begunOf(data.onsite_payment_uuid), over))).toBe(200);
    }
    expect(await paymentRow(built, two.data.payment_id)).toMatchObject({ status: 'needs_review' });
    await tellProviders(built.context);
    expect(tokens.map((token) => payfast.subscriptions.get(token)?.status_text)).toEqual(['ACTIVE', 'CANCELLED']);
  });

  it('SUB-06 is charged the cheaper plan from the next period on, and the old one when that is taken back', async () => {
    const browser = await registerAndSignIn(built);
    const { token, fields } = await buy(browser, 'growth');
    await open(browser, 'starter');
    await tellProviders(built.context);
    expect(payfast.subscriptions.get(token)).toMatchObject({ amount: 110_000, status_text: 'ACTIVE' });
    await open(browser, 'growth');
    await tellProviders(built.context);
    expect(payfast.subscriptions.get(token)).toMatchObject({ amount: 185_000 });
    await open(browser, 'starter');
    await passEnd(browser, hourMs);
    // PayFast had not heard of it yet: that month is still the dearer plan's.
    await notify(payfast.notification(fields, { token, pf_payment_id: nextNumber() }));
    expect(await liveOf(browser)).toMatchObject({ planId: 'growth', periodNumber: 2, pendingPlanId: 'starter' });
    await passEnd(browser, hourMs);
    await notify(payfast.notification(fields, { token, pf_payment_id: nextNumber(), amount_gross: '1100.00' }));
    expect(await liveOf(browser)).toMatchObject({ planId: 'starter', periodNumber: 3, pendingPlanId: null, priceCents: 110_000 });
  });

  it('SUB-07 that is cancelled is told to PayFast, again until it answers, and access stays', async () => {
    const browser = await registerAndSignIn(built);
    const { token, fields } = await buy(browser, 'starter');
    // What the tests before left to be told.
    await tellProviders(built.context);
    expect((await send(built, browser, '/subscriptions/cancel')).code).toBe(200);
    payfast.trouble = 500;
    expect(await tellProviders(built.context)).toBe(0);
    payfast.trouble = null;
    expect(await tellProviders(built.context), 'not before a minute is over').toBe(0);
    built.clock.advance(60_000);
    expect(await tellProviders(built.context)).toBe(1);
    expect(payfast.subscriptions.get(token)?.status_text).toBe('CANCELLED');
    await notify(payfast.notification(fields, { token, payment_status: 'CANCELLED', pf_payment_id: '' }));
    expect(await liveOf(browser)).toMatchObject({ status: 'cancelled' });
    const usage = await usageOf(built.context.db, await accountOf(built, browser), built.clock.now());
    expect(usage?.total_media_allowed).toBe(20_000);
    expect(await built.context.db.$count(providerTask)).toBe(0);
    // A charge that comes all the same grants nothing, and PayFast is told again.
    payfast.subscriptions.set(token, { amount: 110_000, status_text: 'ACTIVE', run_date: null });
    await notify(payfast.notification(fields, { token, pf_payment_id: nextNumber() }));
    expect(await periodsOf(browser)).toBe(1);
    expect(await tellProviders(built.context)).toBe(1);
    expect(payfast.subscriptions.get(token)?.status_text).toBe('CANCELLED');
  });

  it('SUB-07 that is cancelled at PayFast keeps access to the end of its period', async () => {
    const browser = await registerAndSignIn(built);
    const { token, fields } = await buy(browser, 'starter');
    await notify(payfast.notification(fields, { token, payment_status: 'CANCELLED', pf_payment_id: '' }));
    const live = await liveOf(browser);
    expect(live).toMatchObject({ status: 'cancelled', accessEndsAt: live?.currentPeriodEnd });
  });

  it('SUB-10 of a deleted account is cancelled although its rows are gone', async () => {
    const browser = await registerAndSignIn(built);
    const { token } = await buy(browser, 'starter');
    const accountId = await accountOf(built, browser);
    const { endSubscriptions } = await import('../src/billing/subscriptions.ts');
    await built.context.db.transaction((tx) => endSubscriptions(tx, accountId, built.clock.now()));
    await built.context.db.delete(account).where(eq(account.id, accountId));
    await tellProviders(built.context);
    expect(payfast.subscriptions.get(token)?.status_text).toBe('CANCELLED');
  });

  it('has a page on which its card is changed', async () => {
    const browser = await registerAndSignIn(built);
    expect((await send(built, browser, '/subscriptions/card-page')).code).toBe(404);
    const { token } = await buy(browser, 'starter');
    const { data } = await send<{ url: string }>(built, browser, '/subscriptions/card-page');
    expect(data.url).toContain(`${payfast.url}/eng/recurring/update/${token}?return=`);
  });
});

describe('a notification of PayFast that never comes', () => {
  it('SUB-04 leaves a payment that ends after 30 minutes, and is taken when it comes after all', async () => {
    const browser = await registerAndSignIn(built);
    const { data } = await open(browser, 'starter');
    built.clock.advance(31 * 60_000);
    await askAboutPayments(built.context);
    await expirePayments(built.context);
    expect(await paymentRow(built, data.payment_id)).toMatchObject({ status: 'expired' });
    const late = payfast.notification(begunOf(data.onsite_payment_uuid), { token: randomUUID(), pf_payment_id: nextNumber() });
    await notify(late);
    expect(await liveOf(browser)).toMatchObject({ status: 'active' });
  });

  it('SUB-10 about a renewal is made up by asking, and grants no second month when it comes after all', async () => {
    const browser = await registerAndSignIn(built);
    const { token, fields } = await buy(browser, 'starter');
    const known = payfast.subscriptions.get(token);
    if (!known) throw new Error('no subscription');
    await passEnd(browser, 2 * hourMs);
    const end = (await liveOf(browser))?.currentPeriodEnd ?? new Date();
    known.run_date = end.toISOString();
    await askAboutRenewals(built.context);
    expect(await liveOf(browser), 'not charged yet').toMatchObject({ periodNumber: 1 });
    known.run_date = new Date(end.getTime() + 30 * dayMs).toISOString();
    built.clock.advance(6 * hourMs);
    await askAboutRenewals(built.context);
    expect(await liveOf(browser)).toMatchObject({ periodNumber: 2, status: 'active' });
    await notify(payfast.notification(fields, { token, pf_payment_id: nextNumber() }));
    expect(await liveOf(browser)).toMatchObject({ periodNumber: 2 });
    expect(await periodsOf(browser)).toBe(2);
    const renewals = and(eq(payment.purpose, 'renewal'), eq(payment.accountId, await accountOf(built, browser)));
    expect(await built.context.db.$count(payment, renewals)).toBe(1);
  });

  it('SUB-10 about a card that is locked makes the subscription past due, and ends it after seven days', async () => {
    const browser = await registerAndSignIn(built);
    const { token } = await buy(browser, 'starter');
    const known = payfast.subscriptions.get(token);
    if (!known) throw new Error('no subscription');
    await passEnd(browser, 2 * hourMs);
    known.status_text = 'LOCKED';
    await askAboutRenewals(built.context);
    expect(await liveOf(browser)).toMatchObject({ status: 'past_due' });
    built.clock.advance(7 * dayMs);
    await expireAll(built.context);
    expect(await liveOf(browser)).toBeUndefined();
    await tellProviders(built.context);
    expect(known.status_text).toBe('CANCELLED');
  });

  it('SUB-10 while PayFast is away lets a day pass before a renewal counts as late', async () => {
    const browser = await registerAndSignIn(built);
    await buy(browser, 'starter');
    payfast.trouble = 500;
    await passEnd(browser, 23 * hourMs);
    await askAboutRenewals(built.context);
    await markLate(built.context);
    expect(await liveOf(browser)).toMatchObject({ status: 'active' });
    built.clock.advance(hourMs);
    await markLate(built.context);
    expect(await liveOf(browser)).toMatchObject({ status: 'past_due' });
  });
});

describe('an account that is deleted while PayFast charges it', () => {
  const accountsLeft = (id: string) => built.context.db.$count(account, eq(account.id, id));
  const active = (amount = 110_000) => ({ amount, status_text: 'ACTIVE', run_date: null });
  const statusOf = (token: string) => payfast.subscriptions.get(token)?.status_text;
  const errors = (text: string) => lines.filter((line) => line.includes(' ERROR ') && line.includes(text));

  it.each(['closed', 'removed'])('SUB-10 is not charged again when a window is paid after the account was %s', async (when) => {
    const browser = await registerAndSignIn(built);
    const accountId = await accountOf(built, browser);
    const { data } = await open(browser, 'starter');
    await closeAccount(built, browser);
    if (when === 'removed') await removeClosed(built, browser, accountId);
    expect(await accountsLeft(accountId)).toBe(when === 'removed' ? 0 : 1);
    const token = randomUUID();
    payfast.subscriptions.set(token, active());
    lines.length = 0;
    const form = payfast.notification(begunOf(data.onsite_payment_uuid), { token, pf_payment_id: nextNumber() });
    expect(await notify(form)).toBe(200);
    await tellProviders(built.context);
    expect(statusOf(token)).toBe('CANCELLED');
    expect(errors('account'), 'an operator gives the money back').toHaveLength(1);
    const rows = eq(subscription.accountId, accountId);
    expect(await built.context.db.$count(subscription, rows)).toBe(0);
    // Whatever PayFast charges all the same is cancelled once more.
    payfast.subscriptions.set(token, active());
    await notify(payfast.notification(begunOf(data.onsite_payment_uuid), { token, pf_payment_id: nextNumber() }));
    await tellProviders(built.context);
    expect(statusOf(token)).toBe('CANCELLED');
  });

  it('SUB-10 is removed after PayFast was told, and not while it cannot be told', async () => {
    const browser = await registerAndSignIn(built);
    const accountId = await accountOf(built, browser);
    const { token, fields } = await buy(browser, 'starter');
    await closeAccount(built, browser);
    payfast.trouble = 500;
    await expect(removeClosed(built, browser, accountId)).rejects.toMatchObject({ code: 'payment_provider_away' });
    expect(await accountsLeft(accountId)).toBe(1);
    // A charge meanwhile begins nothing.
    payfast.trouble = null;
    await notify(payfast.notification(fields, { token, pf_payment_id: nextNumber() }));
    expect(await liveOf(browser).catch(() => undefined)).toBeUndefined();
    await removeClosed(built, browser, accountId);
    expect([statusOf(token), await accountsLeft(accountId)]).toEqual(['CANCELLED', 0]);
    expect(await built.context.db.$count(providerTask, eq(providerTask.ref, token))).toBe(0);
    // It was told once: a removal that is begun again asks nothing more.
    const asked = payfast.asked.length;
    await removeClosed(built, browser, accountId);
    expect(payfast.asked).toHaveLength(asked);
  });

  it('SUB-10 opens no window that was asked for while the account closed', async () => {
    const browser = await registerAndSignIn(built);
    const accountId = await accountOf(built, browser);
    await closeAccount(built, browser);
    const order = { accountId, input: { plan_id: 'starter' }, key: null };
    await expect(subscribe(built.context, order)).rejects.toMatchObject({ code: 'account_closed' });
    await expect(upgrade(built.context, order)).rejects.toMatchObject({ code: 'account_closed' });
    await expect(subscribe(built.context, { ...order, input: { plan_id: 'free' } })).rejects.toMatchObject({
      code: 'account_closed',
    });
    expect(await built.context.db.$count(payment, eq(payment.accountId, accountId))).toBe(0);
  });
});

describe('charges of PayFast that nobody ordered', () => {
  const active = { amount: 110_000, status_text: 'ACTIVE', run_date: null };

  it('SUB-10 of a window that was paid twice end at once: the second subscription is cancelled', async () => {
    const browser = await registerAndSignIn(built);
    const { token, fields } = await buy(browser, 'starter');
    const second = randomUUID();
    payfast.subscriptions.set(second, { ...active });
    lines.length = 0;
    expect(await notify(payfast.notification(fields, { token: second, pf_payment_id: nextNumber() }))).toBe(200);
    await tellProviders(built.context);
    expect([token, second].map((ref) => payfast.subscriptions.get(ref)?.status_text)).toEqual(['ACTIVE', 'CANCELLED']);
    expect(lines.some((line) => line.includes(' ERROR '))).toBe(true);
    expect(await periodsOf(browser)).toBe(1);
  });

  it('SUB-10 of a payment in review are cancelled each time that one comes', async () => {
    const browser = await registerAndSignIn(built);
    const { data } = await open(browser, 'starter');
    const [fields, token] = [begunOf(data.onsite_payment_uuid), randomUUID()];
    for (const amount_gross of ['5.00', '1100.00', '1100.00']) {
      payfast.subscriptions.set(token, { ...active });
      lines.length = 0;
      expect(await notify(payfast.notification(fields, { token, pf_payment_id: nextNumber(), amount_gross }))).toBe(200);
      expect(lines.some((line) => line.includes('needs review'))).toBe(true);
      await tellProviders(built.context);
      expect(payfast.subscriptions.get(token)?.status_text).toBe('CANCELLED');
    }
    expect(await periodsOf(browser)).toBe(0);
  });

  it('SUB-10 of another shop of the merchant are left alone', async () => {
    const token = randomUUID();
    payfast.subscriptions.set(token, { ...active });
    const foreign = new Map([
      ['m_payment_id', randomUUID()],
      ['amount', '10.00'],
      ['item_name', 'Socks'],
    ]);
    expect(await notify(payfast.notification(foreign, { token, pf_payment_id: nextNumber() }))).toBe(200);
    await tellProviders(built.context);
    expect(payfast.subscriptions.get(token)?.status_text).toBe('ACTIVE');
  });
});

describe('PayFast asked and telling at the same moment', () => {
  /** PayFast answers a question about the renewal, and before the answer arrives this happens. */
  async function askedWhile(browser: SignedInBrowser, happens: () => Promise<unknown>): Promise<void> {
    const { payments } = built.context;
    if (payments?.id !== 'payfast') throw new Error('not configured');
    const askSubscription: typeof payments.askSubscription = async (asked) => {
      const answer = await payments.askSubscription(asked);
      if ((await liveOf(browser))?.providerRef === asked.ref) await happens();
      return answer;
    };
    await askAboutRenewals({ ...built.context, payments: { ...payments, askSubscription } });
  }

  it('SUB-10 is one month for one charge', async () => {
    const browser = await registerAndSignIn(built);
    const { token, fields } = await buy(browser, 'starter');
    await passEnd(browser, 2 * hourMs);
    const end = (await liveOf(browser))?.currentPeriodEnd.getTime() ?? 0;
    const known = payfast.subscriptions.get(token);
    if (!known) throw new Error('no subscription');
    known.run_date = new Date(end + 30 * dayMs).toISOString();
    const told = payfast.notification(fields, { token, pf_payment_id: nextNumber() });
    await askedWhile(browser, () => notify(told));
    expect(await liveOf(browser)).toMatchObject({ periodNumber: 2, status: 'active' });
    expect(await periodsOf(browser)).toBe(2);
    // The question about the next month is a new one.
    await passEnd(browser, 2 * hourMs);
    known.run_date = new Date(end + 61 * dayMs).toISOString();
    await askAboutRenewals(built.context);
    expect(await liveOf(browser)).toMatchObject({ periodNumber: 3 });
  });

  it('SUB-10 of a refusal before the charge does not make the next month late', async () => {
    const browser = await registerAndSignIn(built);
    const { token, fields } = await buy(browser, 'starter');
    await passEnd(browser, 2 * hourMs);
    const known = payfast.subscriptions.get(token);
    if (!known) throw new Error('no subscription');
    known.status_text = 'LOCKED';
    await askedWhile(browser, () => notify(payfast.notification(fields, { token, pf_payment_id: nextNumber() })));
    expect(await liveOf(browser)).toMatchObject({ periodNumber: 2, status: 'active' });
  });
});
