import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { InvoiceTable } from './invoices.tsx';

const invoice = {
  id: '6f1c2a7e-0b54-4d0a-9c3e-1f2a3b4c5d6e',
  number: 'INV-000012',
  issued_at: '2026-11-21T23:59:00Z',
  plan: 'Starter',
  period: { start: '2026-11-21T23:59:00Z', end: '2026-12-21T23:59:00Z' },
  amount_cents: 6_000,
  currency: 'USD',
  status: 'paid',
} as const;

it('SUB-02 lists number, date (UTC, as on the invoice), plan, amount and state in words, with a file for each', () => {
  const invoices = [invoice, { ...invoice, id: 'b', number: 'INV-000013', status: 'refunded' } as const];
  const html = renderToStaticMarkup(<InvoiceTable invoices={invoices} saving={null} onSave={() => {}} />);
  for (const words of ['INV-000012', '21 Nov 2026', 'Starter', '$60.00', 'Paid', 'Refunded']) expect(html).toContain(words);
  expect(html).toContain('aria-label="Save INV-000013 as PDF"');
});
