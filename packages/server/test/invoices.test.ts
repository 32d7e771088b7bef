import { randomUUID } from 'node:crypto';
import { type Invoice, InvoicePdf } from '@clearframe/contract';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoicePdf, invoiceTexts } from '../src/billing/invoice-pdf.ts';
import type { InvoiceRow } from '../src/billing/invoices.ts';
import { renewSubscriptions } from '../src/billing/renew-subscriptions.ts';
import { writeInvoice } from '../src/billing/write-invoice.ts';
import { account, invoice, payment, subscription } from '../src/db/schema.ts';
import { removeAccount } from '../src/deletion/remove-account.ts';
import { paymentFacts } from '../src/exports/account/account-facts.ts';
import { type Built, build } from './helpers/build.ts';
import { addMember, type Member } from './helpers/members.ts';
import { deliver, eventFor, order, pay, paymentRow, signed } from './helpers/payments.ts';

const seller = { name: 'Beispiel GmbH', address: 'Straße 1\nBerlin', taxNumber: 'DE 123' };
let built: Built;
beforeAll(async () => {
  built = await build({ config: { invoiceSeller: seller } });
});
afterAll(() => built.close());

async function buyer(plan = 'starter'): Promise<Member> {
  const member = await addMember(built, 'owner');
  const { data } = await order(built, member, plan);
  await pay(built, member, data.onsite_payment_uuid);
  return member;
}

async function invoicesOf({ headers }: Pick<Member, 'headers'>): Promise<Invoice[]> {
  const answer = await built.app.inject({ url: '/api/subscriptions/invoices', headers });
  return answer.json<{ data: { invoices: Invoice[] } }>().data.invoices;
}

async function anInvoice(): Promise<InvoiceRow> {
  const [row] = await rows();
  if (!row) throw new Error('no invoice');
  return row;
}
const rows = () => built.context.db.select().from(invoice).orderBy(asc(invoice.number));
const numbers = async () => (await rows()).map(({ number }) => number);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('invoices', () => {
  it('SUB-04 are written with the payment, once, and say who bought what from whom', async () => {
    const member = await buyer();
    const [made, ...more] = await invoicesOf(member);
    expect(more).toEqual([]);
    expect(made).toMatchObject({ plan: 'Starter', amount_cents: 6_000, currency: 'USD', status: 'paid' });
    expect(made?.number).toMatch(/^INV-\d{6}$/);
    const [row] = await built.context.db.select().from(payment).where(eq(payment.accountId, member.accountId));
    await deliver(built, signed(built, await eventFor(built, row?.id ?? null)));
    expect(await invoicesOf(member), 'the same notification again').toHaveLength(1);
    const [written] = await built.context.db.select().from(invoice).where(eq(invoice.accountId, member.accountId));
    expect(written).toMatchObject({ seller, buyerName: 'Member owner', buyerEmail: member.email });
  });

  it('SUB-10 are written for each renewal, for the period that it pays', async () => {
    const member = await buyer();
    const [live] = await built.context.db.select().from(subscription).where(eq(subscription.accountId, member.accountId));
    const end = live?.currentPeriodEnd ?? new Date(0);
    const renewal = { ...built.context, clock: { now: () => new Date(end.getTime() + 60_000) } };
    await renewSubscriptions(renewal);
    await renewSubscriptions(renewal);
    const invoices = await invoicesOf(member);
    expect(invoices.map(({ period }) => period.start)).toEqual([end.toISOString(), live?.currentPeriodStart.toISOString()]);
  });

  it('SUB-04 are numbered without gaps when payments run at the same time, fail, or are rolled back', async () => {
    const once = async (index: number) => {
      const member = await addMember(built, 'owner');
      const { data } = await order(built, member, 'growth');
      await pay(built, member, data.onsite_payment_uuid, index % 3 === 0 ? 'decline' : 'success');
    };
    await Promise.all(Array.from({ length: 12 }, (_, index) => once(index)));
    const lost = await buyer();
    const [paid] = await built.context.db.select().from(payment).where(eq(payment.accountId, lost.accountId));
    const cut = built.context.db.transaction(async (tx) => {
      if (paid) await writeInvoice(tx, { payment: { ...paid, id: randomUUID() }, now: built.clock.now() });
      throw new Error('cut');
    });
    await expect(cut).rejects.toThrow('cut');
    await buyer();
    const all = await numbers();
    expect(all).toEqual(upTo(all.length));
    expect(all.length).toBe(await built.context.db.$count(payment, eq(payment.status, 'complete')));
  });

  it('SUB-11 are not written for a wrong amount, and say so when the money was given back', async () => {
    const member = await addMember(built, 'owner');
    const { data } = await order(built, member, 'starter');
    const event = await eventFor(built, data.payment_id);
    await deliver(built, signed(built, { ...event, amountCents: 1 }));
    expect((await paymentRow(built, data.payment_id)).status).toBe('needs_review');
    expect(await invoicesOf(member)).toEqual([]);
    const other = await buyer();
    const [row] = await built.context.db.select().from(payment).where(eq(payment.accountId, other.accountId));
    await deliver(built, signed(built, await eventFor(built, row?.id ?? null, 'refunded')));
    expect(await invoicesOf(other)).toMatchObject([{ status: 'refunded' }]);
  });

  it('SUB-04 are PDF files for the owner alone, the same bytes each time', async () => {
    const member = await buyer('business');
    const [made] = await invoicesOf(member);
    const fetched = async (headers: Record<string, string>) =>
      built.app.inject({ url: `/api/subscriptions/invoices/${made?.id}/pdf`, headers });
    const { filename, content_base64 } = InvoicePdf.parse((await fetched(member.headers)).json<{ data: unknown }>().data);
    const bytes = Buffer.from(content_base64, 'base64');
    expect(filename).toBe(`${made?.number}.pdf`);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.toString('latin1')).toContain(`(Invoice ${made?.number})`);
    expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    const [row] = await built.context.db.select().from(invoice).where(eq(invoice.accountId, member.accountId));
    if (!row) throw new Error('no invoice');
    expect((await invoicePdf(row)).equals(bytes)).toBe(true);
    const viewer = await addMember(built, 'viewer', member.accountId);
    expect((await fetched(viewer.headers)).statusCode).toBe(403);
  });

  it('SUB-04 leave out what nobody said about the seller, and keep letters of other scripts', async () => {
    const row = { ...(await anInvoice()), seller: { name: null, address: null, taxNumber: null }, buyerName: 'Łucja Жук' };
    const texts = invoiceTexts(row);
    expect(texts.seller).toEqual([]);
    expect(texts.buyer[0]).toBe('Łucja Жук');
    expect(texts.amount).toBe('60.00 USD');
    expect(texts.note).toContain('TEST PAYMENT: no money moved');
    expect(invoiceTexts({ ...row, provider: 'stripe' }).note).toMatch(/^Paid in full/);
    expect(JSON.stringify(texts)).not.toContain('null');
    expect((await invoicePdf(row)).byteLength).toBeLessThan(60_000);
  });

  it('SUB-04 OPS-07 stand in the export of all data with the payments, without the key of a payment window', async () => {
    const member = await buyer();
    const facts = await paymentFacts(built.context, member.accountId);
    expect(facts).toMatchObject({
      payments: [{ status: 'complete', amountCents: 6_000, last4: '4242' }],
      invoices: [{ number: (await invoicesOf(member))[0]?.number, buyerEmail: member.email }],
    });
    const [{ onsiteUuid } = { onsiteUuid: null }] = await built.context.db
      .select()
      .from(payment)
      .where(eq(payment.accountId, member.accountId));
    expect(JSON.stringify(facts)).not.toContain(onsiteUuid);
  });

  it('SUB-04 outlast the account, as the law wants it, and nobody finds them there any more', async () => {
    const member = await buyer();
    const { db } = built.context;
    const before = await numbers();
    await db.update(account).set({ deletedAt: built.clock.now() }).where(eq(account.id, member.accountId));
    await removeAccount(built.context, member.accountId, new AbortController().signal);
    expect(await numbers()).toEqual(before);
    const kept = (await rows()).find(({ buyerEmail }) => buyerEmail === member.email);
    expect(kept).toMatchObject({ accountId: null, amountCents: 6_000, seller });
    expect(await db.select().from(payment).where(eq(payment.accountId, member.accountId))).toEqual([]);
  });
});
