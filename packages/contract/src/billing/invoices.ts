import { z } from 'zod';

/** An invoice of a payment that was made. It never changes; `refunded` = the payment was given back since. */
export const Invoice = z.object({
  id: z.uuid(),
  /** Sequential in the whole installation, without gaps: `INV-000001`. */
  number: z.string(),
  issued_at: z.iso.datetime(),
  plan: z.string(),
  period: z.object({ start: z.iso.datetime(), end: z.iso.datetime() }),
  amount_cents: z.int().nonnegative(),
  currency: z.string(),
  status: z.enum(['paid', 'refunded']),
});
export type Invoice = z.infer<typeof Invoice>;

/** A file inside an answer. */
export const InvoicePdf = z.object({ filename: z.string(), content_base64: z.base64() });
export type InvoicePdf = z.infer<typeof InvoicePdf>;

/** Invoices that one answer lists at most: ten years of months. */
export const listedInvoices = 120;
