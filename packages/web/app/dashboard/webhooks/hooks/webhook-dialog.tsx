import { messages, type Webhook, webhookUrlFault } from '@clearframe/contract';
import { TextField } from '../../../shared/form/field.tsx';
import { textOf } from '../../../shared/form/use-form.ts';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { useCreateWebhook, useUpdateWebhook } from './use-webhooks.ts';

type WebhookDialogProps = {
  /** 'new', or the hook to edit; null keeps it closed. */
  subject: 'new' | Webhook | null;
  onClose: () => void;
  onDone: (what: 'created' | 'changed') => void;
};

const readUrl = (data: FormData) => textOf(data, 'webhookUrl').trim();

/** Asks for the address of a new hook, or for another address of one. */
export function WebhookDialog({ subject, onClose, onDone }: WebhookDialogProps) {
  const edited = subject === 'new' ? null : subject;
  const create = useCreateWebhook(() => onDone('created'));
  const update = useUpdateWebhook(() => onDone('changed'));
  const title = edited === null ? 'Create webhook' : 'Edit webhook';
  return (
    <DialogForm
      open={subject !== null}
      onClose={onClose}
      title={title}
      submit={edited === null ? title : 'Save changes'}
      sending="Saving…"
      fields={[]}
      refusedAt="webhookUrl"
      fallback={edited === null ? messages.createWebhookFailed : messages.updateWebhookFailed}
      ready={(data) => readUrl(data) !== ''}
      read={readUrl}
      check={(webhookUrl) => {
        const fault = webhookUrlFault(webhookUrl);
        return fault === null ? {} : { webhookUrl: fault };
      }}
      send={async (webhookUrl) => {
        if (edited === null) await create.mutateAsync({ webhookUrl });
        else await update.mutateAsync({ id: edited.id, body: { webhookUrl } });
      }}
    >
      {({ errors }) => (
        <TextField
          label="Webhook URL"
          name="webhookUrl"
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          error={errors.webhookUrl}
          hint="A public address. We don’t follow redirects."
          defaultValue={edited?.webhookUrl ?? ''}
        />
      )}
    </DialogForm>
  );
}
