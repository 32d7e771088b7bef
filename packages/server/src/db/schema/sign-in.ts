import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { user } from './accounts.ts';
import { at, createdAt, id } from './columns.ts';

const ofUser = () => uuid().references(() => user.id, { onDelete: 'cascade' });

/** The newest request for a new password: one row a person, so that an older link is void. */
export const passwordReset = pgTable(
  'password_reset',
  { userId: ofUser().primaryKey(), tokenHash: text().notNull(), expiresAt: at().notNull(), createdAt: createdAt() },
  (table) => [uniqueIndex('password_reset_token').on(table.tokenHash)],
);

/** A new address that waits for the link sent to it. */
export const emailChange = pgTable(
  'email_change',
  {
    userId: ofUser().primaryKey(),
    email: text().notNull(),
    emailKey: text().notNull(),
    tokenHash: text().notNull(),
    expiresAt: at().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('email_change_token').on(table.tokenHash)],
);

/** An authenticator app. Its secret is sealed under the key outside the database; it counts once `confirmedAt` is set. */
export const totp = pgTable('totp', {
  userId: ofUser().primaryKey(),
  secretSealed: text().notNull(),
  confirmedAt: at(),
  /** The last 30-second step that was accepted: a code is good once. */
  lastStep: bigint({ mode: 'number' }),
  createdAt: createdAt(),
});

export const recoveryCode = pgTable(
  'recovery_code',
  { id: id(), userId: ofUser().notNull(), codeHash: text().notNull(), usedAt: at(), createdAt: createdAt() },
  (table) => [uniqueIndex('recovery_code_user_hash').on(table.userId, table.codeHash)],
);

export const passkey = pgTable(
  'passkey',
  {
    id: id(),
    userId: ofUser().notNull(),
    name: text().notNull(),
    /** base64url, as the browser gives it. */
    credentialId: text().notNull(),
    /** COSE key, base64url. */
    publicKey: text().notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    /** Whether a key manager may copy it to other devices. */
    backedUp: boolean().notNull(),
    createdAt: createdAt(),
    lastUsedAt: at(),
  },
  (table) => [uniqueIndex('passkey_credential').on(table.credentialId), index('passkey_user').on(table.userId)],
);

/** What a browser was asked to prove and has not proved yet. Found by the hash of its cookie, good once. */
export const signInChallenge = pgTable(
  'sign_in_challenge',
  {
    id: id(),
    kind: text({ enum: ['two_step', 'passkey_sign_in', 'passkey_register', 'passkey_confirm'] }).notNull(),
    secretHash: text().notNull(),
    /** null = whoever the passkey belongs to. */
    userId: ofUser(),
    challenge: text(),
    attempts: integer().notNull().default(0),
    expiresAt: at().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('sign_in_challenge_secret').on(table.secretHash),
    index('sign_in_challenge_expiry').on(table.expiresAt),
  ],
);
