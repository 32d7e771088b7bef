import { z } from 'zod';
import * as limits from '../limits.ts';
import { MediaNeighboursQuery } from '../media/media.ts';

const content = {
  name: z.string().trim().min(1).max(limits.viewNameMaxLength),
  filter: MediaNeighboursQuery,
};

export const ViewInput = z.object({ ...content, shared: z.boolean().default(false) });
export type ViewInput = z.infer<typeof ViewInput>;

/** What is left out stays. */
export const ViewChange = z.object({ ...content, shared: z.boolean() }).partial();
export type ViewChange = z.infer<typeof ViewChange>;

/** Filters and order of Content Review under a name. Source: doors-and-trust B3. */
export const SavedView = z.object({
  id: z.uuid(),
  ...content,
  /** The whole account sees it. Only its maker changes it. */
  shared: z.boolean(),
  by: z.object({ id: z.uuid(), name: z.string() }),
  created_at: z.iso.datetime(),
});
export type SavedView = z.infer<typeof SavedView>;
