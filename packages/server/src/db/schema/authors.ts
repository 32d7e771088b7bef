import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { at, createdAt, id } from './columns.ts';
import { tallyState } from './media.ts';

/** Who set an action by hand. */
export type AuthorActor = { type: 'person' | 'token'; id: string | null; name: string };

/** One of the people whose uploads an account moderates, under the id that the account gives them. */
export const author = pgTable(
  'author',
  {
    id: id(),
    accountId: accountId(),
    externalId: text().notNull(),
    name: text(),
    url: text(),
    /** When they joined the account's own site. */
    joinedAt: at(),
    firstSeenAt: createdAt(),
    /** To the minute: an upload writes no row that another one wrote just now. */
    lastSeenAt: at().notNull().defaultNow(),
    action: text({ enum: ['none', 'trust', 'watch', 'block'] })
      .notNull()
      .default('none'),
    actionReason: text(),
    actionUntil: at(),
    actionBy: jsonb().$type<AuthorActor>(),
  },
  (table) => [
    uniqueIndex('author_external').on(table.accountId, table.externalId),
    index('author_newest').on(table.accountId, table.firstSeenAt.desc().nullsFirst(), table.id),
  ],
);

/**
 * How many items of an author have which verdict, as a sum of changes that triggers of `media` write. Folded and first counted by
 * authors/author-sums.ts. No reference: an author is erased before their items are.
 */
export const authorTally = pgTable(
  'author_tally',
  {
    accountId: accountId(),
    authorId: uuid().notNull(),
    state: tallyState(),
    delta: integer().notNull(),
    /** A sum, no change: folding looks for what came since, however many authors there are. */
    folded: boolean().notNull().default(false),
  },
  (table) => [
    index('author_tally_author').on(table.accountId, table.authorId),
    index('author_tally_fresh').on(table.accountId, table.authorId, table.state).where(sql`not ${table.folded}`),
  ],
);

/** Accounts with items from before authors had sums: theirs are not to be trusted until they are counted. */
export const authorUncounted = pgTable('author_uncounted', { accountId: accountId().primaryKey() });

/** Everything of an author, removed by a job. The author's own row goes when it is asked for. */
export const authorErasure = pgTable(
  'author_erasure',
  {
    id: id(),
    accountId: accountId(),
    /** Of the author's row, by which items still refer to it. null = it is done. */
    authorId: uuid(),
    /** As the customer calls them, for what refers to them so. null = it is done. */
    externalId: text(),
    items: text({ enum: ['delete', 'anonymise'] }).notNull(),
    state: text({ enum: ['queued', 'running', 'done'] })
      .notNull()
      .default('queued'),
    itemsTotal: integer().notNull(),
    itemsDone: integer().notNull().default(0),
    /** Of those, items that stay without their author. */
    withheld: integer().notNull().default(0),
    /** The highest number of their statements then, 0 where there was none; null = asked for by the version before. */
    lastStatement: integer(),
    createdAt: at().notNull(),
    finishedAt: at(),
  },
  (table) => [
    index('author_erasure_account').on(table.accountId, table.createdAt),
    index('author_erasure_open').on(table.createdAt).where(sql`${table.finishedAt} is null`),
  ],
);

/** When strikes act by themselves. An account without a row has the defaults. */
export const authorSettings = pgTable('author_settings', {
  accountId: accountId().primaryKey(),
  strikeDays: integer().notNull(),
  strikesToWatch: integer().notNull(),
  strikesToBlock: integer().notNull(),
});
