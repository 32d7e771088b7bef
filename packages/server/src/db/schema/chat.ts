import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { at, createdAt, id } from './columns.ts';

/** A channel of Slack or Discord that hears how many items wait. */
export const chatHook = pgTable(
  'chat_hook',
  {
    id: id(),
    accountId: accountId(),
    kind: text({ enum: ['slack', 'discord'] }).notNull(),
    name: text().notNull(),
    /** Whoever knows it may write into the channel. */
    urlSealed: text().notNull(),
    /** Host and last four characters, for lists. */
    urlShown: text().notNull(),
    events: text({ enum: ['flagged', 'review', 'analysis_failed', 'notice', 'appeal'] })
      .array()
      .notNull(),
    digestMinutes: integer().notNull(),
    isActive: boolean().notNull(),
    /** Switched on: what waited before is not told. */
    since: at().notNull(),
    /** No message is made before then. */
    nextDigestAt: at().notNull(),
    lastError: text(),
    createdAt: createdAt(),
  },
  (table) => [index('chat_hook_account').on(table.accountId), index('chat_hook_due').on(table.nextDigestAt)],
);

/**
 * Items that a message of the hook counted, so that none is counted twice; a notice or an appeal stands as one, by an id of its own. No
 * reference to any of them: they may go.
 */
export const chatTold = pgTable(
  'chat_told',
  {
    hookId: uuid()
      .notNull()
      .references(() => chatHook.id, { onDelete: 'cascade' }),
    mediaId: uuid().notNull(),
    at: at().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hookId, table.mediaId] }), index('chat_told_at').on(table.at)],
);

/** One message, fixed when it was made: counts and links, never content. */
export const chatMessage = pgTable(
  'chat_message',
  {
    id: id(),
    hookId: uuid()
      .notNull()
      .references(() => chatHook.id, { onDelete: 'cascade' }),
    body: jsonb().$type<object>().notNull(),
    state: text({ enum: ['waiting', 'sent', 'failed'] }).notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: at().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('chat_message_due').on(table.hookId, table.createdAt), index('chat_message_created').on(table.createdAt)],
);
