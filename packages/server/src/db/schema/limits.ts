import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { at, createdAt } from './columns.ts';

/** Solved captchas, so that none is taken twice. */
export const captchaUsed = pgTable('captcha_used', { nonce: text().primaryKey(), expiresAt: at().notNull() });

/** Answers kept for 24 h so that a repeated request with the same key changes nothing twice. */
export const idempotency = pgTable(
  'idempotency',
  {
    accountId: accountId(),
    route: text().notNull(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    mediaId: uuid(),
    /** Who runs the request. No reference: the row of a dead process may be gone. */
    processId: uuid(),
    answerStatus: integer(),
    answer: jsonb().$type<unknown>(),
    createdAt: createdAt(),
    finishedAt: at(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.route, table.key] }),
    index('idempotency_created').on(table.createdAt),
  ],
);

/** Windows of the rate limits, here so that they hold across processes. The key is the rule and the SHA-256 of who. */
export const rateLimit = pgTable(
  'rate_limit',
  { key: text().primaryKey(), uses: integer().notNull(), endsAt: at().notNull() },
  (table) => [index('rate_limit_end').on(table.endsAt)],
);

/**
 * Failed sign-ins in a row, kept for every address that was tried, known or not, so that a delay reveals no account.
 * Found by the SHA-256 of the address.
 */
export const signInGuard = pgTable(
  'sign_in_guard',
  {
    key: text().primaryKey(),
    failures: integer().notNull(),
    lockedUntil: at(),
    updatedAt: createdAt(),
  },
  (table) => [index('sign_in_guard_updated').on(table.updatedAt)],
);
