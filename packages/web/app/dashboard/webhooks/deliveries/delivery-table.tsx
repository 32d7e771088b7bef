import type { Delivery } from '@clearframe/contract';
import { Link } from 'react-router';
import { formatDateTime, formatMoment } from '../../../shared/format/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { deliveryAddress } from '../../shell/page/delivery-address.ts';
import rowActionsStyles from '../../ui/row-actions.module.css';
import tableStyles from '../../ui/table.module.css';
import deliveriesStyles from './deliveries.module.css';
import { DeliveryBadge } from './delivery-badge.tsx';
import { resendRefusals, whatOf } from './delivery-labels.ts';

type DeliveryTableProps = {
  deliveries: readonly Delivery[];
  /** The query of the list: the way back from a delivery leads to it. */
  search: string;
  /** Id of the one that is being asked for. */
  resending: string | null;
  onResend: (id: string) => void;
};

/** One line an event, newest first; stacked and labelled on phones. */
export function DeliveryTable({ deliveries, search, resending, onResend }: DeliveryTableProps) {
  return (
    <table className="tbl">
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Status</th>
          <th scope="col">Attempts</th>
          <th scope="col">Last answer</th>
          <th scope="col">Event of</th>
          <th scope="col" className={rowActionsStyles.actions}>
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((one) => (
          <tr key={one.id}>
            <td className={tableStyles.lead}>
              <Link className="link breakable" dir="auto" to={deliveryAddress(one.id, search)}>
                {one.media.name}
              </Link>
              <small className="dim block">{whatOf(one)}</small>
            </td>
            <td data-l="Status">
              <span className={deliveriesStyles.state}>
                <DeliveryBadge status={one.status} />
                {one.next_attempt_at ? <small className="dim">Next {formatMoment(one.next_attempt_at)}</small> : null}
              </span>
            </td>
            <td data-l="Attempts">
              <span className="mono">{one.attempts_made}</span>
            </td>
            <td data-l="Last answer">
              <LastAnswer of={one} />
            </td>
            <td data-l="Event of" className="figures muted">
              <time dateTime={one.created_at}>{formatDateTime(one.created_at)}</time>
            </td>
            <td data-l="" className={rowActionsStyles.actions}>
              <Button
                size="small"
                busy={resending === one.id}
                disabled={one.not_resendable !== null}
                aria-describedby={one.not_resendable ? `why-${one.id}` : undefined}
                aria-label={`Resend the event of ${one.media.name}`}
                onClick={() => onResend(one.id)}
              >
                Resend
              </Button>
              {one.not_resendable ? (
                <small className={`dim ${deliveriesStyles.why}`} id={`why-${one.id}`}>
                  {resendRefusals[one.not_resendable]}
                </small>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
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
