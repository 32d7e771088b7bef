import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { invoice, payment } from '../src/db/schema.ts';
import { type Built, build } from './build.ts';
import { liveHistories } from './histories/live-histories.ts';
import { createFarProvider } from './histories/remote-life.ts';

let built: Built;
beforeAll(async () => {
  built = await build({ mails: false });
});
afterAll(() => built.close());

it('SUB-10 UP-09 money and frames add up through random histories', { timeout: 180_000 }, async () => {
  const options = { histories: 100, steps: 25, seed: 7 };
  const { violations, ...figures } = await liveHistories(built.context, built.clock.advance, options);
  expect(violations).toEqual([]);
  expect(figures).toMatchObject({ histories: 100, checks: 2_500, gaps: 0 });
  expect(figures.invoices, 'payments were made').toBeGreaterThan(100);
  expect(figures.charges, 'uploads were charged').toBeGreaterThan(50);
});

it('SUB-10 UP-09 they add up when a provider far away renews, gives back and ends what it charges', {
  timeout: 180_000,
}, async () => {
  const options = { histories: 100, steps: 25, seed: 11 };
  const before = await built.context.db.$count(invoice);
  const context = { ...built.context, payments: createFarProvider() };
  const { violations, gaps } = await liveHistories(context, built.clock.advance, options);
  expect(violations).toEqual([]);
  expect(gaps).toBe(0);
  expect((await built.context.db.$count(invoice)) - before, 'payments were made').toBeGreaterThan(100);
  const renewed = and(eq(payment.provider, 'stripe'), eq(payment.purpose, 'renewal'), eq(payment.status, 'complete'));
  expect(await built.context.db.$count(payment, renewed), 'months were renewed').toBeGreaterThan(20);
  expect(await built.context.db.$count(payment, eq(payment.status, 'refunded')), 'money went back').toBeGreaterThan(0);
});
