import { z } from 'zod';
import * as limits from '../limits.ts';
import { Pagination } from '../media/media.ts';
import { readableText } from '../readable-text.ts';
import { always, checkNotice, NoticeKind, noticeFields, textOf } from './notice-form.ts';

const Time = z.iso.datetime();
/** How a notice came, in the words of the EU's Digital Services Act. */
export const NoticeSource = z.enum(['article_16', 'trusted_flagger', 'other']);
export type NoticeSource = z.infer<typeof NoticeSource>;

export const NoticeSettings = z.object({
  /** The public form is open. */
  enabled: z.boolean().default(false),
  notice_hours: z.int().min(limits.noticeHoursMin).max(limits.noticeHoursMax).default(168),
  intro: readableText(limits.noticeIntroMaxLength).default(''),
  /** On the receipt, in its mail, and on the page of the status while the notice is open. Empty: the default. Plain text. */
  acknowledgement: readableText(limits.ownWordsMaxLength).default(''),
});
export type NoticeSettings = z.infer<typeof NoticeSettings>;

/** What is left out stays. Defaults of a partial object would overwrite. */
export const NoticeSettingsChange = z.object({
  enabled: z.boolean().optional(),
  notice_hours: NoticeSettings.shape.notice_hours.unwrap().optional(),
  intro: NoticeSettings.shape.intro.unwrap().optional(),
  acknowledgement: NoticeSettings.shape.acknowledgement.unwrap().optional(),
});
export type NoticeSettingsChange = z.infer<typeof NoticeSettingsChange>;

export const ShownNoticeSettings = NoticeSettings.extend({ form_id: z.string(), form_url: z.string() });
export type ShownNoticeSettings = z.infer<typeof ShownNoticeSettings>;

/** A notice that a program files on behalf of somebody. */
export const NoticeInput = noticeFields.extend({ source: NoticeSource.optional() }).superRefine(checkNotice, always);
export type NoticeInput = z.infer<typeof NoticeInput>;

export const NoticeOutcome = z.enum(['removed', 'restricted', 'no_action', 'not_found']);
export type NoticeOutcome = z.infer<typeof NoticeOutcome>;

/** What a notifier sees of their notice. */
export const PublicNotice = z.object({
  number: z.int(),
  received_at: Time,
  due_at: Time,
  status: z.enum(['open', 'decided']),
  outcome: NoticeOutcome.nullable(),
  answer: z.string().nullable(),
  /** Words of the account about notices that it received. Empty: it has none. */
  acknowledgement: z.string(),
});
export type PublicNotice = z.infer<typeof PublicNotice>;

/** An item that looks like the linked one. */
export const NoticeCopy = z.object({
  media_id: z.uuid(),
  /** Bits of the PDQ hash that differ. */
  distance: z.int(),
  mirrored: z.boolean(),
  flagged: z.boolean().nullable(),
});
export type NoticeCopy = z.infer<typeof NoticeCopy>;

export const NoticeDecision = z.object({
  outcome: NoticeOutcome,
  label: z.object({ key: z.string(), name: z.string() }).nullable(),
  media_ids: z.array(z.uuid()),
  answer: z.string(),
  at: Time,
  /** Name of the person, or of the API token. */
  by: z.string(),
});

/** A notice from outside about an item. Source: doors-and-trust B4. */
export const Notice = z.object({
  id: z.uuid(),
  number: z.int(),
  kind: NoticeKind,
  source: NoticeSource,
  status: z.enum(['open', 'decided']),
  received_at: Time,
  acknowledged_at: Time.nullable(),
  due_at: Time,
  overdue: z.boolean(),
  item_url: z.string().nullable(),
  media: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** The nearest first, at most {@link limits.noticeCopiesMax}. */
  copies: z.array(NoticeCopy),
  /** false = nobody has searched for copies yet. */
  copies_searched: z.boolean(),
  /** false = nobody has searched yet, or the search was cut short, by time or by their number: there may be more. */
  copies_complete: z.boolean(),
  ground: z.enum(['illegal', 'terms']),
  legal_reference: z.string().nullable(),
  explanation: z.string(),
  notifier: z
    .object({ name: z.string().nullable(), email: z.string().nullable(), on_behalf_of: z.string().nullable() })
    .nullable(),
  good_faith: z.boolean(),
  signature: z.string().nullable(),
  decision: NoticeDecision.nullable(),
});
export type Notice = z.infer<typeof Notice>;

export const NoticesQuery = z.object({
  page: z.coerce.number().int().min(1).max(limits.pageMax).default(1),
  limit: z.coerce.number().int().min(1).max(limits.mediaPageMax).default(limits.noticesPageSize),
  status: z.enum(['open', 'overdue', 'decided']).optional(),
  kind: NoticeKind.optional(),
  /** Linked to this item. */
  media_id: z.uuid().optional(),
});
export type NoticesQuery = z.infer<typeof NoticesQuery>;

export const NoticeList = z.object({ notices: z.array(Notice), pagination: Pagination });
export type NoticeList = z.infer<typeof NoticeList>;

export const LinkNoticeInput = z.object({ media_id: z.uuid() });

export const DecideNoticeInput = z.object({
  outcome: NoticeOutcome,
  /** Key or id of a reason, for `removed` and `restricted`. */
  label: z.string().min(1).max(100).optional(),
  /** Left out: the linked item, and for `take_it_down` all its copies. */
  media_ids: z.array(z.uuid()).min(1).max(limits.noticeItemsMax).optional(),
  answer: textOf(limits.noticeAnswerMaxLength, 'Write the answer', 'The answer'),
});
export type DecideNoticeInput = z.infer<typeof DecideNoticeInput>;
