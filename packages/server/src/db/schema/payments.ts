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
    /** The remote provider's name for the open payment, and its address where the browser goes there. */
    placeRef: text(),
    placeUrl: text(),
    /** The remote provider's name for the money that moved. */
    chargeRef: text(),
    /** When the provider was last asked what became of it. */
    askedAt: at(),
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
    uniqueIndex('payment_charge').on(table.provider, table.chargeRef),
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
    /** No reference: a notification for a payment that is gone is kept too. Null when it named a subscription alone. */
    paymentId: uuid(),
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

/**
 * What a remote provider still has to be told about a subscription or an open checkout, one row for each. It says when, never what:
 * that is read from the subscription, so the newest wish wins. No reference: it outlives the account, whose charges have to end.
 */
export const providerTask = pgTable(
  'provider_task',
  {
    id: id(),
    provider: text().notNull(),
    ref: text().notNull(),
    /** A checkout is closed; a subscription becomes what its row says. */
    kind: text({ enum: ['subscription', 'checkout'] })
      .notNull()
      .default('subscription'),
    subscriptionId: uuid(),
    /** Whose it is: an account is not removed before these are told. Null for charges of no account. */
    accountId: uuid(),
    dueAt: at().notNull(),
    attempts: integer().notNull().default(0),
    /** Counts the wishes, so that one that came during a call is not taken for done. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('provider_task_ref').on(table.provider, table.ref),
    index('provider_task_due').on(table.dueAt),
    index('provider_task_account').on(table.accountId),
  ],
);
