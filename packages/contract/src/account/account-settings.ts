import { z } from 'zod';
import * as limits from '../limits.ts';
import * as messages from '../messages.ts';
import { Email, Password, PersonName } from './accounts.ts';

/** What a person may change about themselves without a proof. */
export const ProfileInput = z.object({ name: PersonName });
export type ProfileInput = z.infer<typeof ProfileInput>;

export const ChangePasswordInput = z
  .object({
    current_password: z.string().min(1, 'Please enter your current password').max(limits.passwordMaxLength),
    new_password: Password,
    /** Switches every API token of the accounts that this person owns off, too. */
    revoke_tokens: z.boolean().default(false),
  })
  .refine((input) => input.current_password !== input.new_password, {
    path: ['new_password'],
    message: 'Please choose a password that differs from the current one',
  });
export type ChangePasswordInput = z.infer<typeof ChangePasswordInput>;

export const ChangeEmailInput = z.object({ email: Email });
export type ChangeEmailInput = z.infer<typeof ChangeEmailInput>;

/** The token is the one of the mailed link. */
export const ConfirmEmailInput = z.object({
  token: z.string().min(1, messages.emailLinkInvalid).max(200, messages.emailLinkInvalid),
});

/** A new address that waits for its link to be opened. */
export const EmailChange = z.object({ email: z.string(), expiresAt: z.iso.datetime() });
export type EmailChange = z.infer<typeof EmailChange>;
