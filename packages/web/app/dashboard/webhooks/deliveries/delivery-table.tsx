import type { Delivery } from '@clearframe/contract';
import { Link } from 'react-router';
import { Button } from '../../../shared/ui/button.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { DeliveryBadge } from '../../shell/deliveries/delivery-badge.tsx';
import { deliveryAddress } from '../../shell/page/delivery-address.ts';
import { type Column, DataTable, type DataTableProps } from '../../ui/data-table.tsx';
import rowActionsStyles from '../hooks/row-actions.module.css';
import deliveriesStyles from './deliveries.module.css';
import { aboutOf, resendRefusals, whatOf } from './delivery-labels.ts';

type DeliveryTableProps = Pick<DataTableProps<Delivery>, 'rows' | 'empty'> & {
  /** The query of the list: the way back from a delivery leads to it. */
  search: string;
  /** Id of the one that is being asked for. */
  resending: string | null;
  onResend: (id: string) => void;
};

/** Events that a hook was sent, newest first. */
export function DeliveryTable({ search, resending, onResend, ...table }: DeliveryTableProps) {
  const columns: Column<Delivery>[] = [
    {
      header: 'Subject',
      cell: (one) => (
        <>
          <Link className="link breakable" dir="auto" to={deliveryAddress(one.id, search)}>
            {aboutOf(one)}
          </Link>
          <small className="dim block">{whatOf(one)}</small>
        </>
      ),
    },
    {
      header: 'Status',
      cell: ({ status, next_attempt_at }) => (
        <span className={deliveriesStyles.state}>
          <DeliveryBadge status={status} />
          {next_attempt_at ? (
            <small className="dim">
              Next <Time at={next_attempt_at} as="moment" />
            </small>
          ) : null}
        </span>
      ),
    },
    { header: 'Attempts', cell: ({ attempts_made }) => <span className="mono">{attempts_made}</span> },
    { header: 'Last answer', cell: (one) => <LastAnswer of={one} /> },
    {
      header: 'Event of',
      className: 'figures muted',
      cell: ({ created_at }) => <Time at={created_at} as="dateTime" />,
    },
    {
      header: 'Actions',
      label: '',
      className: rowActionsStyles.actions,
      headerClassName: rowActionsStyles.actions,
      cell: ({ not_resendable, ...one }) => (
        <>
          <Button
            size="small"
            busy={resending === one.id}
            disabled={not_resendable !== null}
            aria-describedby={not_resendable ? `why-${one.id}` : undefined}
            aria-label={`Resend the event of ${aboutOf(one)}`}
            onClick={() => onResend(one.id)}
          >
            Resend
          </Button>
          {not_resendable ? (
            <small className={`dim ${deliveriesStyles.why}`} id={`why-${one.id}`}>
              {resendRefusals[not_resendable]}
            </small>
          ) : null}
        </>
      ),
    },
  ];
  return <DataTable {...table} columns={columns} rowKey={({ id }) => id} />;
}

function LastAnswer({ of: { last_status, last_error, attempts_made } }: { of: Delivery }) {
  if (attempts_made === 0) return <span className="dim">–</span>;
  return (
    <span className={deliveriesStyles.answer}>
      <span className="mono">{last_status ?? 'none'}</span>
      {last_error ? <small className="dim">{last_error}</small> : null}
    </span>
  );
}
