import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';

/** Owns media, tokens, keywords, subscription and ledger; a user is a member of it. */
export const account = pgTable('account', { id: id(), createdAt: createdAt() });

/** The owner of a row; its rows go with it. */
export const accountId = () =>
  uuid()
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' });
