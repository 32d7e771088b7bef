import type { Analysis, Moderation } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const id = () => uuid().primaryKey().defaultRandom();
const at = () => timestamp({ withTimezone: true, mode: 'date' });
const createdAt = () => at().notNull().defaultNow();
const accountId = () =>
  uuid()
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' });

/** Owns media, tokens, keywords, subscription and ledger; a user is a member of it. */
export const account = pgTable('account', { id: id(), createdAt: createdAt() });

export const user = pgTable(
  'user',
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    passwordHash: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('user_email_key').on(table.emailKey)],
);

export const membership = pgTable(
  'membership',
  {
    accountId: accountId(),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    role: text({ enum: ['owner', 'moderator', 'viewer'] }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.userId] }), index('membership_user').on(table.userId)],
);

/** A registration whose code was not entered yet: no user exists. Found by the hash of the pending cookie. */
export const registration = pgTable(
  'registration',
  {
    id: id(),
    cookieHash: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    passwordHash: text().notNull(),
    /** null = the address already has an account: the mail says so and no code exists. */
    codeHash: text(),
    linkHash: text(),
    attempts: integer().notNull().default(0),
    sentAt: createdAt(),
    expiresAt: at().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('registration_cookie').on(table.cookieHash),
    index('registration_link').on(table.linkHash),
    index('registration_created').on(table.createdAt),
  ],
);

/** One sign-in: the family of its refresh tokens. */
export const session = pgTable(
  'session',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    accountId: accountId(),
    userAgent: text(),
    createdAt: createdAt(),
    lastUsedAt: createdAt(),
    expiresAt: at().notNull(),
    revokedAt: at(),
    revokedReason: text(),
  },
  (table) => [index('session_user').on(table.userId)],
);

/** Only the SHA-256 of a session's tokens is stored. */
export const sessionToken = pgTable(
  'session_token',
  {
    hash: text().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => session.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['access', 'refresh'] }).notNull(),
    expiresAt: at().notNull(),
    usedAt: at(),
    createdAt: createdAt(),
  },
  (table) => [index('session_token_session').on(table.sessionId), index('session_token_expiry').on(table.expiresAt)],
);

/** Solved captchas, so that none is taken twice. */
export const captchaUsed = pgTable('captcha_used', { nonce: text().primaryKey(), expiresAt: at().notNull() });

export const accessToken = pgTable(
  'access_token',
  {
    id: id(),
    accountId: accountId(),
    createdBy: uuid().references(() => user.id, { onDelete: 'set null' }),
    name: text().notNull(),
    tokenHash: text().notNull(),
    /** AES-256-GCM under the key that lies outside the database: the list copies the token whole. */
    tokenSealed: text().notNull(),
    isActive: boolean().notNull().default(true),
    expiresAt: at(),
    lastUsedAt: at(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('access_token_hash').on(table.tokenHash),
    index('access_token_account').on(table.accountId, table.createdAt),
  ],
);

export const keywordSettings = pgTable('keyword_settings', {
  accountId: accountId().primaryKey(),
  required: text().array().notNull(),
  forbidden: text().array().notNull(),
  updatedAt: createdAt(),
});

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
    accessTokenId: uuid().references(() => accessToken.id, { onDelete: 'set null' }),
    source: text({ enum: ['dashboard', 'api'] }).notNull(),
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
    kind: text().notNull(),
    mimeType: text().notNull(),
    fileSizeBytes: bigint({ mode: 'number' }).notNull(),
    width: integer(),
    height: integer(),
    objectKey: text().notNull(),
    displayKey: text(),
    thumbnailKey: text(),
    state: text({ enum: ['queued', 'done', 'refused', 'failed'] }).notNull(),
    /** Ledger attempt that holds or charged the frames. */
    attempt: integer().notNull().default(1),
    moderationFlagged: boolean(),
    needsReview: boolean().notNull().default(false),
    moderationCheckedAt: at(),
    moderationError: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index('media_account_created').on(table.accountId, table.createdAt.desc(), table.id),
    index('media_account_flagged').on(table.accountId, table.moderationFlagged, table.createdAt.desc()),
    index('media_queued').on(table.createdAt).where(sql`${table.state} = 'queued'`),
  ],
);

/** The result of one analysis of an item; the newest decides. */
export const analysis = pgTable(
  'analysis',
  {
    id: id(),
    mediaId: uuid()
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    attempt: integer().notNull(),
    analysis: jsonb().$type<Analysis>().notNull(),
    moderation: jsonb().$type<Moderation>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('analysis_media_attempt').on(table.mediaId, table.attempt)],
);

/** Manual decisions, append-only. */
export const decision = pgTable(
  'decision',
  {
    id: id(),
    mediaId: uuid()
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => user.id),
    from: boolean(),
    to: boolean().notNull(),
    note: text(),
    at: createdAt(),
  },
  (table) => [index('decision_media').on(table.mediaId, table.at)],
);

export const subscription = pgTable(
  'subscription',
  {
    id: id(),
    accountId: accountId(),
    planId: text().notNull(),
    status: text({ enum: ['trialing', 'active', 'past_due', 'cancelled', 'expired', 'superseded'] }).notNull(),
    currentPeriodStart: at().notNull(),
    currentPeriodEnd: at().notNull(),
    createdAt: createdAt(),
    endedAt: at(),
  },
  (table) => [
    uniqueIndex('subscription_live')
      .on(table.accountId)
      .where(sql`${table.status} in ('trialing', 'active', 'past_due', 'cancelled')`),
  ],
);

/** One trial an account, and one an address: the HMAC outlives the account. */
export const trialGrant = pgTable(
  'trial_grant',
  { id: id(), accountId: uuid().notNull(), emailHmac: text().notNull(), createdAt: createdAt() },
  (table) => [uniqueIndex('trial_grant_account').on(table.accountId), uniqueIndex('trial_grant_email').on(table.emailHmac)],
);

export const usagePeriod = pgTable(
  'usage_period',
  {
    id: id(),
    accountId: accountId(),
    /** null = opened by the operator's grant. */
    subscriptionId: uuid().references(() => subscription.id, { onDelete: 'set null' }),
    allowance: integer().notNull(),
    used: integer().notNull().default(0),
    reserved: integer().notNull().default(0),
    startsAt: at().notNull(),
    endsAt: at().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('usage_period_account').on(table.accountId, table.endsAt),
    check(
      'usage_period_counts',
      sql`${table.used} >= 0 and ${table.reserved} >= 0 and ${table.used} + ${table.reserved} <= ${table.allowance}`,
    ),
  ],
);

/** The frame ledger, append-only: sums over it equal the counters of the period. */
export const usageEntry = pgTable(
  'usage_entry',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    periodId: uuid()
      .notNull()
      .references(() => usagePeriod.id, { onDelete: 'cascade' }),
    /** No reference: the ledger stays when the item is deleted. Null for a grant. */
    mediaId: uuid(),
    attempt: integer(),
    kind: text({ enum: ['grant', 'reserve', 'commit', 'release'] }).notNull(),
    frames: integer().notNull(),
    reason: text(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('usage_one_reserve').on(table.mediaId, table.attempt).where(sql`${table.kind} = 'reserve'`),
    uniqueIndex('usage_one_final').on(table.mediaId, table.attempt).where(sql`${table.kind} in ('commit', 'release')`),
    uniqueIndex('usage_one_commit').on(table.mediaId).where(sql`${table.kind} = 'commit'`),
    index('usage_entry_period').on(table.periodId, table.createdAt),
    check('usage_entry_frames', sql`${table.frames} >= 0`),
  ],
);

/** Answers kept for 24 h so that a repeated request with the same key changes nothing twice. */
export const idempotency = pgTable(
  'idempotency',
  {
    accountId: accountId(),
    route: text().notNull(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    mediaId: uuid(),
    answerStatus: integer(),
    answer: jsonb().$type<unknown>(),
    createdAt: createdAt(),
    finishedAt: at(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.route, table.key] }),
    index('idempotency_created').on(table.createdAt),
  ],
);

/** Append-only record of what matters to an auditor; never holds a secret. */
export const securityEvent = pgTable(
  'security_event',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    kind: text().notNull(),
    userId: uuid(),
    accountId: uuid(),
    detail: text(),
    createdAt: createdAt(),
  },
  (table) => [index('security_event_user').on(table.userId, table.createdAt)],
);

/** Windows of the rate limits, here so that they hold across processes. The key is the rule and the SHA-256 of who. */
export const rateLimit = pgTable(
  'rate_limit',
  { key: text().primaryKey(), uses: integer().notNull(), endsAt: at().notNull() },
  (table) => [index('rate_limit_end').on(table.endsAt)],
);

/**
 * Failed sign-ins in a row, kept for every address that was tried, known or not, so that a delay reveals no account.
 * Found by the SHA-256 of the address.
 */
export const signInGuard = pgTable(
  'sign_in_guard',
  {
    key: text().primaryKey(),
    failures: integer().notNull(),
    lockedUntil: at(),
    updatedAt: createdAt(),
  },
  (table) => [index('sign_in_guard_updated').on(table.updatedAt)],
);
