import type { DeliveryDetail } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { CodeBlock } from '../../../shared/code/code-block.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button, LinkButton } from '../../../shared/ui/button.tsx';
import factsStyles from '../../../shared/ui/facts.module.css';
import { Icon } from '../../../shared/ui/icon.tsx';
import { signs } from '../../../shared/ui/signs.ts';
import { Time } from '../../../shared/ui/time.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { isMissing } from '../../shell/api/is-missing.ts';
import { DeliveryBadge } from '../../shell/deliveries/delivery-badge.tsx';
import { useResend } from '../../shell/deliveries/use-resend.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { logAddress } from '../hooks/log-address.ts';
import { AttemptList } from './attempt-list.tsx';
import deliveriesStyles from './deliveries.module.css';
import { aboutOf, resendRefusals, whatOf } from './delivery-labels.ts';
import { deliveryQuery } from './delivery-queries.ts';

/** One event for one hook: what was sent, each attempt, and sending it again. */
export function DeliveryPage({ id }: { id: string }) {
  const one = useQuery(deliveryQuery(id));
  if (one.data && !isMissing(one.error)) return <Shown delivery={one.data} />;
  if (one.isPending)
    return (
      <section className="card" aria-busy="true" role="status" aria-label="Loading the delivery">
        <Skeleton shape="block" />
      </section>
    );
  if (!isMissing(one.error)) return <LoadFault title="Failed to fetch the delivery" query={one} />;
  return (
    <section className="card">
      <EmptyState icon={Inbox} title="Delivery not found" action={<LinkButton to="/dashboard/webhooks">All webhooks</LinkButton>}>
        Its item may have been deleted, or the link is incomplete.
      </EmptyState>
    </section>
  );
}

function Shown({ delivery }: { delivery: DeliveryDetail }) {
  const toast = useToast();
  const { search } = useLocation();
  const resend = useResend(() => toast('Resending the event'));
  const { webhook, attempts, not_resendable } = delivery;
  const unlisted = delivery.attempts_made - attempts.length;
  return (
    <>
      {resend.isError ? (
        <Banner kind="error" title="Could not resend" onDismiss={resend.reset}>
          {errorMessage(resend.error, 'Nothing was sent.')}
        </Banner>
      ) : null}
      <section className="card">
        <div className="card-header">
          <h2>{whatOf(delivery)}</h2>
          <DeliveryBadge status={delivery.status} />
        </div>
        <div className={`card-body ${deliveriesStyles.one}`}>
          <Facts delivery={delivery} />
          <div className="row wrap">
            <Button
              kind="primary"
              busy={resend.isPending}
              disabled={not_resendable !== null}
              onClick={() => resend.mutate(delivery.id)}
            >
              <Icon of={signs.again} />
              Resend
            </Button>
            {webhook ? <LinkButton to={`${logAddress(webhook.id)}${search}`}>All deliveries</LinkButton> : null}
            <span className="dim" role="status">
              {not_resendable ? resendRefusals[not_resendable] : 'We resend it with the same webhook-id.'}
            </span>
          </div>
        </div>
      </section>
      <section className="card">
        <div className="card-header">
          <h2>Attempts</h2>
          <span className="mono">{delivery.attempts_made}</span>
        </div>
        <div className="card-body">
          {attempts.length > 0 ? <AttemptList attempts={attempts} /> : null}
          {delivery.attempts_made === 0 ? <p className="muted">No attempts yet.</p> : null}
          {unlisted > 0 ? <p className="dim">{unlisted} from before we recorded each attempt.</p> : null}
        </div>
      </section>
      {delivery.body === null ? (
        <p className="dim">We no longer have the payload.</p>
      ) : (
        <CodeBlock label="Payload" text={pretty(delivery.body)} />
      )}
    </>
  );
}

/** For reading; the bytes on the wire have no line breaks. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function Facts({ delivery }: { delivery: DeliveryDetail }) {
  const { id, event, webhook, media, created_at, next_attempt_at } = delivery;
  return (
    <dl className={`${factsStyles.facts} ${factsStyles.left}`} data-slot="facts">
      {media ? (
        <Fact name="Item">
          <Link className="link breakable" dir="auto" to={`/dashboard/media/${media.id}`}>
            {media.name}
          </Link>
        </Fact>
      ) : (
        <Fact name="Subject">{aboutOf(delivery)}</Fact>
      )}
      <Fact name="Event">
        <span className="mono breakable">{event}</span>
      </Fact>
      <Fact name="Webhook">
        <span className="mono breakable">{webhook?.webhookUrl ?? 'deleted'}</span>
      </Fact>
      <Fact name="webhook-id">
        <span className="mono breakable">{`msg_${id}`}</span>
      </Fact>
      <Fact name="Happened">
        <Time at={created_at} as="moment" />
      </Fact>
      {next_attempt_at ? (
        <Fact name="Next attempt">
          <Time at={next_attempt_at} as="moment" />
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={deliveriesStyles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
