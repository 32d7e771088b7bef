import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { createdAt } from './columns.ts';
import { media } from './media.ts';

/** What the figures of quality ask of a result. */
const kindOfVerdict = () => ({
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
  /** How many in a thousand safe items were drawn then; 0 = none, or a decision stood already. */
  samplePermille: integer().notNull(),
  sampled: boolean().notNull(),
});

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
    ...kindOfVerdict(),
    /** Of the item's results the last. */
    newest: boolean().notNull(),
    at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.mediaId, table.attempt] }),
    index('machine_verdict_account').on(table.accountId, table.at),
  ],
);

/**
 * How many newest results of an account are alike, as a sum of changes that triggers of `machine_verdict` write: every way in which results
 * come and go counts, and nobody waits for a counter. Folded and first counted by quality/verdict-sums.ts.
 */
export const qualityTally = pgTable(
  'quality_tally',
  { accountId: accountId(), ...kindOfVerdict(), delta: integer().notNull() },
  (table) => [index('quality_tally_account').on(table.accountId)],
);

/** Accounts with results from before there were sums: theirs are not to be trusted until they are counted. */
export const qualityUncounted = pgTable('quality_uncounted', { accountId: accountId().primaryKey() });

/** What an account chose; no row = the defaults. */
export const qualitySettings = pgTable('quality_settings', {
  accountId: accountId().primaryKey(),
  samplePermille: integer().notNull(),
  updatedAt: createdAt(),
});
