import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type InvoiceRow, invoiceNumber, planName } from './invoices.ts';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "60.00 USD". */
const invoiceAmount = ({ amountCents, currency }: Pick<InvoiceRow, 'amountCents' | 'currency'>): string =>
  `${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')} ${currency}`;

/** Everything that an invoice says, in its order. Lines of the seller that nothing is known of are left out. */
export function invoiceTexts(row: InvoiceRow) {
  const { name, address, taxNumber } = row.seller;
  return {
    title: `Invoice ${invoiceNumber(row.number)}`,
    seller: [name, ...(address?.split('\n') ?? []), taxNumber && `Tax number ${taxNumber}`].filter((line) => line !== null),
    buyer: [row.buyerName, row.buyerEmail].filter((line) => line !== ''),
    facts: [
      ['Number', invoiceNumber(row.number)],
      ['Date', day.format(row.issuedAt)],
      ['Period', `${day.format(row.periodStart)} – ${day.format(row.periodEnd)}`],
    ] as const,
    item: `Clearframe, plan ${planName(row.planId)}, one month`,
    amount: invoiceAmount(row),
    note: row.provider === 'sandbox' ? 'TEST PAYMENT: no money moved. Dates are UTC.' : 'Paid in full. Dates are UTC.',
  };
}

/** DejaVu holds the Latin, Greek and Cyrillic letters that names are written in; the fonts of PDF itself hold Western Europe's only. */
const fontFolder = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const font = (name: string): string => join(fontFolder, `${name}.ttf`);

const margin = 56;
const valueAt = 150;
const amountWidth = 120;

/** The invoice as a PDF of one page, A4. The same bytes each time: it is drawn from what was written down, whenever it is asked for. */
export async function invoicePdf(row: InvoiceRow): Promise<Buffer> {
  // Loaded when the first invoice is asked for: most processes never draw one.
  const { default: Pdf } = await import('pdfkit');
  const { title, seller, buyer, facts, item, amount, note } = invoiceTexts(row);
  const pdf = new Pdf({ size: 'A4', margin, info: { Title: title, CreationDate: row.issuedAt, ModDate: row.issuedAt } });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  const right = pdf.page.width - margin;
  const plain = () => pdf.font(font('DejaVuSans')).fontSize(10).fillColor('#0d1517');
  const bold = (size: number) => pdf.font(font('DejaVuSans-Bold')).fontSize(size).fillColor('#0d1517');
  const rule = () => {
    pdf.moveDown(0.6).moveTo(margin, pdf.y).lineTo(right, pdf.y).lineWidth(0.75).stroke('#aab4b6').moveDown(0.8);
  };

  bold(20).text(title, margin, margin);
  pdf.moveDown(1);
  if (seller.length > 0) plain().text(seller.join('\n'), { lineGap: 3 }).moveDown(1.2);
  bold(10).text('Billed to').moveDown(0.3);
  plain().text(buyer.join('\n'), { lineGap: 3 }).moveDown(1.2);
  for (const [name, value] of facts) {
    const { y } = pdf;
    plain().fillColor('#414e53').text(name, margin, y);
    plain().text(value, valueAt, y).moveDown(0.3);
  }
  pdf.x = margin;
  rule();
  for (const [text, draw] of [
    [item, plain],
    ['Total', () => bold(11)],
  ] as const) {
    const { y } = pdf;
    draw().text(text, margin, y, { width: right - margin - amountWidth });
    const { y: next } = pdf;
    draw().text(amount, right - amountWidth, y, { width: amountWidth, align: 'right' });
    pdf.x = margin;
    pdf.y = Math.max(next, pdf.y);
    rule();
  }
  plain().fillColor('#414e53').text(note, margin);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
