import { endpoints } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import { invoicePdf } from '../billing/invoice-pdf.ts';
import { findInvoice, invoiceNumber, listInvoices } from '../billing/invoices.ts';
import type { Context } from '../context.ts';
import { type Authenticators, route } from './http.ts';

/** Invoices of the account, for its owner. */
export function invoiceRoutes(app: FastifyInstance, authenticators: Authenticators, { db }: Pick<Context, 'db'>): void {
  route(app, authenticators, endpoints.listInvoices, async ({ caller }) => ({
    data: { invoices: await listInvoices(db, caller.accountId) },
  }));

  route(app, authenticators, endpoints.invoicePdf, async ({ caller, params }) => {
    const row = await findInvoice(db, caller.accountId, params.id);
    const pdf = await invoicePdf(row);
    return { data: { filename: `${invoiceNumber(row.number)}.pdf`, content_base64: pdf.toString('base64') } };
  });
}
