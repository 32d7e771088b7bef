import { messages, type Webhook } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { usageQuery } from '../../shell/api/usage-query.ts';
import { type Access, accessOf } from '../../shell/subscription/access.ts';
import { SubscriptionRequired } from '../../shell/subscription/subscription-required.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import pageHeaderStyles from '../../ui/page-header.module.css';
import { DeleteWebhookDialog, RegenerateTokenDialog } from './confirm-dialogs.tsx';
import { SigningSecrets } from './signing-secrets.tsx';
import { TestBanner, type TestOutcome } from './test-banner.tsx';
import { useTestWebhook, useUpdateWebhook, webhooksQuery } from './use-webhooks.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookTable } from './webhook-table.tsx';
import webhooksStyles from './webhooks.module.css';

type Asking = { what: 'edit' | 'regenerate' | 'delete'; webhook: Webhook } | { what: 'create' } | null;

/** What a button that creates says, by what the account may do. */
const createWords = (access: Access, words: string): string =>
  access.state === 'checking' ? messages.checkingPayment : access.state === 'none' ? messages.subscribeFirst : words;

/** Webhooks: where verdicts are sent (HOOK-01). */
export function WebhooksPage() {
  const webhooks = useQuery(webhooksQuery);
  const access = accessOf(useQuery(usageQuery));
  const [asking, setAsking] = useState<Asking>(null);
  const { outcome, testing, test, dismiss } = useTest();
  const toast = useToast();
  const toggle = useUpdateWebhook(({ isActive }) => toast(isActive ? 'Webhook activated' : 'Webhook deactivated'));
  const locked = access.state === 'none' || access.state === 'checking';
  const list = webhooks.data ?? [];
  const close = () => setAsking(null);
  const asked = (what: 'edit' | 'regenerate' | 'delete') => (asking?.what === what ? asking.webhook : null);
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>
          We POST <span className="mono">media.analysis.completed</span> here when analysis ends or a moderator fails an item, and
          other events if you choose them.
        </p>
        {webhooks.data?.length === 0 ? (
          <Button kind="primary" disabled={locked} onClick={() => setAsking({ what: 'create' })}>
            <Icon of={Plus} />
            {createWords(access, 'Create Webhook')}
          </Button>
        ) : null}
      </div>
      {access.state === 'none' ? <SubscriptionRequired /> : null}
      {outcome ? <TestBanner outcome={outcome} onDismiss={dismiss} /> : null}
      {toggle.isError ? (
        <Banner kind="error" title={messages.updateWebhookFailed} onDismiss={toggle.reset}>
          {errorMessage(toggle.error, '')}
        </Banner>
      ) : null}
      {webhooks.isError ? <LoadFault title={messages.fetchWebhooksFailed} query={webhooks} /> : null}
      {webhooks.isPending ? (
        <section className={`card ${webhooksStyles.wait}`}>
          <span className="row" role="status">
            <Spinner />
            Loading webhooks…
          </span>
        </section>
      ) : null}
      {webhooks.data?.length === 0 && access.state !== 'none' ? (
        <section className="card">
          <EmptyState icon={WebhookIcon} title="No webhooks configured">
            A webhook sends verdicts, notices and appeals to your program at once.
          </EmptyState>
        </section>
      ) : null}
      {list.length > 0 ? (
        <>
          <section className="card" aria-label="Webhooks">
            <WebhookTable
              webhooks={list}
              testing={testing}
              toggling={toggle.isPending ? toggle.variables.id : null}
              onTest={test}
              onToggle={({ id, isActive }) => toggle.mutate({ id, body: { isActive: !isActive } })}
              onRegenerate={(webhook) => setAsking({ what: 'regenerate', webhook })}
              onEdit={(webhook) => setAsking({ what: 'edit', webhook })}
              onDelete={(webhook) => setAsking({ what: 'delete', webhook })}
            />
          </section>
          <div className="row between wrap">
            <p className="dim">Up to 3 retries with exponential backoff. We wait 30 seconds for an answer.</p>
            <Button disabled={locked} onClick={() => setAsking({ what: 'create' })}>
              <Icon of={Plus} />
              {createWords(access, 'Create Another Webhook')}
            </Button>
          </div>
          <SigningSecrets webhooks={list} />
        </>
      ) : null}
      <WebhookDialog
        subject={asking?.what === 'create' ? 'new' : asked('edit')}
        onClose={close}
        onDone={(what) => toast(`Webhook ${what}`)}
      />
      <RegenerateTokenDialog webhook={asked('regenerate')} onClose={close} onDone={() => toast('Token regenerated')} />
      <DeleteWebhookDialog webhook={asked('delete')} onClose={close} onDone={() => toast('Webhook deleted')} />
    </>
  );
}

/** Tests one hook at a time and keeps what became of the last. */
function useTest() {
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const mutation = useTestWebhook();
  const test = (webhook: Webhook) => {
    if (mutation.isPending) return;
    setOutcome(null);
    mutation.mutate(webhook, {
      onSuccess: ({ success, message, test_payload: payload }) => setOutcome({ success, message, payload }),
      onError: (error) => setOutcome({ success: false, message: errorMessage(error, messages.testFailed), payload: null }),
    });
  };
  return { outcome, testing: mutation.isPending ? mutation.variables.id : null, test, dismiss: () => setOutcome(null) };
}
