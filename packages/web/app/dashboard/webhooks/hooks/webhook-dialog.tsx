import { messages, type Webhook, webhookUrlFault } from '@clearframe/contract';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { NotConfirmed } from '../../../shared/api/not-confirmed.ts';
import { TextField } from '../../../shared/form/field.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import styles from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { useCreateWebhook, useUpdateWebhook } from './use-webhooks.ts';

type WebhookDialogProps = {
  /** 'new', or the hook to edit; null keeps it closed. */
  subject: 'new' | Webhook | null;
  onClose: () => void;
  onDone: (webhook: Webhook) => void;
};

/** Asks for the address of a new hook, or for another address of one. */
export function WebhookDialog({ subject, onClose, onDone }: WebhookDialogProps) {
  return subject === null ? null : (
    <OpenDialog key={subject === 'new' ? 'new' : subject.id} subject={subject} onClose={onClose} onDone={onDone} />
  );
}

function OpenDialog({ subject, onClose, onDone }: WebhookDialogProps & { subject: 'new' | Webhook }) {
  const formId = useId();
  const edited = subject === 'new' ? null : subject;
  const [url, setUrl] = useState(edited?.webhookUrl ?? '');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // Read out with what is wrong with it, also when the server said so.
  useEffect(() => {
    if (error !== null) field.current?.focus();
  }, [error]);
  const done = (webhook: Webhook) => {
    onDone(webhook);
    onClose();
  };
  const create = useCreateWebhook(done);
  const update = useUpdateWebhook(done);
  const isSaving = create.isPending || update.isPending;
  const isEmpty = url.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSaving || isEmpty) return;
    const webhookUrl = url.trim();
    const fault = webhookUrlFault(webhookUrl);
    if (fault !== null) return setError(fault);
    setError(null);
    const say = (fallback: string) => (why: Error) => {
      if (!(why instanceof NotConfirmed)) setError(errorMessage(why, fallback));
    };
    if (edited === null) {
      create.mutate({ webhookUrl }, { onError: say(messages.createWebhookFailed) });
    } else {
      const change = { id: edited.id, body: { webhookUrl } };
      update.mutate(change, { onError: say(messages.updateWebhookFailed) });
    }
  };
  const title = edited === null ? 'Create webhook' : 'Edit webhook';
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} disabled={isEmpty || isSaving}>
            {isSaving ? 'Saving…' : edited === null ? title : 'Save changes'}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label="Webhook URL"
          ref={field}
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          error={error}
          hint="An address on the public internet. Redirects are not followed."
          value={url}
          onChange={(event) => {
            setUrl(event.target.value);
            setError(null);
          }}
        />
      </form>
    </Dialog>
  );
}
