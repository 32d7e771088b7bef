import { messages } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { FieldError } from '../../../shared/form/field.tsx';
import { Button, LinkButton } from '../../../shared/ui/button.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { usageQuery } from '../api/usage-query.ts';
import { useMay } from '../role/use-may.ts';
import { useActivateTrial } from './use-activate-trial.ts';

/** The page behind it is gone with the toast's first second, so it stays longer. */
const SHOWN_MS = 8_000;

/** The gate of everything that needs a plan. The free trial opens it in place. */
export function SubscriptionRequired() {
  const isOthers = useMay('subscription.manage') === false;
  const { data: usage } = useQuery(usageQuery);
  return (
    <section className="card">
      <EmptyState
        icon={Lock}
        title={messages.subscriptionRequired}
        action={isOthers ? null : <Ways trial={usage?.trial_available} />}
      >
        Uploads, API tokens and webhooks need an active subscription.{' '}
        {isOthers ? 'The account owner can start one.' : 'The free trial is enough.'}
      </EmptyState>
    </section>
  );
}

function Ways({ trial = false }: { trial: boolean | undefined }) {
  const toast = useToast();
  const { activate, isActivating, fault } = useActivateTrial();
  const start = async () => {
    if (await activate()) toast(messages.freeTrialActivated, { shownMs: SHOWN_MS });
  };
  return (
    <div className="stack-3">
      <div className="row wrap">
        {trial ? (
          <Button kind="primary" busy={isActivating} onClick={() => void start()}>
            Activate free trial
          </Button>
        ) : null}
        <LinkButton kind={trial ? 'secondary' : 'primary'} to="/dashboard/subscription">
          {messages.subscribeFirst}
        </LinkButton>
      </div>
      <div role="alert">
        <FieldError message={fault} />
      </div>
    </div>
  );
}
