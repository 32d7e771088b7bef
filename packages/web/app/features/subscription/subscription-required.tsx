import { messages } from '@clearframe/contract';
import { Lock } from 'lucide-react';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** The gate of everything that needs a plan. */
export function SubscriptionRequired() {
  return (
    <section className="card">
      <EmptyState
        icon={Lock}
        title={messages.subscriptionRequired}
        action={
          <LinkButton kind="primary" to="/dashboard/subscription">
            {messages.subscribeFirst}
          </LinkButton>
        }
      >
        Uploading and API tokens need an active subscription. The trial is free and counts.
      </EmptyState>
    </section>
  );
}
