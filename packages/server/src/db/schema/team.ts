import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accountId } from './account.ts';
import { user } from './accounts.ts';
import { at, createdAt, id } from './columns.ts';

/** An invitation that was not answered yet; accepting or withdrawing it removes the row. */
export const invitation = pgTable(
  'invitation',
  {
    id: id(),
    accountId: accountId(),
    email: text().notNull(),
    emailKey: text().notNull(),
    role: text({ enum: ['moderator', 'viewer'] }).notNull(),
    tokenHash: text().notNull(),
    invitedBy: uuid().references(() => user.id, { onDelete: 'set null' }),
    sentAt: createdAt(),
    expiresAt: at().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('invitation_token').on(table.tokenHash),
    uniqueIndex('invitation_account_email').on(table.accountId, table.emailKey),
  ],
);
