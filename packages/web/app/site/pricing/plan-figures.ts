import { type Plan, plans } from '@clearframe/contract';
import { formatCount } from '../../shared/format/format.ts';

const whole = new Intl.NumberFormat('en-US');
const withCents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });

/** "$1,000", "$12.50": as the public list of prices is written (specification §9). */
export function shortPrice(cents: number): string {
  return `$${(cents % 100 === 0 ? whole : withCents).format(cents / 100)}`;
}

/** "$0.0028": the stored figure divided by 100,000, without zeros at the end. */
export function shortFrameCost(costPerMediaCents: number): string {
  return `$${costPerMediaCents / 100_000}`;
}

/** Frames of a month: one a picture, one for each second of video. */
export function framesOf({ images, videoMinutes }: { images: number; videoMinutes: number }): number {
  return images + videoMinutes * 60;
}

/** The cheapest plan that holds so many frames a month, or null when none does. The trial is no plan for every month. */
export function fittingPlan(frames: number): Plan | null {
  return plans.find((plan) => plan.price_cents > 0 && plan.media_per_month >= frames) ?? null;
}

/** What the estimator says of a month: "32,200" frames, and the plan with its price. */
export function estimateWords(month: { images: number; videoMinutes: number }): { frames: string; plan: string } {
  const frames = framesOf(month);
  const plan = fittingPlan(frames);
  return { frames: formatCount(frames), plan: plan ? `${plan.name}, ${shortPrice(plan.price_cents)}` : 'More than Enterprise' };
}
