import { sql } from 'drizzle-orm';
import { bigserial, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { at, createdAt, id } from './columns.ts';

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
  (table) => [
    primaryKey({ columns: [table.accountId, table.userId] }),
    index('membership_user').on(table.userId),
    uniqueIndex('membership_one_owner').on(table.accountId).where(sql`${table.role} = 'owner'`),
  ],
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

/**
 * A browser in which a person signed in. Its cookie lets them sign in while a stranger's guesses delay their address. Rows of one
 * browser, of several persons, have one secret; only its SHA-256 is stored.
 */
export const knownDevice = pgTable(
  'known_device',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    secretHash: text().notNull(),
    lastUsedAt: createdAt(),
    expiresAt: at().notNull(),
  },
  (table) => [
    uniqueIndex('known_device_secret').on(table.secretHash, table.userId),
    index('known_device_user').on(table.userId),
    index('known_device_expiry').on(table.expiresAt),
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
    /** Address of the client at the sign-in, for the list of devices. Removed with the session. */
    ip: text(),
    createdAt: createdAt(),
    lastUsedAt: createdAt(),
    /** When the person last proved who they are: sensitive changes ask for a recent one. */
    confirmedAt: createdAt(),
    expiresAt: at().notNull(),
    revokedAt: at(),
    revokedReason: text(),
    /** The browser it was begun in: signing that out from the list of devices forgets it. */
    knownDeviceId: uuid().references(() => knownDevice.id, { onDelete: 'set null' }),
  },
  (table) => [index('session_user').on(table.userId), index('session_known_device').on(table.knownDeviceId)],
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
    /** What it may be used for; tokens made before scopes were have the first three, and those made with a name only all. */
    scopes: text({ enum: ['upload', 'read', 'decide', 'check', 'report'] })
      .array()
      .notNull()
      .default(['upload', 'read', 'decide']),
    expiresAt: at(),
    lastUsedAt: at(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('access_token_hash').on(table.tokenHash),
    index('access_token_account').on(table.accountId, table.createdAt),
  ],
);

/** The names under which tokens sign as AWS does: a token cannot be found by one otherwise. Written when the pair is first shown. */
export const awsKey = pgTable(
  'aws_key',
  {
    accessKeyId: text().primaryKey(),
    tokenId: uuid()
      .notNull()
      .references(() => accessToken.id, { onDelete: 'cascade' }),
  },
  (table) => [index('aws_key_token').on(table.tokenId)],
);

export const keywordSettings = pgTable('keyword_settings', {
  accountId: accountId().primaryKey(),
  required: text().array().notNull(),
  forbidden: text().array().notNull(),
  updatedAt: createdAt(),
});

/** Record of what matters to an auditor; never holds a secret. A trigger refuses changes, and deletion within 365 days. */
export const securityEvent = pgTable(
  'security_event',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    kind: text().notNull(),
    userId: uuid(),
    accountId: uuid(),
    detail: text(),
    ip: text(),
    userAgent: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index('security_event_user').on(table.userId, table.createdAt),
    index('security_event_account').on(table.accountId, table.createdAt),
    index('security_event_created').on(table.createdAt),
  ],
);
