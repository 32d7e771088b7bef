import type { OpenDay } from '@clearframe/contract';
import { Link } from 'react-router';
import { formatDate } from '../../../shared/format/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import listStyles from '../../ui/list.module.css';
import { logAddress } from '../hooks/log-address.ts';
import deliveriesStyles from './deliveries.module.css';
import { eventsWord } from './delivery-labels.ts';

type OpenDaysProps = {
  webhookId: string;
  days: readonly OpenDay[];
  isActive: boolean;
  /** The day that is being asked for. */
  resending: string | null;
  onResend: (day: string) => void;
};

/** "3 gave up, 2 waiting". */
const words = ({ gave_up, waiting }: OpenDay): string =>
  [
    gave_up > 0 ? `${gave_up.toLocaleString('en-US')} gave up` : '',
    waiting > 0 ? `${waiting.toLocaleString('en-US')} waiting` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');

/** What has not arrived, by day, and one button a day to send again what was given up. Counts go down as it arrives. */
export function OpenDays({ webhookId, days, isActive, resending, onResend }: OpenDaysProps) {
  if (days.length === 0) return null;
  return (
    <section className="card" aria-labelledby="open-days">
      <div className="card-header">
        <h2 id="open-days">Not arrived</h2>
        <span className="dim fine">Days are in UTC. We keep events for 7 days.</span>
      </div>
      <ul className={listStyles.list}>
        {days.map((one) => (
          <li key={one.day} className={`${listStyles.item} ${deliveriesStyles.openDay}`} data-slot="list-item">
            <span className="grow">
              <Link className="link" to={logAddress(webhookId, { status: one.gave_up > 0 ? 'failed' : 'pending', day: one.day })}>
                <time dateTime={one.day}>{formatDate(`${one.day}T00:00:00Z`, 'UTC')}</time>
              </Link>
              <small className="block" role="status">
                {words(one)}
              </small>
            </span>
            {one.gave_up > 0 ? (
              <Button
                size="small"
                busy={resending === one.day}
                disabled={!isActive}
                title={isActive ? undefined : 'The webhook is off.'}
                aria-label={`Resend ${eventsWord(one.gave_up)} of ${formatDate(`${one.day}T00:00:00Z`, 'UTC')}`}
                onClick={() => onResend(one.day)}
              >
                Resend {eventsWord(one.gave_up)}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
