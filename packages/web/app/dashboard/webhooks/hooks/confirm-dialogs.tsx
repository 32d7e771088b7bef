import { messages, type Webhook } from '@clearframe/contract';
import type { ReactNode } from 'react';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import { useDeleteWebhook, useRegenerateToken } from './use-webhooks.ts';
import styles from './webhooks.module.css';

type AskingProps = { webhook: Webhook | null; onClose: () => void };
type Done = { onDone: (webhook: Webhook) => void };

/** Asks before a hook is gone. */
export function DeleteWebhookDialog({ onDone, ...props }: AskingProps & Done) {
  const words = {
    title: 'Delete this webhook?',
    keep: 'Keep webhook',
    act: 'Delete webhook',
    faultTitle: messages.deleteWebhookFailed,
  };
  return (
    <AskingDialog {...props} {...words} onAct={useDeleteWebhook(onDone).mutateAsync}>
      It receives nothing more, including waiting events. You cannot undo this.
    </AskingDialog>
  );
}

/** Asks before the token of a hook stops being sent, and its signing secret is replaced. */
export function RegenerateTokenDialog({ onDone, ...props }: AskingProps & Done) {
  const words = {
    title: 'Regenerate the token of this webhook?',
    keep: 'Keep token',
    act: 'Regenerate token',
    faultTitle: messages.regenerateTokenFailed,
  };
  return (
    <AskingDialog {...props} {...words} onAct={useRegenerateToken(onDone).mutateAsync}>
      The next delivery sends the new token in X-Webhook-Token. Endpoints that check for the old one will reject it. We replace
      the signing secret too, and sign with both for 24 hours.
    </AskingDialog>
  );
}

type Words = { title: string; keep: string; act: string; faultTitle: string };
type AskingDialogProps = AskingProps & Words & { onAct: (webhook: Webhook) => Promise<unknown>; children: ReactNode };

function AskingDialog({ webhook, onAct, children, ...asked }: AskingDialogProps) {
  return (
    <AskDialog {...asked} about={webhook?.id} open={webhook !== null} fallback="" onAct={() => webhook && onAct(webhook)}>
      <p className={styles.named}>{webhook?.webhookUrl}</p>
      <p className="muted">{children}</p>
    </AskDialog>
  );
}
