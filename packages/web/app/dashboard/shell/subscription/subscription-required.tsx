import { messages } from '@clearframe/contract';
import { Lock } from 'lucide-react';
import { LinkButton } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useMay } from '../role/use-may.ts';

/** The gate of everything that needs a plan. */
export function SubscriptionRequired() {
  const isOthers = useMay('subscription.manage') === false;
  return (
    <section className="card">
      <EmptyState
        icon={Lock}
        title={messages.subscriptionRequired}
        action={
          isOthers ? null : (
            <LinkButton kind="primary" to="/dashboard/subscription">
              {messages.subscribeFirst}
            </LinkButton>
          )
        }
      >
        Uploads, API tokens and webhooks need an active subscription.{' '}
        {isOthers ? 'The account owner can start one.' : 'The free trial is enough.'}
      </EmptyState>
    </section>
  );
}
