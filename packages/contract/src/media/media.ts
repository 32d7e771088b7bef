import { z } from 'zod';
import { CredentialState } from '../analysis/content-credentials.ts';
import { VideoFacts, VideoProgress } from '../analysis/video.ts';
import { AuthorId, MediaAuthor } from '../authors/media-author.ts';
import * as limits from '../limits.ts';
import { Day } from '../times.ts';
import { VerdictCounts } from './dashboard.ts';
import { Decision } from './decisions.ts';
import { AnalysisMetadata, Moderation } from './moderation.ts';

export const MediaStage = z.enum(['queued', 'analysis', 'keywords', 'verdict']);
export type MediaStage = z.infer<typeof MediaStage>;

const nullableText = z.string().nullable();
const Time = z.iso.datetime();

/** One uploaded item as every route and webhook shows it. Source: docs/specification.md §3. */
export const MediaUpload = z
  .object({
    id: z.uuid(),
    filename: z.string(),
    originalFilename: z.string(),
    originalUrl: nullableText,
    title: nullableText,
    description: nullableText,
    caption: nullableText,
    tags: z.array(z.string()),
    metadata: z.unknown(),
    /** Who made it, as the upload said. */
    author: MediaAuthor.nullable().default(null),
    /** `s3` = an object of a bucket that sends events. */
    source: z.enum(['dashboard', 'api', 's3']),
    mimeType: z.string(),
    fileSize: z.int(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    /** Length of a video; null for a picture. */
    duration_ms: z.int().nullable(),
    /** What the newest analysis found out about a video; null for a picture, and before. */
    video: VideoFacts.nullable(),
    s3Url: z.string(),
    /** Of the file that was sent, without its metadata. `openapi.ts` tells programs more of both. */
    signedUrl: z.string().nullable(),
    /** Of the copy that every browser can show, at most 1600 pixels a side. */
    signedDisplayUrl: z.string().nullable(),
    /** At most 480 pixels a side. */
    signedThumbnailUrl: nullableText,
    /** The same copy; of older items one of at most 160 pixels a side. */
    signedSmallUrl: nullableText,
    /** Under legal hold by the operator: it cannot be deleted or analysed again, and no address of it is served. */
    withheld: z.boolean(),
    /** Why a person gets no address of it now; left out otherwise. */
    withheld_for: z.literal('break').optional(),
    createdAt: Time,
    moderationFlagged: z.boolean().nullable(),
    moderationCheckedAt: Time.nullable(),
    moderationError: nullableText,
    needs_review: z.boolean(),
    /** Drawn at random from what passed, for a person to judge; the verdict is what it was. False once it is decided. */
    sampled: z.boolean(),
    /** An analysis is queued or under way. */
    processing: z.boolean(),
    /** Of a video whose analysis is queued or under way. */
    progress: VideoProgress.nullable(),
    moderationResult: z
      .object({
        flagged: z.boolean(),
        ai_description: z.string(),
        found_keywords: z.array(z.string()),
        missing_required_keywords: z.array(z.string()),
      })
      .nullable(),
    moderation: Moderation.nullable(),
    analysis_metadata: AnalysisMetadata.nullable(),
    webhookSentAt: Time.nullable(),
    webhookRetryCount: z.int(),
    webhookLastError: nullableText,
    /** null when no hook was there to be told; `failed` when every attempt was made in vain. */
    webhookStatus: z.enum(['sent', 'pending', 'failed']).nullable(),
    decisions: z.array(Decision),
  })
  .meta({ id: 'MediaUpload' });
export type MediaUpload = z.infer<typeof MediaUpload>;

/** `undecided`: a person should look at it, and nobody has decided. */
export const MediaStatus = z.enum(['flagged', 'safe', 'not_checked', 'review', 'sample', 'undecided']);
export type MediaStatus = z.infer<typeof MediaStatus>;

const narrowing = {
  type: z.enum(['image', 'video']).optional(),
  source: z.enum(['dashboard', 'api', 's3']).optional(),
  from: Day.optional(),
  to: Day.optional(),
  search: z.string().max(200).optional(),
  /** The account's own id of who made it. */
  author: AuthorId.optional(),
  /** State of the Content Credentials that it was sent with. */
  credentials: CredentialState.optional(),
};
/** The last two are orders of what nobody has decided: the highest score first, or the score nearest to its limit. */
export const MediaSort = z.enum(['newest', 'oldest', 'likeliest', 'least_certain']);
export type MediaSort = z.infer<typeof MediaSort>;

const filterAndOrder = {
  status: MediaStatus.optional(),
  ...narrowing,
  sort: MediaSort.default('newest'),
};
export const MediaQuery = z.object({
  page: z.coerce.number().int().min(1).max(limits.pageMax).default(1),
  limit: z.coerce.number().int().min(1).max(limits.mediaPageMax).default(limits.mediaPageSize),
  /** Where a page before ended, as its `next_cursor` said: the items after that, however long the list is. Takes the place of `page`. */
  cursor: z.string().min(1).max(limits.cursorMaxLength).optional(),
  ...filterAndOrder,
});
export type MediaQuery = z.infer<typeof MediaQuery>;
/** The list that an item is looked at in. */
export const MediaNeighboursQuery = z.object(filterAndOrder);
/** Everything but the verdict: that is what is counted. */
export const MediaCountsQuery = z.object(narrowing);

/** Items by verdict under a filter; `capped` = at least one number is a bound, there are more. */
export const MediaCounts = z.object({ counts: VerdictCounts, capped: z.boolean() });
export type MediaCounts = z.infer<typeof MediaCounts>;

/** Ids of the items beside one in its list; null at the ends. */
export const MediaNeighbours = z.object({ previous: z.uuid().nullable(), next: z.uuid().nullable() });
export type MediaNeighbours = z.infer<typeof MediaNeighbours>;

/** What stands before an item in its list and after it, in the order of the list. The item is not among them. */
export const MediaRoll = z.object({ before: z.array(MediaUpload), after: z.array(MediaUpload) });
export type MediaRoll = z.infer<typeof MediaRoll>;

export const ReanalyseInput = z.object({
  /** The new result takes the place of what people decided. */
  overrule: z.boolean().default(false),
});

/** `reading`: it will be read, and the item says when it is. `unreadable`: several tries failed. `withheld`: nobody reads it. */
export const WritingAsked = z.object({ state: z.enum(['read', 'reading', 'unreadable', 'withheld']) });
export type WritingAsked = z.infer<typeof WritingAsked>;

export const Pagination = z.object({ page: z.int(), limit: z.int(), total: z.int() });
export type Pagination = z.infer<typeof Pagination>;
/** `total` is exact, or `capped`: there are more, and how many was not counted. */
export const MediaPagination = Pagination.extend({ capped: z.boolean() });
export type MediaPagination = z.infer<typeof MediaPagination>;
/** `page` is 1 where a cursor was sent. */
export const ListPagination = MediaPagination.extend({
  /** Sent as `cursor`, it asks for the items after these; null at the end. */
  next_cursor: z.string().nullable(),
});
export type ListPagination = z.infer<typeof ListPagination>;
export const MediaList = z.object({ media_uploads: z.array(MediaUpload), pagination: ListPagination });
export type MediaList = z.infer<typeof MediaList>;
