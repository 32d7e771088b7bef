import { z } from 'zod';
import { Category } from '../analysis/categories.ts';
import { KeywordSettingsInput } from '../keywords/keywords.ts';
import { PolicyLimits } from './policy.ts';

/** How many of the newest checked items a change is tried on. */
export const whatIfSizes = [100, 1_000, 10_000] as const;

/** What a policy makes of an item. `review` = it passes, and a person should look. */
export const PolicyVerdict = z.enum(['safe', 'review', 'flagged']);
export type PolicyVerdict = z.infer<typeof PolicyVerdict>;

/** Flipped items shown at a time. */
export const whatIfPageSize = 12;

/** A change that is not saved: of the limits, of the keywords, or of both. What is left out stays as it is saved. */
export const WhatIfInput = z.object({
  items: z.literal(whatIfSizes),
  limits: PolicyLimits.exactOptional(),
  keywords: KeywordSettingsInput.exactOptional(),
  page: z.int().min(1).max(1_000).exactOptional(),
});
export type WhatIfInput = z.input<typeof WhatIfInput>;

/** Items that go one way. `decided` of them were decided by a person, and of these `agrees` as the change would. */
export const WhatIfFlip = z.object({
  from: PolicyVerdict,
  to: PolicyVerdict,
  items: z.int(),
  decided: z.int(),
  agrees: z.int(),
});
export type WhatIfFlip = z.infer<typeof WhatIfFlip>;

export const WhatIfExample = z.object({
  id: z.uuid(),
  title: z.string(),
  /** null = withheld. */
  thumbnail_url: z.string().nullable(),
  from: PolicyVerdict,
  to: PolicyVerdict,
  /** What a person decided; null = nobody did. */
  decided: z.enum(['passed', 'failed']).nullable(),
  created_at: z.iso.datetime(),
});
export type WhatIfExample = z.infer<typeof WhatIfExample>;

export const WhatIf = z.object({
  /** How many items were tried, the newest first: fewer than asked when there are no more, or when time was up; 0 is possible. */
  items_checked: z.int(),
  /** Of these, those whose writing is not read: the keywords were tried on their other texts. */
  not_read: z.int(),
  /** Whether that is all of the newest items that were asked for. */
  is_complete: z.boolean(),
  /** Categories in which at least one of them has a score: nothing looks for the others. */
  assessed: z.array(Category),
  /** Ways on which at least one item goes. */
  flips: z.array(WhatIfFlip),
  /** The flipped items of the page that was asked for, the newest first. */
  examples: z.array(WhatIfExample),
  pages: z.int(),
});
export type WhatIf = z.infer<typeof WhatIf>;
