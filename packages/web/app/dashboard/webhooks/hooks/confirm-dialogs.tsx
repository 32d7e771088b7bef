import { messages, type Webhook } from '@clearframe/contract';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { NotConfirmed } from '../../../shared/api/not-confirmed.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useDeleteWebhook, useRegenerateToken } from './use-webhooks.ts';
import styles from './webhooks.module.css';

type AskingProps = { webhook: Webhook | null; onClose: () => void; onDone: (webhook: Webhook) => void };

/** Asks before a hook is gone. */
export function DeleteWebhookDialog(props: AskingProps) {
  const words = {
    title: 'Delete this webhook?',
    keep: 'Keep webhook',
    go: 'Delete webhook',
    fault: messages.deleteWebhookFailed,
  };
  return (
    <AskingDialog {...props} {...words} mutation={useDeleteWebhook(props.onDone)}>
      It is told of nothing more, also not of what is still waiting. This cannot be undone.
    </AskingDialog>
  );
}

/** Asks before the token of a hook stops being sent, and its signing secret is replaced. */
export function RegenerateTokenDialog(props: AskingProps) {
  const words = {
    title: 'Regenerate the token of this webhook?',
    keep: 'Keep token',
    go: 'Regenerate token',
    fault: messages.regenerateTokenFailed,
  };
  return (
    <AskingDialog {...props} {...words} mutation={useRegenerateToken(props.onDone)}>
      From the next delivery on the new token is sent in X-Webhook-Token. An endpoint that checks for the old one will refuse it.
      The signing secret is replaced too; for 24 hours deliveries bear the signatures of both.
    </AskingDialog>
  );
}

type Words = { title: string; keep: string; go: string; fault: string };
type AskingDialogProps = AskingProps & Words & { mutation: UseMutationResult<unknown, Error, Webhook>; children: ReactNode };

function AskingDialog({ webhook, onClose, title, keep, go, fault, mutation, children }: AskingDialogProps) {
  const close = () => {
    mutation.reset();
    onClose();
  };
  const press = () => {
    if (webhook) mutation.mutate(webhook, { onSuccess: close });
  };
  return (
    <Dialog
      open={webhook !== null}
      onClose={close}
      title={title}
      actions={
        <>
          <Button autoFocus onClick={close}>
            {keep}
          </Button>
          <Button kind="fail-solid" busy={mutation.isPending} onClick={press}>
            {go}
          </Button>
        </>
      }
    >
      <p className={styles.named}>{webhook?.webhookUrl}</p>
      <p className="muted">{children}</p>
      {mutation.isError && !(mutation.error instanceof NotConfirmed) ? (
        <Banner kind="error" title={fault}>
          {errorMessage(mutation.error, '')}
        </Banner>
      ) : null}
    </Dialog>
  );
}
