import { plans } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPeriod } from '../src/billing/periods.ts';
import { membership, subscription, trialGrant, usageEntry, usagePeriod } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { registerAndSignIn, type SignedInBrowser } from './helpers/sign-in.ts';

const activated = 'Free trial activated successfully! You now have 15 images for this month.';
const nothingToPay = {
  onsite_payment_uuid: null,
  onsite_payment_error: null,
  redirect_url: null,
  payment_id: null,
  scheduled_change: null,
};

type Envelope = { status: string; message?: string; data: unknown };

let built: Built;
const lines: string[] = [];

async function get(path: string, browser?: SignedInBrowser) {
  const answer = await built.app.inject({ url: `/api/subscriptions/${path}`, headers: browser?.headers ?? {} });
  return { code: answer.statusCode, ...answer.json<Envelope>() };
}

async function subscribe(browser: SignedInBrowser, body: object = { plan_id: 'free' }, headers: Record<string, string> = {}) {
  const answer = await built.app.inject({
    method: 'POST',
    url: '/api/subscriptions/subscribe',
    headers: { ...browser.headers, ...headers },
    payload: body,
  });
  return { code: answer.statusCode, headers: answer.headers, ...answer.json<Envelope>() };
}

async function accountOf({ userId }: SignedInBrowser): Promise<string> {
  const [member] = await built.context.db.select().from(membership).where(eq(membership.userId, userId));
  return member?.accountId ?? '';
}

const periodsOf = async (browser: SignedInBrowser) =>
  built.context.db
    .select()
    .from(usagePeriod)
    .where(eq(usagePeriod.accountId, await accountOf(browser)));

beforeAll(async () => {
  built = await build({ onLog: (line) => lines.push(line) });
});
afterAll(() => built.close());

describe('subscriptions', () => {
  it('SUB-01 lists every plan of the catalogue to anybody', async () => {
    expect(await get('plans')).toEqual({
      code: 200,
      status: 'success',
      data: { plans, payment: expect.objectContaining({ provider_name: 'Sandbox' }) },
    });
  });

  it('SUB-08 answers without a subscription that there is none', async () => {
    const browser = await registerAndSignIn(built);
    expect((await get('current', browser)).data).toEqual({ subscription: null });
    expect((await get('usage', browser)).data).toEqual({
      plan: null,
      subscription: null,
      usage: null,
      next_billing_date: null,
      trial_available: true,
    });
  });

  it.each(['current', 'usage'])('AUTH-07 shows %s to nobody who is not signed in', async (path) => {
    expect(await get(path)).toEqual({ code: 401, status: 'error', message: 'Sign in to continue', data: null });
  });

  it('SUB-03 starts the free trial at once, with 15 images for one month', async () => {
    const browser = await registerAndSignIn(built);
    const start = built.clock.now();
    expect(await subscribe(browser)).toMatchObject({ status: 'success', message: activated, data: nothingToPay });
    const { data } = await get('usage', browser);
    expect(data).toMatchObject({
      plan: plans[0],
      subscription: { plan_id: 'free', status: 'trialing', current_period_start: start.toISOString(), next_billing_date: null },
      usage: { media_used_this_period: 0, media_remaining: 15, total_media_allowed: 15 },
      next_billing_date: null,
      trial_available: false,
    });
    expect((await get('current', browser)).data).toMatchObject({ subscription: { status: 'trialing', plan: { id: 'free' } } });
    const [period] = await periodsOf(browser);
    const entries = await built.context.db
      .select()
      .from(usageEntry)
      .where(eq(usageEntry.periodId, period?.id ?? ''));
    expect(entries).toMatchObject([{ kind: 'grant', frames: 15, reason: 'free trial' }]);
  });

  it('SUB-03 gives the trial once', async () => {
    const browser = await registerAndSignIn(built);
    await subscribe(browser);
    expect(await subscribe(browser)).toMatchObject({
      code: 409,
      status: 'error',
      message: 'This account has already used its free trial',
      data: null,
    });
    expect(await periodsOf(browser)).toHaveLength(1);
  });

  it('SUB-03 gives the trial once when it is asked for 50 times at once', async () => {
    const browser = await registerAndSignIn(built);
    const answers = await Promise.all(Array.from({ length: 50 }, () => subscribe(browser)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ message }) => message?.includes('already used'))).toHaveLength(49);
    expect(await periodsOf(browser)).toMatchObject([{ allowance: 15 }]);
  });

  it('SUB-03 gives no second trial to the address of an account that is gone', async () => {
    const browser = await registerAndSignIn(built);
    const { db, secrets } = built.context;
    const emailHmac = secrets.sign('trial-address', browser.email);
    await db.insert(trialGrant).values({ accountId: crypto.randomUUID(), emailHmac });
    expect((await get('usage', browser)).data).toMatchObject({ trial_available: false });
    expect((await subscribe(browser)).message).toContain('already used');
    expect(await periodsOf(browser)).toEqual([]);
  });

  it('SUB-03 refuses the trial beside another subscription, and does not use it up', async () => {
    const browser = await registerAndSignIn(built);
    const now = built.clock.now();
    const currentPeriodEnd = new Date(now.getTime() + 1_000_000);
    const row = { planId: 'starter', status: 'active' as const, currentPeriodStart: now, currentPeriodEnd };
    await built.context.db.insert(subscription).values({ ...row, accountId: await accountOf(browser) });
    expect(await subscribe(browser)).toMatchObject({ code: 409, message: 'This account already has a subscription' });
    expect((await get('usage', browser)).data).toMatchObject({
      trial_available: true,
      plan: { id: 'starter' },
      next_billing_date: currentPeriodEnd.toISOString(),
    });
  });

  it('SUB-08 counts an ended subscription as none, without a job that marks it', async () => {
    const browser = await registerAndSignIn(built);
    const row = {
      planId: 'starter',
      status: 'active' as const,
      currentPeriodStart: new Date(built.clock.now().getTime() - 2_000),
      currentPeriodEnd: built.clock.now(),
    };
    await built.context.db.insert(subscription).values({ ...row, accountId: await accountOf(browser) });
    expect((await get('current', browser)).data).toEqual({ subscription: null });
    // Its place is free: the trial can still be taken.
    expect(await subscribe(browser)).toMatchObject({ message: activated });
  });

  it('SUB-08 shows frames of the operator without a plan', async () => {
    const browser = await registerAndSignIn(built);
    const accountId = await accountOf(browser);
    const startsAt = built.clock.now();
    const endsAt = new Date(startsAt.getTime() + 86_400_000);
    const period = { accountId, subscriptionId: null, frames: 500, startsAt, endsAt, reason: 'x' };
    await built.context.db.transaction((tx) => openPeriod(tx, period));
    expect((await get('usage', browser)).data).toEqual({
      plan: null,
      subscription: null,
      usage: { media_used_this_period: 0, media_remaining: 500, total_media_allowed: 500 },
      next_billing_date: null,
      trial_available: true,
    });
    await subscribe(browser);
    expect((await get('usage', browser)).data).toMatchObject({ usage: { total_media_allowed: 515 } });
  });

  it.each([
    ['gold', 404, 'Plan not found'],
    ['', 400, ''],
  ])('SUB-03 refuses the plan "%s" with %i', async (plan, code, message) => {
    const browser = await registerAndSignIn(built);
    const answer = await subscribe(browser, { plan_id: plan });
    expect(answer).toMatchObject({ code, status: 'error', data: null });
    expect(answer.message).toContain(message);
    expect(await periodsOf(browser)).toEqual([]);
  });

  it('SUB-03 lets only an owner subscribe', async () => {
    const browser = await registerAndSignIn(built);
    await built.context.db.update(membership).set({ role: 'moderator' }).where(eq(membership.userId, browser.userId));
    expect(await subscribe(browser)).toMatchObject({ code: 403, message: 'Your role does not allow this' });
  });

  it('UP-09 gives the same answer to a repeat with the same Idempotency-Key and refuses the key for another plan', async () => {
    const browser = await registerAndSignIn(built);
    const key = { 'idempotency-key': '"one"' };
    expect(await subscribe(browser, { plan_id: 'free' }, key)).toMatchObject({ message: activated, data: nothingToPay });
    expect(await subscribe(browser, { plan_id: 'free' }, { 'idempotency-key': 'one' })).toMatchObject({ message: activated });
    expect((await subscribe(browser, { plan_id: 'free' }, { 'idempotency-key': 'two' })).message).toContain('already used');
    const unreadable = await subscribe(browser, { plan_id: 'free' }, { 'idempotency-key': 'ü' });
    expect(unreadable).toMatchObject({ code: 400, message: expect.stringContaining('Idempotency-Key') });
    expect(await periodsOf(browser)).toHaveLength(1);
  });

  it('UP-09 runs one of 50 parallel requests with one Idempotency-Key', async () => {
    const browser = await registerAndSignIn(built);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => subscribe(browser, { plan_id: 'free' }, { 'idempotency-key': 'all' })),
    );
    const running = answers.filter(({ message }) => message === 'A request with this Idempotency-Key is still running');
    expect(running.every(({ code, headers }) => code === 409 && Number(headers['retry-after']) > 0)).toBe(true);
    expect(answers.filter(({ message }) => message === activated)).toHaveLength(50 - running.length);
    expect(await periodsOf(browser)).toHaveLength(1);
  });

  it('SUB-11 drops card fields: they are neither checked nor stored nor logged', async () => {
    const browser = await registerAndSignIn(built);
    const card = { card_number: '4111111111111111', card_cvv: '737', card_expiry: { month: 1 }, card_holder: 'Ada Card' };
    lines.length = 0;
    expect((await subscribe(browser, { plan_id: 'starter', ...card })).data).toMatchObject({ onsite_payment_error: null });
    expect(await subscribe(browser, { ...card })).toMatchObject({ code: 400, status: 'error' });
    const broken = await built.app.inject({
      method: 'POST',
      url: '/api/subscriptions/subscribe',
      headers: { ...browser.headers, 'content-type': 'application/json' },
      payload: '{"card_number":"4111111111111111",',
    });
    expect(broken.statusCode).toBe(400);
    expect((await subscribe(browser, { plan_id: 'free', ...card }, { 'idempotency-key': 'c' })).message).toBe(activated);
    const stored = await built.context.db.execute(
      `select query_to_xml('select * from ' || quote_ident(table_name), true, false, '')::text as rows
       from information_schema.tables where table_schema = 'public'`,
    );
    for (const secret of ['4111111111111111', '737"', 'Ada Card']) {
      expect(JSON.stringify(stored.rows)).not.toContain(secret);
      expect(lines.join('\n')).not.toContain(secret);
      expect(broken.body).not.toContain(secret);
    }
    expect(JSON.stringify(stored.rows)).toContain('free trial');
    expect(lines.length).toBeGreaterThan(0);
  });
});
