import { z } from 'zod';
import { CaptchaToken, Email } from '../account/accounts.ts';
import * as limits from '../limits.ts';
import * as messages from '../messages.ts';
import { nameOf } from '../names.ts';

export const ContactSubject = z.enum(['sales', 'support', 'partnership', 'general'], { error: messages.subjectRequired });
export type ContactSubject = z.infer<typeof ContactSubject>;

/** A form sends an empty field; that is no company. */
const Company = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
  nameOf({ missing: 'Please enter your company', thing: 'The company' }, limits.nameMaxLength).optional(),
);

/** Tabs and line breaks belong to a message; other control characters do not, and a NUL could not be stored. */
const controls = /[\p{Cc}]/u;

/** The contact form (specification §2 and §5). */
export const ContactInput = z.object({
  firstName: nameOf({ missing: 'Please enter your first name', thing: 'The first name' }, limits.nameMaxLength),
  lastName: nameOf({ missing: 'Please enter your last name', thing: 'The last name' }, limits.nameMaxLength),
  email: Email,
  company: Company,
  subject: ContactSubject,
  message: z
    .string()
    .trim()
    .min(1, 'Please enter your message')
    .max(limits.contactMessageMaxLength, `The message has at most ${limits.contactMessageMaxLength} characters`)
    .refine((text) => !controls.test(text.replace(/[\r\n\t]/g, '')), 'The message cannot hold control characters'),
  recaptchaToken: CaptchaToken,
});
export type ContactInput = z.infer<typeof ContactInput>;
