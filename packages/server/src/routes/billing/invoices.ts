import { endpoints } from '@clearframe/contract';
import { invoicePdf } from '../../billing/invoice-pdf.ts';
import { findInvoice, invoiceNumber, listInvoices } from '../../billing/invoices.ts';
import type { Context } from '../../context.ts';
import type { Route } from '../http/route.ts';

/** Invoices of the account, for its owner. */
export function invoiceRoutes(route: Route, { db }: Pick<Context, 'db'>): void {
  route(endpoints.listInvoices, async ({ caller }) => ({
    data: { invoices: await listInvoices(db, caller.accountId) },
  }));

  route(endpoints.invoicePdf, async ({ caller, params }) => {
    const row = await findInvoice(db, caller.accountId, params.id);
    const pdf = await invoicePdf(row);
    return { data: { filename: `${invoiceNumber(row.number)}.pdf`, content_base64: pdf.toString('base64') } };
  });
}
