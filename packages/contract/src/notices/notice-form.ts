import { z } from 'zod';
import { CaptchaToken, Email } from '../account/accounts.ts';
import * as limits from '../limits.ts';
import { nameOf } from '../names.ts';

const Time = z.iso.datetime();
const controls = /\p{Cc}/u;

/** Text of several lines. A NUL could not be stored. @param thing in "… has at most 500 characters" */
export const textOf = (max: number, missing: string, thing: string) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(max, `${thing} has at most ${max} characters`)
    .refine((text) => !controls.test(text.replace(/[\r\n\t]/g, '')), `${thing} cannot hold control characters`);

export const NoticeKind = z.enum(['dsa', 'take_it_down', 'copyright', 'child_safety', 'other'], {
  error: 'Choose what the notice is about',
});
export type NoticeKind = z.infer<typeof NoticeKind>;

/** What whoever sends a notice says. */
export const noticeFields = z.object({
  kind: NoticeKind,
  item_url: z
    .url({ protocol: /^https?$/, error: 'Enter an address that begins with https:// or http://' })
    .max(limits.urlMaxLength, `The address has at most ${limits.urlMaxLength} characters`)
    .optional(),
  media_id: z.uuid().optional(),
  ground: z.enum(['illegal', 'terms'], { error: 'Choose why it should not stay' }),
  legal_reference: textOf(limits.legalReferenceMaxLength, 'Name the law or the rule', 'The law or rule').optional(),
  explanation: textOf(limits.noticeTextMaxLength, 'Explain what is wrong with it', 'The explanation'),
  name: nameOf({ missing: 'Enter your name', thing: 'The name' }, limits.nameMaxLength).optional(),
  email: Email.optional(),
  on_behalf_of: nameOf({ missing: 'Enter a name', thing: 'The name' }, 200).optional(),
  good_faith: z.literal(true, { error: 'Confirm that the notice is accurate and complete' }),
  signature: nameOf({ missing: 'Sign with your name', thing: 'The signature' }, limits.nameMaxLength).optional(),
});

type Fields = z.output<typeof noticeFields>;
type Asked = Pick<Fields, 'kind' | 'item_url' | 'media_id' | 'name' | 'email' | 'signature'>;

/** What one field asks of another. Source: doors-and-trust B4. */
export function checkNotice(value: Asked, context: z.core.$RefinementCtx): void {
  const miss = (path: keyof Asked, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (value.item_url === undefined && value.media_id === undefined) miss('item_url', 'Say which item: its address or its id');
  if (value.kind !== 'child_safety' && value.name === undefined) miss('name', 'Enter your name');
  if (value.kind !== 'child_safety' && value.email === undefined) miss('email', 'Enter your email address');
  if (value.kind === 'take_it_down' && value.signature === undefined) miss('signature', 'Sign with your name');
}

/** Also when other fields are wrong, so that a person learns everything at once. */
export const always = { when: ({ value }: z.core.ParsePayload) => typeof value === 'object' && value !== null };

/** The public form. */
export const NoticeFormInput = noticeFields.extend({ recaptchaToken: CaptchaToken }).superRefine(checkNotice, always);
export type NoticeFormInput = z.infer<typeof NoticeFormInput>;

export const NoticeForm = z.object({ account_name: z.string(), intro: z.string() });
export type NoticeForm = z.infer<typeof NoticeForm>;

/** What the receipt says where the account has no words of its own. */
export const defaultAcknowledgement = 'A person will decide.';

export const NoticeReceipt = z.object({
  number: z.int(),
  received_at: Time,
  due_at: Time,
  status_url: z.string(),
  /** Words of the account. Empty: it has none. */
  acknowledgement: z.string(),
});
export type NoticeReceipt = z.infer<typeof NoticeReceipt>;
