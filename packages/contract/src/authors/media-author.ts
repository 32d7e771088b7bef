import { z } from 'zod';
import * as limits from '../limits.ts';

const Time = z.iso.datetime();

/**
 * The customer's own id of one of their people: kept as it is. Clients take one or two dots alone out of an address, so nobody could
 * look at such an author or block them.
 */
export const AuthorId = z
  .string()
  .min(1, 'An id has at least one character')
  .max(limits.authorIdMaxLength, `An id has at most ${limits.authorIdMaxLength} characters`)
  // No pattern in the reference: readers of a JSON Schema take it without the flag that knows classes of characters.
  .refine((id) => !/[\p{Cc}\p{Cs}]/u.test(id), 'An id cannot hold control characters')
  .refine((id) => id !== '.' && id !== '..', 'An id cannot be one or two dots alone');

/** `block` flags each new item unseen, `watch` sends each to a person, `trust` sends none to a person for a review limit. */
export const AuthorAction = z.enum(['none', 'trust', 'watch', 'block']);
export type AuthorAction = z.infer<typeof AuthorAction>;

/** What an item shows of its author. */
export const MediaAuthor = z.object({
  id: z.string(),
  name: z.string().nullable(),
  url: z.string().nullable(),
  created_at: Time.nullable(),
  /** What holds for their next item, by hand or by strikes. */
  action: AuthorAction,
});
export type MediaAuthor = z.infer<typeof MediaAuthor>;
