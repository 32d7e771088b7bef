import { expect, it } from 'vitest';
import { ticksFor } from './stacked-bars.tsx';

it('DASH-02 marks the axis of the chart in round steps that reach the largest day', () => {
  expect(ticksFor(0)).toEqual([0, 1, 2, 3]);
  expect(ticksFor(3)).toEqual([0, 1, 2, 3]);
  expect(ticksFor(7)).toEqual([0, 3, 6, 9]);
  expect(ticksFor(141)).toEqual([0, 50, 100, 150]);
  expect(ticksFor(100_000)).toEqual([0, 40_000, 80_000, 120_000]);
  for (const largest of [1, 9, 10, 11, 99, 1_287, 54_321]) expect(ticksFor(largest).at(-1)).toBeGreaterThanOrEqual(largest);
});
