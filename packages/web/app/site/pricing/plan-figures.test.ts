import { plans } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { fittingPlan, framesOf, shortFrameCost, shortPrice } from './plan-figures.ts';

describe('figures of the pricing page', () => {
  it('PUB-03 writes prices and costs as the specification lists them', () => {
    expect(plans.map((plan) => shortPrice(plan.price_cents))).toEqual(['$0', '$1', '$60', '$100', '$200', '$1,000', '$2,000']);
    expect(plans.slice(1).map((plan) => shortFrameCost(plan.cost_per_media_cents))).toEqual([
      '$0.003',
      '$0.003',
      '$0.0028',
      '$0.0026',
      '$0.0024',
      '$0.0022',
    ]);
    expect(shortPrice(1_250)).toBe('$12.50');
  });

  it('PUB-03 counts a frame a picture and one a second of video', () => {
    expect(framesOf({ images: 25_000, videoMinutes: 120 })).toBe(32_200);
  });

  it('PUB-03 names the cheapest plan that is large enough, to the frame, and none beyond the largest', () => {
    expect(fittingPlan(0)?.id).toBe('development');
    expect(fittingPlan(333)?.id).toBe('development');
    expect(fittingPlan(334)?.id).toBe('starter');
    expect(fittingPlan(909_091)?.id).toBe('enterprise');
    expect(fittingPlan(909_092)).toBeNull();
  });
});
