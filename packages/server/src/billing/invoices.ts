import { AppError, type Invoice, listedInvoices, planById } from '@clearframe/contract';
import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { invoice, payment } from '../db/schema.ts';

export type InvoiceRow = typeof invoice.$inferSelect;

/** `INV-000001`. */
export const invoiceNumber = (number: number): string => `INV-${String(number).padStart(6, '0')}`;

export const planName = (planId: string): string => planById(planId)?.name ?? planId;

/** Invoices of an account, the newest first. */
export async function listInvoices(db: Db, accountId: string): Promise<Invoice[]> {
  const rows = await db
    .select({ invoice, payment: payment.status })
    .from(invoice)
    .leftJoin(payment, eq(payment.id, invoice.paymentId))
    .where(eq(invoice.accountId, accountId))
    .orderBy(desc(invoice.number))
    .limit(listedInvoices);
  return rows.map(({ invoice: row, payment: status }) => ({
    id: row.id,
    number: invoiceNumber(row.number),
    issued_at: row.issuedAt.toISOString(),
    plan: planName(row.planId),
    period: { start: row.periodStart.toISOString(), end: row.periodEnd.toISOString() },
    amount_cents: row.amountCents,
    currency: row.currency,
    status: status === 'refunded' ? 'refunded' : 'paid',
  }));
}

/** @throws AppError invoice_not_found */
export async function findInvoice(db: Db, accountId: string, id: string): Promise<InvoiceRow> {
  const [row] = await db
    .select()
    .from(invoice)
    .where(and(eq(invoice.accountId, accountId), eq(invoice.id, id)));
  if (!row) throw new AppError('invoice_not_found');
  return row;
}
