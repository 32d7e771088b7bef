import { expect, it } from 'vitest';
import { killDuringDeliveries } from './webhooks.ts';

/** A small sample of `npm run prove webhooks`, which kills ten times during 500 deliveries. */
it('HOOK-04 every event arrives at least once though the receiver refuses three of ten and the server is killed', async () => {
  // One refusal of an event at most, so that the sample waits for the first retry only.
  const result = await killDuringDeliveries({ uploads: 8, hooks: 2, kills: 1, seed: 7, refusalsMax: 1 });
  expect(result).toMatchObject({ events: 16, arrived: 16, accepted: 16, inactive: 0, strangers: 0, miscounted: 0, resent: 0 });
  expect(result.refused).toBeGreaterThan(0);
  expect(result.errors).toBeGreaterThan(0);
  expect(result.errors).toBeLessThanOrEqual(result.refused);
});
