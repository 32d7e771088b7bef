import { index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { newId } from '../../security/new-id.ts';
import { accountId } from './account.ts';
import { user } from './accounts.ts';
import { at } from './columns.ts';
import { media } from './media.ts';

/**
 * Who looks at an item to decide it, until when: a lease by the database's clock. It keeps people apart, and binds nobody. An item has one
 * row at most; the next claim takes the place of one that has ended.
 */
export const claim = pgTable(
  'claim',
  {
    mediaId: uuid()
      .primaryKey()
      .references(() => media.id, { onDelete: 'cascade' }),
    /** Of this claim: a later one of the same item has another. */
    id: uuid().notNull().$defaultFn(newId),
    accountId: accountId(),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    expiresAt: at().notNull(),
    /** The decision that ended it, so that its holder learns why. */
    endedBy: uuid(),
  },
  (table) => [
    uniqueIndex('claim_id').on(table.id),
    index('claim_account').on(table.accountId),
    index('claim_user').on(table.userId),
  ],
);
