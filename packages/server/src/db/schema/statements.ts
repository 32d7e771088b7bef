import type { AppealWords, PublicStatement } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { user } from './accounts.ts';
import { at, createdAt, id } from './columns.ts';

/** How an account explains what it restricts. No row = the defaults. */
export const statementSettings = pgTable('statement_settings', {
  accountId: accountId().primaryKey(),
  mode: text({ enum: ['people', 'off', 'all'] }).notNull(),
  appealMonths: integer().notNull(),
  platformName: text().notNull(),
  contact: text().notNull(),
  outOfCourt: text().notNull(),
  samePersonAppeals: boolean().notNull(),
  appealIntro: text().notNull().default(''),
  appealThanks: text().notNull().default(''),
  appealUpheld: text().notNull().default(''),
  appealReversed: text().notNull().default(''),
  /** Automatic flags of items from before stay without a statement. null = `all` was never chosen. */
  allSince: at(),
});

/** What is fixed when a statement is written: later changes of labels and settings do not change it. */
export type StatementContent = Pick<
  PublicStatement,
  | 'facts'
  | 'ground'
  | 'label'
  | 'reference'
  | 'reference_url'
  | 'automated_detection'
  | 'automated_decision'
  | 'source'
  | 'restriction'
> & {
  platformName: string;
  contact: string | null;
  outOfCourt: string | null;
  /** The file declared that a model made it. For the EU's database alone; left out by the version before. */
  synthetic?: true;
  /** The account's words about appeals. Left out where it has none, and by the version before. */
  words?: AppealWords;
};

/**
 * Why something is restricted, for whoever uploaded it. It outlasts its item, because an appeal stays possible: so it refers to neither
 * item nor decision.
 */
export const statement = pgTable(
  'statement',
  {
    id: id(),
    accountId: accountId(),
    /** From 1 on in each account. */
    number: integer().notNull(),
    mediaId: uuid().notNull(),
    /** null = nobody decided: the analysis flagged it. */
    decisionId: uuid(),
    /** The analysis whose flag it explains; null = it explains a decision. */
    attempt: integer(),
    /** As the customer calls them. */
    authorId: text(),
    content: jsonb().$type<StatementContent>().notNull(),
    /** People who failed the item, or agreed to that: decisions go with their item. null = written by the version before. */
    deciders: uuid().array(),
    appealUntil: at().notNull(),
    reversedAt: at(),
    /** Its author was erased then; an appeal that was open stays until it is decided. */
    erasedAt: at(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('statement_number').on(table.accountId, table.number),
    uniqueIndex('statement_decision').on(table.decisionId),
    uniqueIndex('statement_flag').on(table.mediaId, table.attempt).where(sql`${table.decisionId} is null`),
    index('statement_media').on(table.mediaId),
    index('statement_author').on(table.accountId, table.authorId).where(sql`${table.authorId} is not null`),
  ],
);

/** What an uploader says against a decision. One a statement. */
export const appeal = pgTable(
  'appeal',
  {
    id: id(),
    accountId: accountId(),
    statementId: uuid()
      .notNull()
      .references(() => statement.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    /** Where the outcome is mailed. */
    email: text(),
    outcome: text({ enum: ['upheld', 'reversed'] }),
    answer: text(),
    receivedAt: createdAt(),
    /** null = it is open. */
    decidedAt: at(),
    /** null = open, or they left. */
    decidedBy: uuid().references(() => user.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('appeal_statement').on(table.statementId),
    index('appeal_account').on(table.accountId, table.receivedAt, table.id),
    index('appeal_decided_by').on(table.decidedBy).where(sql`${table.decidedBy} is not null`),
  ],
);
