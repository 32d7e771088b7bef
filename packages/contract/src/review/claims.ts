import { z } from 'zod';
import * as limits from '../limits.ts';
import { MediaNeighboursQuery, MediaUpload } from '../media/media.ts';

/** That a person looks at an item to decide it. It ends by itself unless it is renewed. Source: doors-and-trust B3. */
export const Claim = z.object({
  id: z.uuid(),
  media_id: z.uuid(),
  by: z.object({ id: z.uuid(), name: z.string() }),
  expires_at: z.iso.datetime(),
});
export type Claim = z.infer<typeof Claim>;

export const ClaimInput = z.object({ media_id: z.uuid() });

export const NextItemInput = z.object({
  /** What the queue is narrowed and ordered by; `status` is `undecided`, whatever it says. */
  filter: MediaNeighboursQuery.optional(),
  /** The queue is read from behind this item, and from its beginning where nothing is left there. */
  after: z.uuid().optional(),
  /** Items that the person passed over. */
  skip: z.array(z.uuid()).max(limits.claimSkipMax).default([]),
});
export type NextItemInput = z.infer<typeof NextItemInput>;

/** Both null when nothing waits that is free. */
export const NextItem = z.object({ media_upload: MediaUpload.nullable(), claim: Claim.nullable() });
export type NextItem = z.infer<typeof NextItem>;
