import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** Where the sweep stopped in a list that is too long for one run. The next one goes on after this row. */
export const sweepPosition = pgTable('sweep_position', {
  step: text().primaryKey(),
  at: at().notNull(),
  id: uuid().notNull(),
});
