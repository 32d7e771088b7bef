import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { createdAt } from './columns.ts';
import { media } from './media.ts';

/**
 * What each analysis said, without its scores and texts: the figures of quality read all of an account's, and those of `analysis`
 * are kilobytes each. Written with the result (settle.ts), never changed but for `newest`.
 */
export const machineVerdict = pgTable(
  'machine_verdict',
  {
    mediaId: uuid()
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    attempt: integer().notNull(),
    accountId: accountId(),
    outcome: text({ enum: ['flagged', 'review', 'safe'] }).notNull(),
    /** Categories that flagged it. */
    categories: text().array().notNull(),
    byKeywords: boolean().notNull(),
    /** A known picture flagged it. */
    byMatch: boolean().notNull().default(false),
    /** Analysers whose own score flagged it: flagged-by.ts. */
    flaggedBy: text().array().notNull().default([]),
    analysisVersion: text().notNull(),
    policyVersion: text().notNull(),
    /** Of the item's results the last. */
    newest: boolean().notNull(),
    /** How many in a thousand safe items were drawn then; 0 = none, or a decision stood already. */
    samplePermille: integer().notNull(),
    sampled: boolean().notNull(),
    at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.mediaId, table.attempt] }),
    index('machine_verdict_account').on(table.accountId, table.at),
  ],
);

/** What an account chose; no row = the defaults. */
export const qualitySettings = pgTable('quality_settings', {
  accountId: accountId().primaryKey(),
  samplePermille: integer().notNull(),
  updatedAt: createdAt(),
});
