import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Built, build } from './build.ts';
import { liveHistories } from './histories/live-histories.ts';

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
