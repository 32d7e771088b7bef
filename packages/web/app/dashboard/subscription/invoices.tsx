import { type Invoice, messages, subscriptionsEndpoints } from '@clearframe/contract';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, Download, Undo2 } from 'lucide-react';
import { call } from '../../shared/api/api.ts';
import { errorMessage } from '../../shared/api/error-message.ts';
import { keys } from '../../shared/api/keys.ts';
import { formatMoney, formatShortDate } from '../../shared/format/format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import fieldStyles from '../../shared/ui/field.module.css';
import { Icon } from '../../shared/ui/icon.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import subscriptionStyles from './subscription.module.css';

/** Below the key of the frames: what a payment changes refreshes both. */
const invoicesQuery = queryOptions({
  queryKey: keys.usage.invoices,
  queryFn: async ({ signal }) => (await call(subscriptionsEndpoints.listInvoices, { signal })).invoices,
});

const pdfOf = (base64: string) =>
  new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], { type: 'application/pdf' });

/** Invoices of the account, for its owner: number, date, amount, state and the file. */
export function Invoices() {
  const invoices = useQuery(invoicesQuery);
  const save = useMutation({
    mutationFn: ({ id }: Invoice) => call(subscriptionsEndpoints.invoicePdf, { params: { id } }),
    onSuccess: ({ filename, content_base64 }) => saveFile(filename, pdfOf(content_base64)),
  });
  return (
    <section className={`card ${subscriptionStyles.invoices}`} aria-labelledby="invoices">
      <div className="card-header">
        <h2 id="invoices">Invoices</h2>
      </div>
      {save.isError ? (
        <p className={fieldStyles.error} data-slot="field-error" role="alert">
          {errorMessage(save.error, messages.requestFailed)}
        </p>
      ) : null}
      {invoices.data ? (
        <InvoiceTable
          invoices={invoices.data}
          saving={save.isPending ? save.variables.id : null}
          onSave={(invoice) => save.mutate(invoice)}
        />
      ) : null}
      {invoices.isError && !invoices.data ? <LoadFault title="The invoices could not be loaded" query={invoices} /> : null}
      {invoices.isPending ? (
        <div className="card-body" aria-busy="true">
          <Skeleton shape="row" />
        </div>
      ) : null}
    </section>
  );
}

type InvoiceTableProps = { invoices: readonly Invoice[]; saving: string | null; onSave: (invoice: Invoice) => void };

/** Invoices, newest first. */
export function InvoiceTable({ invoices, saving, onSave }: InvoiceTableProps) {
  const columns: Column<Invoice>[] = [
    { header: 'Number', className: 'figures', cell: ({ number }) => number },
    {
      header: 'Date',
      className: 'figures',
      cell: ({ issued_at }) => <time dateTime={issued_at}>{formatShortDate(issued_at, 'UTC')}</time>,
    },
    { header: 'Plan', cell: ({ plan }) => plan },
    { header: 'Amount', className: 'figures', cell: ({ amount_cents, currency }) => formatMoney(amount_cents, currency) },
    {
      header: 'Status',
      cell: ({ status }) =>
        status === 'paid' ? (
          <Badge look="pass" icon={CircleCheck}>
            Paid
          </Badge>
        ) : (
          <Badge look="off" icon={Undo2}>
            Refunded
          </Badge>
        ),
    },
    {
      header: 'File',
      isHeaderHidden: true,
      label: '',
      cell: (invoice) => (
        <Button
          kind="ghost"
          size="small"
          busy={saving === invoice.id}
          aria-label={`Save ${invoice.number} as PDF`}
          onClick={() => onSave(invoice)}
        >
          <Icon of={Download} />
          PDF
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      columns={columns}
      rows={invoices}
      rowKey={({ id }) => id}
      empty={
        <div className="card-body">
          <p className="dim">No invoice yet. Each payment that is made brings one.</p>
        </div>
      }
    />
  );
}
