import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { invoice, payment } from '../src/db/schema.ts';
import { type Built, build } from './helpers/build.ts';
import { startPayfast } from './helpers/payfast-server.ts';
import { createFarWorld } from './histories/far-world.ts';
import { liveHistories } from './histories/live-histories.ts';
import { createPayfastWorld } from './histories/payfast-world.ts';
import { createSandboxWorld } from './histories/sandbox-world.ts';

let built: Built;
beforeAll(async () => {
  built = await build({ mails: false });
});
afterAll(() => built.close());

/** A sample of `npm run prove billing`, which lives hundreds a world. */
it('SUB-10 UP-09 money and frames add up through random histories', async () => {
  const options = { histories: 50, steps: 25, seed: 7 };
  const { context, clock } = built;
  if (!context.payments) throw new Error('no sandbox');
  const { violations, ...figures } = await liveHistories(context, clock.advance, createSandboxWorld(context.payments), options);
  expect(violations).toEqual([]);
  expect(figures).toMatchObject({ histories: 50, checks: 1_250, gaps: 0 });
  expect(figures.invoices, 'payments were made').toBeGreaterThan(50);
  expect(figures.charges, 'uploads were charged').toBeGreaterThan(10);
  expect(await context.db.$count(invoice, isNull(invoice.accountId)), 'accounts that paid were deleted').toBeGreaterThan(5);
});

it('SUB-10 UP-09 they add up when a provider far away renews, gives back and ends what it charges', async () => {
  const options = { histories: 50, steps: 25, seed: 11 };
  const { context, clock } = built;
  const before = await context.db.$count(invoice);
  const { violations, gaps } = await liveHistories(context, clock.advance, createFarWorld(), options);
  expect(violations).toEqual([]);
  expect(gaps).toBe(0);
  expect((await context.db.$count(invoice)) - before, 'payments were made').toBeGreaterThan(35);
  const renewed = and(eq(payment.provider, 'stripe'), eq(payment.purpose, 'renewal'), eq(payment.status, 'complete'));
  expect(await context.db.$count(payment, renewed), 'months were renewed').toBeGreaterThan(2);
  expect(await context.db.$count(payment, eq(payment.status, 'refunded')), 'money went back').toBeGreaterThan(0);
});

it('SUB-10 one charge is one month and nobody without an account is charged again, by PayFast’s own books', async () => {
  const payfast = await startPayfast();
  const { context, clock } = built;
  const world = createPayfastWorld(context, payfast);
  const { violations, gaps } = await liveHistories(context, clock.advance, world, { histories: 50, steps: 25, seed: 13 });
  await payfast.stop();
  expect(violations).toEqual([]);
  expect(gaps).toBe(0);
  const paid = and(eq(payment.provider, 'payfast'), eq(payment.status, 'complete'));
  expect(await context.db.$count(payment, paid), 'payments were made').toBeGreaterThan(15);
  expect(await context.db.$count(payment, and(paid, eq(payment.purpose, 'renewal'))), 'months were renewed').toBeGreaterThan(2);
});
