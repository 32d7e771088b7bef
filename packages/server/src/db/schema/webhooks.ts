import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { at, createdAt, id } from './columns.ts';

/** Where an account wants its verdicts sent. Both secrets are sealed under the key outside the database. */
export const webhook = pgTable(
  'webhook',
  {
    id: id(),
    accountId: accountId(),
    url: text().notNull(),
    /** `whk_…`, sent as X-Webhook-Token. */
    tokenSealed: text().notNull(),
    /** `whsec_…`, signs after Standard Webhooks. */
    secretSealed: text().notNull(),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
    updatedAt: at(),
  },
  (table) => [index('webhook_account').on(table.accountId, table.createdAt)],
);
