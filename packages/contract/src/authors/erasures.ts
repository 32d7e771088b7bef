import { z } from 'zod';

/** `delete` removes the items with their files and results; `anonymise` keeps them, without who made them. */
export const EraseAuthorInput = z.object({ items: z.enum(['delete', 'anonymise']) });
export type EraseAuthorInput = z.infer<typeof EraseAuthorInput>;

/** How far the erasure of an author is. It names nobody. Source: doors-and-trust B1. */
export const AuthorErasure = z.object({
  id: z.uuid(),
  state: z.enum(['queued', 'running', 'done']),
  items: EraseAuthorInput.shape.items,
  items_total: z.int(),
  items_done: z.int(),
  /** Of those, items that stay without their author: under legal hold, or named by an open notice or appeal. */
  withheld: z.int(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
});
export type AuthorErasure = z.infer<typeof AuthorErasure>;
