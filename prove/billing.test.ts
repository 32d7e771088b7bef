import { expect, it } from 'vitest';
import { proveBilling } from './billing.ts';

/** A small sample of `npm run prove billing`, in the database that the proof makes for itself. */
it('SUB-10 UP-09 a history with each provider pays, is billed and breaks no promise', { timeout: 180_000 }, async () => {
  const result = await proveBilling({ histories: { sandbox: 1, far: 1, payfast: 1 }, steps: 25, print: () => undefined });
  expect(result.violations).toEqual([]);
  expect(result).toMatchObject({ histories: 3, checks: 75, gaps: 0 });
  expect(result.invoices, 'payments were made').toBeGreaterThan(0);
});
