import { z } from 'zod';
import * as limits from '../limits.ts';

/** How much people are shown, and how; 0 = no limit. Source: doors-and-trust B3. */
export const ExposureSettings = z.object({
  per_hour: z.int().min(0).max(1_000).default(0),
  per_day: z.int().min(0).max(10_000).default(0),
  break_minutes: z.int().min(1).max(240).default(15),
  /** The defaults of how such an item looks once it is revealed, until a person chooses otherwise. */
  greyscale: z.boolean().default(true),
  blur: z.boolean().default(true),
  mute: z.boolean().default(true),
});
export type ExposureSettings = z.infer<typeof ExposureSettings>;

export const RevealsInput = z.object({ media_ids: z.array(z.uuid()).min(1).max(limits.revealsMax) });

/** `limit` is 0 where there is none. */
const Counted = z.object({ count: z.int(), limit: z.int() });

/** What a person revealed: in the last 60 minutes (since their last break, if that is less), and on this day of UTC. */
export const Exposure = z.object({
  hour: Counted,
  day: Counted,
  /** Until then they are shown none; null = no break. */
  break_until: z.iso.datetime().nullable(),
});
export type Exposure = z.infer<typeof Exposure>;

/** Of all people together, by days of UTC on which at least {@link limits.exposureTeamMin} revealed something, the newest first. */
export const TeamExposure = z.object({
  days: z.array(z.object({ day: z.iso.date(), people: z.int(), count: z.int() })),
});
export type TeamExposure = z.infer<typeof TeamExposure>;
