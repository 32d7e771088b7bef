import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, createdAt, id } from './columns.ts';

/** Owns media, tokens, keywords, subscription and ledger; a user is a member of it. */
export const account = pgTable('account', {
  id: id(),
  /** What members call it; null = the owner's name is shown. */
  name: text(),
  /** How writing is read until the account chooses. Those from before there was the choice read it always. */
  readWriting: text({ enum: ['always', 'when_needed'] })
    .notNull()
    .default('always'),
  createdAt: createdAt(),
  /** Since when an operator lets nothing new in; null = it may upload. What is there can be read and decided. */
  suspendedAt: at(),
  /** Set when the owner deletes it: nobody gets in any more, a job removes what lies there. */
  deletedAt: at(),
});

/** The owner of a row; its rows go with it. */
export const accountId = () =>
  uuid()
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' });
