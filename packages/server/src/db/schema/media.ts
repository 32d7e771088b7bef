import type { Analysis, CategoryScores, ContentCredentials, Moderation } from '@clearframe/contract';
import type { SeenSecond, VideoProbe } from '@clearframe/engine/light';
import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core';
import { newId } from '../../security/new-id.ts';
import { accountId } from './account.ts';
import { user } from './accounts.ts';
import { at, createdAt, id } from './columns.ts';

/** Where a part of a pack lies in its object. */
export type PackPart = [start: number, sizeBytes: number];

/**
 * One object that holds several files of an item: its copies, and the original where it was rewritten. Parts are called `original`,
 * `display`, `thumbnail`, in older packs `small`, and `second-12` for a picture of one second of a video.
 */
export type MediaPack = { key: string; parts: Record<string, PackPart> };

const sourceOfItem = () => text({ enum: ['dashboard', 'api', 's3'] }).notNull();

/**
 * One upload. `state` is the machine's: queued → done | refused (the file itself is at fault) | failed (the analysis is);
 * the verdict that people see is `moderationFlagged`
 * (null = Not checked) and may later be overturned by a person.
 */
export const media = pgTable(
  'media',
  {
    id: id(),
    accountId: accountId(),
    createdBy: uuid().references(() => user.id, { onDelete: 'set null' }),
    /** No reference: a token is deleted without touching its million items. */
    accessTokenId: uuid(),
    source: sourceOfItem(),
    /** false = a check: judged for whoever waits, in no list, and gone with the answer (moderation/check). */
    kept: boolean().notNull().default(true),
    /** The caller's Idempotency-Key, shown to the live stream as upload_id. */
    uploadKey: text(),
    filename: text().notNull(),
    originalFilename: text().notNull(),
    originalUrl: text(),
    title: text(),
    description: text(),
    caption: text(),
    tags: text().array().notNull(),
    metadata: jsonb().$type<unknown>(),
    /** Who made it. No reference: an author is erased without touching their items one by one. */
    authorId: uuid(),
    kind: text().notNull(),
    mimeType: text().notNull(),
    fileSizeBytes: bigint({ mode: 'number' }).notNull(),
    width: integer(),
    height: integer(),
    /** What was read from a video before it was accepted; null for a picture. Its seconds are what an analysis costs. */
    video: jsonb().$type<VideoProbe>(),
    /** How far the analysis under way is. */
    secondsDone: integer().notNull().default(0),
    /** Seconds of a video of which there is a picture. */
    stillSeconds: integer().array().notNull().default([]),
    /** The object that the original lies in: alone, or as a part of the pack with the same key. */
    objectKey: text().notNull(),
    /** The large copy that was made later. Before there were packs each copy had an object of its own. */
    displayKey: text(),
    thumbnailKey: text(),
    /** null = there is no third size: older items have one. */
    smallKey: text(),
    /** null = not analysed yet, or before there were packs. */
    pack: jsonb().$type<MediaPack>(),
    /** The original holds no metadata: it was rewritten without them. Until then it is not served. */
    metadataFree: boolean().notNull().default(false),
    state: text({ enum: ['queued', 'done', 'refused', 'failed'] }).notNull(),
    /** Ledger attempt that reserved or charged the frames. */
    attempt: integer().notNull().default(1),
    moderationFlagged: boolean(),
    needsReview: boolean().notNull().default(false),
    /** Drawn at random from the safe ones, and not yet decided. */
    sampled: boolean().notNull().default(false),
    /** A decision stands. A trigger of `decision` writes it. */
    decided: boolean().notNull().default(false),
    /** A person should decide, and none has: flagged, to review, drawn, or the analysis failed. A trigger of this table writes it. */
    waiting: boolean().notNull().default(false),
    /** How likely it is at fault by the newest result, 0…1: the order of the queue. */
    likelihood: real().notNull().default(0),
    /** How far the newest result is from the nearest limit that flags, 0…1; 0 = nothing is known. */
    margin: real().notNull().default(0),
    moderationCheckedAt: at(),
    moderationError: text(),
    /**
     * What the file was sent with, read before the original was rewritten without it: a later analysis finds it here. null = not read, or
     * forgotten with the results.
     */
    contentCredentials: jsonb().$type<ContentCredentials>(),
    /** How often reading its writing was begun in vain; null = it was read, or there is no result that lacks it. */
    writingTries: integer(),
    /** Legal hold by the operator: no deletion and no preview until it is lifted. */
    legalHoldAt: at('held_at'),
    legalHoldReason: text('held_reason'),
    createdAt: createdAt(),
  },
  // A descending order begins with nulls unless it says otherwise, and only an index that says the same serves it.
  (table) => [
    index('media_account_created').on(table.accountId, table.createdAt.desc().nullsFirst(), table.id),
    index('media_account_flagged').on(table.accountId, table.moderationFlagged, table.createdAt.desc().nullsFirst()),
    index('media_account_source').on(table.accountId, table.source, table.createdAt.desc().nullsFirst(), table.id),
    index('media_account_review')
      .on(table.accountId, table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`${table.needsReview} and not ${table.moderationFlagged}`),
    index('media_account_sample')
      .on(table.accountId, table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`${table.sampled} and not ${table.moderationFlagged}`),
    index('media_account_waiting')
      .on(table.accountId, table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`${table.waiting}`),
    index('media_account_likeliest')
      .on(table.accountId, table.likelihood.desc().nullsFirst(), table.id)
      .where(sql`${table.waiting}`),
    index('media_account_uncertain').on(table.accountId, table.margin.desc().nullsFirst(), table.id).where(sql`${table.waiting}`),
    index('media_account_video')
      .on(table.accountId, table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`${table.mimeType} like 'video/%'`),
    index('media_author')
      .on(table.authorId, table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`${table.authorId} is not null`),
    // Counted in the index alone.
    index('media_author_verdict')
      .on(table.authorId, table.moderationFlagged, table.needsReview, table.sampled, table.waiting)
      .where(sql`${table.authorId} is not null and ${table.kept}`),
    index('media_queued').on(table.createdAt).where(sql`${table.state} = 'queued'`),
    // For the sweep of what a process left behind.
    index('media_unkept').on(table.createdAt).where(sql`not ${table.kept}`),
    // In the order in which they are read.
    index('media_unread_picture')
      .on(table.accountId, table.writingTries, table.id.desc().nullsFirst())
      .where(sql`${table.writingTries} is not null and ${table.video} is null`),
    index('media_unread_video')
      .on(table.accountId, table.writingTries, table.id.desc().nullsFirst())
      .where(sql`${table.writingTries} is not null and ${table.video} is not null`),
    // Of what has none there is too much for an index, and enough for any page.
    index('media_account_credentials')
      .on(table.accountId, sql`(${table.contentCredentials} ->> 'state')`, table.createdAt.desc().nullsFirst(), table.id)
      .where(sql`(${table.contentCredentials} ->> 'state') <> 'none'`),
    // For those who leave.
    index('media_created_by').on(table.createdBy).where(sql`${table.createdBy} is not null`),
  ],
);

/** A verdict as sums know it; what waits for a decision is counted beside its verdict. */
export const tallyState = () => text({ enum: ['safe', 'review', 'sample', 'flagged', 'not_checked', 'undecided'] }).notNull();

/**
 * How many items of a day (UTC) have which verdict, as a sum of changes that a trigger of `media` writes: every way an item
 * changes counts, nobody waits for a counter that another is writing, and the figures of a large account cost what those of a
 * small one do. Sums are folded together by moderation/list/tally.ts.
 */
export const mediaTally = pgTable(
  'media_tally',
  {
    accountId: accountId(),
    day: date().notNull(),
    state: tallyState(),
    delta: integer().notNull(),
  },
  (table) => [index('media_tally_account').on(table.accountId, table.day)],
);

/**
 * The same by month and source, a month named by its first day: what a long time holds is read from its months, and only its ends from
 * days. Triggers of `media` write it. Folded and first counted by moderation/list/month-sums.ts.
 */
export const mediaMonth = pgTable(
  'media_month',
  {
    accountId: accountId(),
    month: date().notNull(),
    source: sourceOfItem(),
    state: tallyState(),
    delta: integer().notNull(),
  },
  (table) => [index('media_month_account').on(table.accountId, table.month)],
);

/** Accounts with items from before there were months: theirs are not to be trusted until they are counted. */
export const mediaUncounted = pgTable('media_uncounted', { accountId: accountId().primaryKey() });

/** The result of one analysis of an item; the newest decides. */
export const analysis = pgTable(
  'analysis',
  {
    id: uuid().notNull().defaultRandom().$defaultFn(newId),
    mediaId: uuid()
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    attempt: integer().notNull(),
    analysis: jsonb().$type<Analysis>().notNull(),
    moderation: jsonb().$type<Moderation>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.mediaId, table.attempt] }), index('analysis_id').on(table.id)],
);

/** What the newest analysis of a video saw in each of its seconds. */
export const mediaSecond = pgTable(
  'media_second',
  {
    mediaId: uuid()
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    second: integer().notNull(),
    scores: jsonb().$type<CategoryScores>().notNull(),
    flagged: boolean().notNull(),
    needsReview: boolean().notNull(),
    sameAs: integer(),
  },
  (table) => [primaryKey({ columns: [table.mediaId, table.second] })],
);

/** What the models said of seconds of a video whose analysis is not settled: another run goes on from there. */
export const seenSecond = pgTable(
  'seen_second',
  {
    mediaId: uuid()
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    attempt: integer().notNull(),
    second: integer().notNull(),
    seen: jsonb().$type<SeenSecond>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.mediaId, table.attempt, table.second] })],
);

/** Manual decisions, append-only. */
export const decision = pgTable(
  'decision',
  {
    id: id(),
    mediaId: uuid()
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    /** Of the item: what an account decided is read without its items. */
    accountId: accountId(),
    /** The newest result when it was decided; null = there was none. */
    attempt: integer(),
    /** null = an API token, or a person whose account was deleted. */
    userId: uuid().references(() => user.id, { onDelete: 'set null' }),
    /** Of the API token that decided: its name as it was then, because the log outlasts the token. */
    tokenName: text(),
    from: boolean(),
    to: boolean().notNull(),
    note: text(),
    /** Why it was failed, as the label was called then: the log outlasts its names. null = a Pass, or from before there were labels. */
    labelId: uuid(),
    labelKey: text(),
    labelName: text(),
    /** A Fail that holds only once another person agrees: it waits as long as it is the newest that stands. */
    waitsSecond: boolean().notNull().default(false),
    /** A Fail whose label counts against the author of the item. */
    strikes: boolean().notNull().default(false),
    /** A notice from outside brought it about, in the words of the EU's Digital Services Act; null = nobody outside did. */
    source: text({ enum: ['article_16', 'trusted_flagger', 'other'] }),
    /** A Fail whose statement of reasons is not written yet. */
    statementDue: boolean().notNull().default(false),
    /** Until then it may be undone and nobody outside is told. */
    undoableUntil: at('held_until'),
    undoneAt: at(),
    /** A later analysis took its place, because a person asked for that. */
    overruledAt: at(),
    at: createdAt(),
  },
  (table) => [
    index('decision_media').on(table.mediaId, table.at),
    index('decision_account').on(table.accountId, table.mediaId),
    index('decision_user').on(table.userId).where(sql`${table.userId} is not null`),
    index('decision_statement_due').on(table.at, table.id).where(sql`${table.statementDue}`),
    index('decision_label').on(table.labelId).where(sql`${table.labelId} is not null`),
  ],
);
