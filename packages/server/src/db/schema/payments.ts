import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { account, accountId } from './account.ts';
import { subscription } from './billing.ts';
import { at, createdAt, id } from './columns.ts';

/** One attempt to be paid. It holds no card: what a provider tells about one are its last four digits. */
export const payment = pgTable(
  'payment',
  {
    id: id(),
    accountId: accountId(),
    provider: text().notNull(),
    purpose: text({ enum: ['subscribe', 'upgrade', 'renewal'] }).notNull(),
    planId: text().notNull(),
    /** What was agreed when the payment began: a later price changes nothing here. */
    amountCents: integer().notNull(),
    currency: text().notNull(),
    status: text({ enum: ['pending', 'complete', 'failed', 'cancelled', 'expired', 'needs_review', 'refunded'] }).notNull(),
    /** What the page opens the payment with. Null for a renewal. */
    onsiteUuid: uuid(),
    /** The subscription that an upgrade ends or a renewal prolongs. */
    subscriptionId: uuid().references(() => subscription.id, { onDelete: 'set null' }),
    /** Which period and which try a renewal is for. */
    periodNumber: integer(),
    attempt: integer(),
    last4: text(),
    createdAt: createdAt(),
    settledAt: at(),
  },
  (table) => [
    index('payment_account').on(table.accountId, table.createdAt),
    uniqueIndex('payment_onsite').on(table.onsiteUuid),
    uniqueIndex('payment_renewal').on(table.subscriptionId, table.periodNumber, table.attempt),
    index('payment_status').on(table.status, table.createdAt),
  ],
);

/** Notifications that were taken, each once: a repeat finds its key here. */
export const paymentEvent = pgTable(
  'payment_event',
  {
    id: id(),
    provider: text().notNull(),
    eventKey: text().notNull(),
    /** No reference: a notification for a payment that is gone is kept too. */
    paymentId: uuid().notNull(),
    type: text().notNull(),
    outcome: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('payment_event_key').on(table.provider, table.eventKey),
    index('payment_event_payment').on(table.paymentId),
  ],
);

/** Who sells, as it stood in the configuration when the invoice was written. */
export type InvoiceSeller = { name: string | null; address: string | null; taxNumber: string | null };

/**
 * Written once, in the transaction that makes its payment complete, and never changed: it holds all that it says. The law makes the
 * operator keep it, so it outlasts the account and the person.
 */
export const invoice = pgTable(
  'invoice',
  {
    id: id(),
    /** The next number is the last one plus one: `invoice_counter`. */
    number: integer().notNull(),
    /** Null when the account is gone. */
    accountId: uuid().references(() => account.id, { onDelete: 'set null' }),
    /** No reference: the payment goes with the account. */
    paymentId: uuid().notNull(),
    issuedAt: at().notNull(),
    /** Who took the money; `sandbox` = none moved, and the invoice says so. */
    provider: text().notNull(),
    planId: text().notNull(),
    periodStart: at().notNull(),
    periodEnd: at().notNull(),
    amountCents: integer().notNull(),
    currency: text().notNull(),
    buyerName: text().notNull(),
    buyerEmail: text().notNull(),
    seller: jsonb().$type<InvoiceSeller>().notNull(),
  },
  (table) => [
    uniqueIndex('invoice_number').on(table.number),
    uniqueIndex('invoice_payment').on(table.paymentId),
    index('invoice_account').on(table.accountId, table.number),
  ],
);

/** One row: the last number that was given. Its lock is what keeps numbers without gaps; a sequence would leave some. */
export const invoiceCounter = pgTable('invoice_counter', { id: integer().primaryKey(), last: integer().notNull() });
