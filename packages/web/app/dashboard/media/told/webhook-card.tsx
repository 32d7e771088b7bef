import type { MediaDelivery } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { Link } from 'react-router';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { Button } from '../../../shared/ui/button.tsx';
import factsStyles from '../../../shared/ui/facts.module.css';
import fieldStyles from '../../../shared/ui/field.module.css';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { DeliveryBadge } from '../../shell/deliveries/delivery-badge.tsx';
import { useResend } from '../../shell/deliveries/use-resend.ts';
import { deliveryAddress } from '../../shell/page/delivery-address.ts';
import { useMay } from '../../shell/role/use-may.ts';
import { ToldOutline } from '../shown/told-outline.tsx';
import { itemDeliveriesQuery } from './item-deliveries-query.ts';
import { newestPerHook } from './newest-per-hook.ts';
import styles from './webhook-card.module.css';

/** The card "Webhook": what each hook was told last of an item, with its attempts. Where nothing can be said, the history says why. */
export function WebhookCard({ id }: { id: string }) {
  const { data, isPending } = useQuery(itemDeliveriesQuery(id));
  if (isPending) return <ToldOutline />;
  const told = newestPerHook(data ?? []);
  if (told.length === 0) return null;
  return (
    <section className="card" aria-labelledby="told-h">
      <div className="card-header">
        <h2 id="told-h">{told.length === 1 ? 'Webhook' : 'Webhooks'}</h2>
      </div>
      <div className="card-body stack-5">
        {told.map((delivery) => (
          <Told key={delivery.id} delivery={delivery} />
        ))}
      </div>
    </section>
  );
}

function Told({ delivery }: { delivery: MediaDelivery }) {
  const toast = useToast();
  const mayOpen = useMay('webhooks.manage') === true;
  const resend = useResend(() => toast('Resending the event'));
  const { id, webhook_host, status, attempts, next_attempt_at: nextAt, not_resendable } = delivery;
  const to = <span className="visually-hidden"> to {webhook_host}</span>;
  const lastError = attempts.at(-1)?.error ?? null;
  return (
    <div className="stack-3" data-slot="told">
      <div className={styles.head}>
        <b className="truncate" title={webhook_host ?? undefined}>
          {webhook_host}
        </b>
        <DeliveryBadge status={status} />
      </div>
      <dl className={factsStyles.facts}>
        <dt>Attempts</dt>
        <dd>
          <Pips attempts={attempts} more={nextAt !== null} />
          {attempts.length}
        </dd>
        {lastError === null ? null : (
          <>
            <dt>Last error</dt>
            <dd>{lastError}</dd>
          </>
        )}
        {nextAt === null ? null : (
          <>
            <dt>Next</dt>
            <dd>
              <Time at={nextAt} as="moment" />
            </dd>
          </>
        )}
      </dl>
      {mayOpen ? (
        <div className="row wrap">
          {status === 'gave_up' && not_resendable === null ? (
            <Button size="small" busy={resend.isPending} onClick={() => resend.mutate(id)}>
              <Icon of={Send} />
              Resend now{to}
            </Button>
          ) : null}
          <Link className="link" to={deliveryAddress(id)}>
            See the request{to}
          </Link>
        </div>
      ) : null}
      {resend.isError ? (
        <p className={fieldStyles.error} data-slot="field-error" role="alert">
          {errorMessage(resend.error, 'Nothing was sent.')}
        </p>
      ) : null}
    </div>
  );
}

/** The newest attempts as marks, and an empty one for the next. The number beside them says it in words. */
function Pips({ attempts, more }: { attempts: MediaDelivery['attempts']; more: boolean }) {
  return (
    <span className={styles.pips} aria-hidden="true">
      {attempts.slice(-6).map(({ number, error }) => (
        <i key={number} data-failed={error !== null || undefined} />
      ))}
      {more ? <i data-open /> : null}
    </span>
  );
}
