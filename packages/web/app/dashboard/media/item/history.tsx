import type { MediaUpload } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Flag, Send, TriangleAlert, Upload } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../../../shared/ui/button.tsx';
import fieldStyles from '../../../shared/ui/field.module.css';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { deliveryAddress } from '../../shell/page/delivery-address.ts';
import { useMay } from '../../shell/role/use-may.ts';
import timelineStyles from '../../ui/timeline.module.css';
import { itemDeliveriesQuery } from '../told/item-deliveries-query.ts';
import { historySteps } from './history-steps.ts';

const looks = {
  plain: { className: timelineStyles.point, icon: Upload },
  passed: { className: `${timelineStyles.point} ${timelineStyles.passed}`, icon: CircleCheck },
  failed: { className: `${timelineStyles.point} ${timelineStyles.failed}`, icon: Flag },
  sent: { className: timelineStyles.point, icon: Send },
  unsent: { className: timelineStyles.point, icon: TriangleAlert },
} as const;

/** The card "History". */
export function History({ media }: { media: MediaUpload }) {
  // Where no hook was told there is nothing to ask for.
  const deliveries = useQuery({ ...itemDeliveriesQuery(media.id), enabled: media.webhookStatus !== null });
  const mayOpen = useMay('webhooks.manage') === true;
  return (
    <section className="card">
      <div className="card-header">
        <h2>History</h2>
      </div>
      <div className="card-body">
        <ol className={timelineStyles.timeline}>
          {historySteps(media, deliveries.data).map(({ key, look, title, note, at, deliveryId }) => (
            <li key={key}>
              <span className={looks[look].className}>
                <Icon of={looks[look].icon} />
              </span>
              <div>
                <b>
                  {deliveryId !== undefined && mayOpen ? (
                    <Link className="link" to={deliveryAddress(deliveryId)}>
                      {title}
                    </Link>
                  ) : (
                    title
                  )}
                </b>
                {note ? <p>{note}</p> : null}
              </div>
              <Time at={at} as="dateTime" />
            </li>
          ))}
        </ol>
        {deliveries.isError ? (
          <p className={fieldStyles.error} data-slot="field-error" role="alert">
            Could not load the webhook attempts.
            <Button kind="ghost" size="small" busy={deliveries.isFetching} onClick={() => void deliveries.refetch()}>
              Try again
            </Button>
          </p>
        ) : null}
      </div>
    </section>
  );
}
