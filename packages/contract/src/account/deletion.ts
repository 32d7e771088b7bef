import { z } from 'zod';
import * as limits from '../limits.ts';

/** What deleting oneself would take along. */
export const DeletionPreview = z.object({
  /** Nobody else is in the account: it goes too. */
  deletes_account: z.boolean(),
  /** They alone own an account in which others work: they must hand it over or remove the others first. */
  blocked: z.boolean(),
  /** Items that go with the account. */
  items: z.int(),
});
export type DeletionPreview = z.infer<typeof DeletionPreview>;

export const DeleteAccountInput = z.object({
  /** The person's own mail address, typed. */
  confirm: z.string({ error: 'Please type your email address' }).max(limits.emailMaxLength, 'Please type your email address'),
});
export type DeleteAccountInput = z.infer<typeof DeleteAccountInput>;
