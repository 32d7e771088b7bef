import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { newId } from '../../security/new-id.ts';
import { accountId } from './account.ts';
import { at } from './columns.ts';

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
