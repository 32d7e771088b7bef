import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';

/** What visitors wrote in the contact form. It belongs to no account: whoever writes need not have one. */
export const contactMessage = pgTable(
  'contact_message',
  {
    id: id(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    email: text().notNull(),
    company: text(),
    subject: text({ enum: ['sales', 'support', 'partnership', 'general'] }).notNull(),
    message: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('contact_message_created').on(table.createdAt)],
);
