import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { newId } from '../../security/new-id.ts';
import { accountId } from './account.ts';
import { at, createdAt, id } from './columns.ts';

/**
 * That something was judged without being kept: a line without content, for 30 days. Its id is that of the item there was, which a
 * text alone never had.
 */
export const checkLine = pgTable(
  'check_line',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    accountId: accountId(),
    /** The door it came through. */
    door: text().notNull(),
    /** No reference: the line outlasts the token. */
    tokenId: uuid(),
    at: at().notNull(),
    /** `none` = there was no verdict, and nothing was charged. */
    verdict: text({ enum: ['pass', 'review', 'fail', 'none'] }).notNull(),
    flaggedCategories: text().array().notNull(),
    /** null = there was no verdict. */
    policyVersion: text(),
  },
  (table) => [index('check_line_account').on(table.accountId, table.at, table.id), index('check_line_at').on(table.at)],
);

/** How an account's doors answer, and what becomes of what comes through them. No row = the defaults of the contract. */
export const doorSettings = pgTable('door_settings', {
  accountId: accountId().primaryKey(),
  keep: text({ enum: ['none', 'flagged', 'all'] }).notNull(),
  onReview: text({ enum: ['pass', 'flag'] }).notNull(),
  misskeyOnError: text({ enum: ['error', 'flag'] }).notNull(),
  mcpDecisions: boolean().notNull(),
  updatedAt: at().notNull(),
});

/** An address that answers yes or no. Its secret is found by its hash and sealed for whoever may see it. */
export const checker = pgTable(
  'checker',
  {
    id: id(),
    accountId: accountId(),
    name: text().notNull(),
    rejectStatus: integer().$type<403 | 406 | 422 | 451>().notNull(),
    onError: text({ enum: ['closed', 'open'] }).notNull(),
    /** null = as the settings of all doors say. */
    onReview: text({ enum: ['pass', 'flag'] }),
    keep: text({ enum: ['none', 'flagged', 'all'] }),
    timeoutMs: integer().notNull(),
    /** Networks that may call; empty = from anywhere. */
    allowFrom: text().array().notNull(),
    videoMaxSeconds: integer().notNull(),
    isActive: boolean().notNull().default(true),
    secretHash: text().notNull(),
    secretSealed: text().notNull(),
    /** Of the secret before, which works until then. */
    oldSecretHash: text(),
    oldSecretUntil: at(),
    createdAt: createdAt(),
    /** To the minute. */
    lastUsedAt: at(),
  },
  (table) => [
    uniqueIndex('checker_secret').on(table.secretHash),
    index('checker_old_secret').on(table.oldSecretHash),
    index('checker_account').on(table.accountId, table.createdAt),
  ],
);
