import { z } from 'zod';
import { Author } from '../authors/authors.ts';
import { AuthorErasure } from '../authors/erasures.ts';
import { Decision } from '../media/decisions.ts';
import { MediaUpload } from '../media/media.ts';
import { Notice } from '../notices/notices.ts';
import { Appeal, Statement } from '../statements/statements.ts';
import { WebhookEnvelope } from './webhooks.ts';

/** A notice without who sent it. */
const ToldNotice = Notice.omit({ notifier: true, signature: true });

/** How much of the time of a notice is over: half, three quarters, all. */
export const NoticeLevel = z.enum(['half', 'soon', 'overdue']);
export type NoticeLevel = z.infer<typeof NoticeLevel>;

const timestamp = z.iso.datetime();
const notice = z.object({ notice: ToldNotice });

/** Every event that is POSTed, by its name. Source: doors-and-trust B1, B4, B5. */
export const AnyWebhookEnvelope = z.discriminatedUnion('event', [
  WebhookEnvelope,
  z.object({ event: z.literal('notice.received'), timestamp, data: notice }),
  z.object({ event: z.literal('notice.due'), timestamp, data: notice.extend({ level: NoticeLevel }) }),
  z.object({ event: z.literal('notice.decided'), timestamp, data: notice }),
  z.object({
    event: z.literal('statement.created'),
    timestamp,
    data: z.object({ statement: Statement, media_upload: MediaUpload }),
  }),
  z.object({
    event: z.literal('appeal.received'),
    timestamp,
    data: z.object({ appeal: Appeal, statement: Statement }),
  }),
  z.object({
    event: z.literal('appeal.decided'),
    timestamp,
    /** The item may be gone. */
    data: z.object({ appeal: Appeal, statement: Statement, media_upload: MediaUpload.nullable() }),
  }),
  z.object({
    event: z.literal('second_review.waiting'),
    timestamp,
    data: z.object({ media_upload: MediaUpload, decision: Decision }),
  }),
  z.object({
    event: z.literal('author.updated'),
    timestamp,
    data: z.object({
      /** As it is then, with all that holds for them. */
      author: Author,
      change: z.enum(['action', 'strike', 'strike_removed']),
      /** `rule`: strikes did it, or an analysis that took the place of a decision. */
      cause: z.object({
        by: z.enum(['person', 'token', 'rule']),
        decision_id: z.uuid().nullable(),
        media_id: z.uuid().nullable(),
      }),
    }),
  }),
  z.object({ event: z.literal('erasure.done'), timestamp, data: z.object({ erasure: AuthorErasure }) }),
]);
export type AnyWebhookEnvelope = z.infer<typeof AnyWebhookEnvelope>;

/** What an event says. */
export type DataOfEvent<Name extends AnyWebhookEnvelope['event']> = Extract<AnyWebhookEnvelope, { event: Name }>['data'];
