import { z } from 'zod';
import * as limits from '../limits.ts';
import { VerdictCounts } from '../media/dashboard.ts';
import { Pagination } from '../media/media.ts';
import { nameOf } from '../names.ts';
import { CountedShare } from '../quality/quality.ts';
import { Moment } from '../times.ts';
import { AuthorAction, AuthorId, MediaAuthor } from './media-author.ts';

const Time = z.iso.datetime();

/** Who made what is uploaded, as the field `author` of an upload says in JSON. */
export const AuthorInput = z.object({
  id: AuthorId,
  name: nameOf({ missing: 'Please enter a name', thing: 'The name' }, limits.nameMaxLength).optional(),
  /** Of their page on the customer's site. */
  url: z
    .url({ protocol: /^https?$/ })
    .max(limits.urlMaxLength)
    .optional(),
  /** When they joined the customer's site. */
  created_at: Moment.optional(),
});
export type AuthorInput = z.infer<typeof AuthorInput>;

/** A Fail that counts against an author, while it stands and is not too old. */
export const Strike = z.object({
  /** Of the decision. */
  id: z.uuid(),
  at: Time,
  expires_at: Time,
  media_id: z.uuid(),
  /** Key of its label. */
  label: z.string().nullable(),
});
export type Strike = z.infer<typeof Strike>;

/** One of the people whose uploads an account moderates. Source: doors-and-trust B1. */
export const Author = MediaAuthor.extend({
  first_seen_at: Time,
  last_seen_at: Time,
  action_reason: z.string().nullable(),
  /** null = until somebody changes it. */
  action_until: Time.nullable(),
  /** `rule` = strikes reached a threshold; null = nothing holds. */
  action_by: z.object({ type: z.enum(['person', 'token', 'rule']), id: z.string().nullable(), name: z.string() }).nullable(),
  /** `undecided` of them wait for a person, each counted in its verdict too. */
  counts: VerdictCounts.pick({ flagged: true, safe: true, not_checked: true, undecided: true }).extend({ total: z.int() }),
  /** Of their checked items, those that are flagged. */
  fail_rate: CountedShare,
  /** The newest first, at most {@link limits.strikesShown}. */
  strikes: z.object({ active: z.int(), list: z.array(Strike) }),
});
export type Author = z.infer<typeof Author>;

export const AuthorStrikesInput = z.object({ ids: z.array(AuthorId).min(1).max(limits.authorsCountedMax) });
export type AuthorStrikesInput = z.infer<typeof AuthorStrikesInput>;

/** Of those that were asked for, everybody with strikes that count now. */
export const AuthorStrikes = z.object({ strikes: z.array(z.object({ id: z.string(), active: z.int() })) });
export type AuthorStrikes = z.infer<typeof AuthorStrikes>;

export const AuthorsQuery = z.object({
  page: z.coerce.number().int().min(1).max(limits.pageMax).default(1),
  limit: z.coerce.number().int().min(1).max(limits.mediaPageMax).default(limits.authorsPageSize),
  /** In the id or the name. */
  search: z.string().max(200).optional(),
  /** As it was set by hand. */
  action: AuthorAction.optional(),
  sort: z.enum(['newest', 'most_failed']).default('newest'),
});
export type AuthorsQuery = z.infer<typeof AuthorsQuery>;

export const AuthorList = z.object({ authors: z.array(Author), pagination: Pagination });
export type AuthorList = z.infer<typeof AuthorList>;

export const AuthorActionInput = z.object({
  action: AuthorAction,
  /** Needed to block. */
  reason: z.string().trim().max(limits.authorReasonMaxLength).optional(),
  until: Moment.nullable().optional(),
});
export type AuthorActionInput = z.infer<typeof AuthorActionInput>;

/** When strikes act by themselves; 0 = never. */
export const AuthorSettings = z.object({
  strike_days: z.int().min(1).max(3_650).default(90),
  strikes_to_watch: z.int().min(0).max(100).default(0),
  strikes_to_block: z.int().min(0).max(100).default(0),
});
export type AuthorSettings = z.infer<typeof AuthorSettings>;
